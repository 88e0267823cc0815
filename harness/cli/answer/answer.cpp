#include "harness/cli/answer/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "harness/cli/terminal/terminal.h"
#include "harness/process/descriptors.h"
#include "harness/text/number.h"
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

Component component(Type type, const Truth& t) {
  Component c{.type = type,
              .is_any = t.kind == Truth::Kind::any,
              .is_real = t.kind == Truth::Kind::real,
              .integer = t.integer,
              .value = enclosure(t, type),
              .exact = t.is_exact(),
              .ulp = ulp_of(type, t)};
  for (std::size_t i = 0; i < kRoundings.size(); ++i) c.rounded[i] = rounded(type, t, kRoundings[i]);
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
  const std::vector<Truth> truths = evaluate_rounded(call.row->truth, call.call(), types);
  std::vector<Component> all;
  for (std::size_t i = 0; i < truths.size(); ++i) all.push_back(component(types[i % types.size()], truths[i]));
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

namespace {

bool is_empty(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r\v\f");
  return first == std::string_view::npos || line[first] == '#';
}

// Evaluates calls from standard input, one per line, until the input ends or the reader of the output goes away.
class Batch {
 public:
  Batch(const BatchOptions& options, const Streams& streams, const AnswerCall& answer)
      : options_(options), streams_(streams), answer_(answer) {}

  ExitCode run(const Prefix& prefix) {
    const bool watched = is_terminal(kStandardInput);
    Lines lines(kStandardInput, [this] { streams_.out.flush(); });
    try {
      while (const std::optional<std::string_view> line = lines.next()) {
        if (is_empty(*line)) continue;
        ++asked_;
        streams_.out.write(answer_line(*line, prefix, lines.number()));
        if (watched) streams_.out.flush();
      }
      streams_.out.flush();
    } catch (const Terminal::Closed&) {
      return code_;
    }
    if (bad_ > 0) {
      streams_.err.write(fmt::format("classay: {} of {} calls have no result\n", bad_, asked_));
      streams_.err.flush();
    }
    return code_;
  }

 private:
  std::string answer_line(std::string_view line, const Prefix& prefix, std::size_t number) {
    try {
      Answer a = answer_(read_call(line, prefix, options_.reading), false);
      code_ = worse(code_, a.code);
      return std::move(a.text);
    } catch (const UsageError& e) {
      return error_line(e, number, e.shown("  "), e.column(), ExitCode::usage);
    } catch (const std::exception& e) {
      return error_line(e, number, e.what(), std::nullopt, ExitCode::failed);
    }
  }

  std::string error_line(const std::exception& e, std::size_t number, const std::string& shown,
                         std::optional<std::size_t> column, ExitCode code) {
    ++bad_;
    code_ = worse(code_, code);
    if (!options_.json) {
      return fmt::format("{} {}\n", streams_.out.paint(Style::bad, fmt::format("line {}:", number)), shown);
    }
    nlohmann::ordered_json j{{"line", number}, {"error", e.what()}};
    if (column) j["column"] = *column + 1;
    return json_line(j);
  }

  const BatchOptions& options_;
  const Streams& streams_;
  const AnswerCall& answer_;
  ExitCode code_ = ExitCode::promised;
  std::size_t asked_ = 0;
  std::size_t bad_ = 0;
};

}  // namespace

ExitCode answer_calls(const BatchOptions& options, const Streams& streams, const AnswerCall& answer) {
  std::span<const std::string> words = options.words;
  const bool from_input = !words.empty() && words.back() == "-";
  if (from_input) words = words.first(words.size() - 1);
  const std::string line = fmt::format("{}", fmt::join(words, " "));
  if (from_input) return Batch(options, streams, answer).run(read_prefix(line));
  const Answer a = answer(read_call(line, {}, options.reading), true);
  streams.out.write(a.text);
  return a.code;
}

std::string call_text(const ParsedCall& call) {
  std::string text = fmt::format("{} {}", call.row->name, info(call.format).name);
  for (const auto& lanes : call.arguments) {
    char separator = ' ';
    for (const Value& v : lanes) {
      text += separator;
      text += exact_form(v);
      separator = ',';
    }
  }
  return text;
}

nlohmann::ordered_json one_or_list(const nlohmann::ordered_json& list) { return list.size() == 1 ? list[0] : list; }

nlohmann::ordered_json arguments_json(const ParsedCall& call) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const auto& lanes : call.arguments) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Value& v : lanes) list.push_back(pattern(v));
    all.push_back(one_or_list(list));
  }
  return all;
}

}  // namespace classay
