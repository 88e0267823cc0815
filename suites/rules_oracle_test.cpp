// The prescribed values against the reference functions, which know nothing of the rules: wherever a rule covers a call, the
// truth must be one of the results that it names.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "reference/exact/exact.h"
#include "reference/oracle/oracle.h"
#include "reference/truth/truth.h"
#include "suites/judge_promise.h"
#include "suites/rules.h"
#include "suites/test_calls.h"

namespace classay {
namespace {

// The saturating conversions share their rules; one of them stands for all.
std::vector<Truth> convert_int_sat(const Call& call, Precision p) {
  Call conversion = call;
  conversion.to = Type::i32;
  conversion.saturate = true;
  return exact_functions::convert(conversion, p);
}

const std::map<std::string_view, Evaluate> kFunctions{
#define CLASSAY_ORACLE(name) {#name, &oracle::name},
#include "reference/oracle/oracle.def"
#undef CLASSAY_ORACLE
#define CLASSAY_EXACT(name) {#name, &exact_functions::name},
#include "reference/exact/exact.def"
#undef CLASSAY_EXACT
    {"fast_normalize", &oracle::normalize},
    {"convert_sat", &convert_int_sat},
};

std::vector<Type> result_types(std::string_view builtin, Type type) {
  if (builtin == "ilogb" || builtin == "convert_sat") return {Type::i32};
  if (builtin == "frexp" || builtin == "lgamma_r" || builtin == "remquo") return {type, Type::i32};
  if (builtin == "fract" || builtin == "modf" || builtin == "sincos") return {type, type};
  return {type};
}

// Results that are the same number in every rounding mode are exact.
bool same(const Truth& truth, const Truth& prescribed, Type type) {
  if (prescribed.kind == Truth::Kind::any) return true;
  if (truth.kind != prescribed.kind) return false;
  if (truth.kind == Truth::Kind::nan) return true;
  if (truth.kind == Truth::Kind::integer) return truth.integer == prescribed.integer;
  const Format& f = format(type);
  return std::ranges::all_of(kRoundings, [&](Rounding m) { return rounded(f, truth, m) == rounded(f, prescribed, m); });
}

// A reference function has one result: where the documents allow several, or some of them leave it open (a NaN converted
// with saturation), it says "any", or chooses one.
bool agrees(const Rule& rule, std::span<const Truth> truths, std::span<const Type> types, const Call& call) {
  const auto alternatives = rule.prescribed(call);
  if ((alternatives.size() > 1 || rule.builtin() == "convert_sat") && truths.size() == 1 &&
      truths[0].kind == Truth::Kind::any)
    return true;
  return std::ranges::any_of(alternatives, [&](const std::vector<Truth>& results) {
    if (results.size() != truths.size()) return false;
    for (std::size_t i = 0; i < truths.size(); ++i) {
      if (!same(truths[i], results[i], types[i % types.size()])) return false;
    }
    return true;
  });
}

std::string words(std::span<const Truth> truths, Type type) {
  std::string all;
  for (const Truth& t : truths) {
    switch (t.kind) {
      case Truth::Kind::nan: all += " nan"; break;
      case Truth::Kind::any: all += " any"; break;
      case Truth::Kind::integer: all += " " + std::to_string(as_signed({Type::i32, t.integer})); break;
      default: all += " " + hex_float(format(type), rounded(type, t, Rounding::rne).value_or(format(type).quiet_nan()));
    }
  }
  return all;
}

std::string arguments(const Call& call) {
  std::string all;
  for (const Value& v : call.args) {
    all += " " + (is_float(v.type) ? hex_float(format(v.type), v.bits) : std::to_string(as_signed(v)));
  }
  return all;
}

// Rule by rule the first call where the truth is another one.
std::map<std::string, std::string> disagreements(std::span<const Rule> of_builtin, std::string_view name, Evaluate f,
                                                 Type type) {
  std::map<std::string, std::string> found;
  const std::vector<Type> types = result_types(name, type);
  test::for_each_call(name, type, [&](const Call& call) {
    std::vector<Truth> truths;
    for (const Rule& rule : of_builtin) {
      if (!rule.covers(call)) continue;
      if (truths.empty()) truths = evaluate_rounded(f, call, types);
      if (agrees(rule, truths, types, call)) continue;
      found.try_emplace(std::string(rule.sentence()),
                        std::string(info(type).name) + arguments(call) + " gives" + words(truths, type));
    }
  });
  return found;
}

class RulesAndTruthTest : public testing::TestWithParam<std::string_view> {};

TEST_P(RulesAndTruthTest, AgreeWhereverARuleHolds) {
  const std::string_view name = GetParam();
  for (const Type type : kFloatTypes) {
    // spirv22 has every rule that another edition has.
    const auto found = disagreements(rules(name, Edition::spirv22), name, kFunctions.at(name), type);
    EXPECT_THAT(found, testing::IsEmpty());
    if (type == Type::f16) continue;  // not a type of C
    EXPECT_THAT(disagreements(rules(name, Edition::none), name, kFunctions.at(name), type), testing::IsEmpty());
  }
}

std::vector<std::string_view> names_with_rules() {
  std::vector<std::string_view> names;
  for (const auto& [name, function] : kFunctions) {
    if (!rules(name, Edition::spirv22).empty() || !rules(name, Edition::none).empty()) names.push_back(name);
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Builtins, RulesAndTruthTest, testing::ValuesIn(names_with_rules()),
                         [](const auto& p) { return std::string(p.param); });

TEST(RulesAndTruthTest, AWrongRuleWouldBeSeen) {
  const std::vector<Rule> wrong{{"sin(±0) = +0", ""}, {"sin(x>1) = nan", ""}, {"sin(±0) = ±0", ""}, {"sin(1) = 0.75", ""}};
  const auto found = disagreements(wrong, "sin", &oracle::sin, Type::f16);
  EXPECT_EQ(found.size(), 3U);
  EXPECT_FALSE(found.contains("sin(±0) = ±0"));
  EXPECT_TRUE(found.contains("sin(±0) = +0"));
}

}  // namespace
}  // namespace classay
