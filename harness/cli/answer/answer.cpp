#include "harness/cli/answer/answer.h"

#include <algorithm>

#include "reference/judge/ulp.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

constexpr std::array kNewestFirst{Edition::clc31, Edition::spirv31, Edition::spirv22, Edition::clc20};

std::optional<int> ulp_of(Type type, const Truth& t) {
  if (!is_float(type) || t.kind != Truth::Kind::real) return std::nullopt;
  if (t.is_zero()) return format(type).subnormal_exponent();
  return ulp_exponent(format(type), *t.value);
}

Component component(Type type, Truth t) {
  Component c{.type = type, .truth = {}, .value = enclosure(t, type), .exact = t.is_exact(), .ulp = ulp_of(type, t)};
  for (std::size_t i = 0; i < kRoundings.size(); ++i) c.rounded[i] = rounded(type, t, kRoundings[i]);
  c.truth = std::move(t);
  return c;
}

const Rule* covering(const ParsedCall& call, Edition edition) {
  const std::string_view builtin = call.row->prescribed_as.empty() ? call.row->name : call.row->prescribed_as;
  const Call c = call.call();
  for (const Rule& rule : rules(builtin, edition)) {
    if (rule.covers(c)) return &rule;
  }
  return nullptr;
}

}  // namespace

std::vector<Component> components(const ParsedCall& call) {
  const std::vector<Type> types = result_types(*call.row, call.format, call.lanes);
  std::vector<Truth> truths = evaluate_rounded(call.row->truth, call.call(), types);
  std::vector<Component> all;
  for (std::size_t i = 0; i < truths.size(); ++i) all.push_back(component(types[i % types.size()], std::move(truths[i])));
  return all;
}

std::vector<Prescribed> prescribed(const ParsedCall& call) {
  std::vector<Prescribed> all;
  for (Edition edition : kNewestFirst) {
    const Rule* rule = covering(call, edition);
    if (rule == nullptr) continue;
    const auto same = [&](const Prescribed& p) { return p.sentence == rule->sentence() && p.clause == rule->clause(); };
    const auto found = std::ranges::find_if(all, same);
    if (found != all.end()) {
      found->editions.push_back(edition);
    } else {
      all.push_back({std::string(rule->sentence()), std::string(rule->clause()), {edition}, rule->prescribed(call.call())});
    }
  }
  return all;
}

std::string prescribed_text(const Truth& t, Type type) {
  if (t.kind == Truth::Kind::any) return "any";
  if (t.kind == Truth::Kind::nan) return "nan";
  if (!is_float(type)) return pattern({type, t.integer});
  return pattern({type, rounded(type, t, Rounding::rne).value()});
}

}  // namespace classay
