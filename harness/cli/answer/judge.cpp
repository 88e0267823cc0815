// `classay judge`: judges given results.
#include "reference/judge/judge.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "harness/cli/answer/answer.h"
#include "harness/cli/terminal/terminal.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kErrorDigits = 8;

class Court {
 public:
  explicit Court(const JudgeOptions& options)
      : options_(options),
        device_{.rounding = options.toward_zero ? Rounding::rtz : Rounding::rne, .flushes = options.flushes} {}

  Judgement judge(const ParsedCall& call) {
    std::vector<Bits> results;
    for (const Value& v : call.results) results.push_back(v.bits);
    return classay::judge(promise_of(call), call.call(), results,
                          arithmetic(mode_under(options_.edition, options_.mode), call.format, device_));
  }

  const Promise& promise_of(const ParsedCall& call) {
    const std::tuple key{call.row, call.format, call.lanes};
    const auto found = promises_.find(key);
    if (found != promises_.end()) return found->second;
    Promise p = promise(*call.row, call.format, options_.edition, options_.profile, options_.mode, call.lanes);
    return promises_.emplace(key, std::move(p)).first->second;
  }

 private:
  const JudgeOptions& options_;
  Arithmetic device_;
  std::map<std::tuple<const Row*, Type, int>, Promise> promises_;
};

// The results as one pattern or a list, like the truths.
Json results_json(const ParsedCall& call) {
  Json list = Json::array();
  for (const Value& v : call.results) list.push_back(pattern(v));
  return one_or_list(list);
}

std::string answer_json(const ParsedCall& call, const Judgement& judgement, const Limit& limit) {
  Json j{{"name", call.row->name},       {"format", info(call.format).name},   {"args", arguments_json(call)},
         {"result", results_json(call)}, {"verdict", name(judgement.verdict)}, {"error", nullptr},
         {"limit", text(limit)},         {"clause", judgement.clause},         {"reading", nullptr}};
  if (judgement.error) {
    const Enclosure e = enclosure(*judgement.error, kErrorDigits);
    j["error"] = {{"low", e.low}, {"high", e.high}};
  }
  if (!judgement.reading.empty()) j["reading"] = judgement.reading;
  if (!judgement.why.empty()) j["why"] = judgement.why;
  if (!call.notes.empty()) j["notes"] = call.notes;
  return json_line(j);
}

std::string with_results(const ParsedCall& call) {
  std::string text = call_text(call) + " =";
  for (const Value& v : call.results) {
    text += ' ';
    text += exact_form(v);
  }
  return text;
}

std::string verdict_text(Verdict verdict, const Terminal& out) {
  const Style style = verdict == Verdict::right ? Style::good : verdict == Verdict::wrong ? Style::bad : Style::warning;
  return out.paint(style, fmt::format("{:<9}", name(verdict)));
}

std::string error_text(const Judgement& judgement) {
  return judgement.error ? between(enclosure(*judgement.error, kErrorDigits)) + " ulp" : "none that is a number";
}

std::string line(std::string_view label, const std::string& value) {
  return value.empty() ? "" : fmt::format("  {:<9}  {}\n", label, value);
}

// Details for people about a result that is not right.
std::string details(const ParsedCall& call) {
  std::string text;
  for (const Value& v : call.flat) text += line("argument", in_words(v));
  for (const Value& v : call.results) text += line("result", in_words(v));
  for (const Component& c : components(call)) {
    text += line("exact", between(c.value));
    if (c.rounded[0] && is_float(c.type)) text += line("nearest", in_words({c.type, *c.rounded[0]}));
  }
  return text;
}

std::string answer_text(const ParsedCall& call, const Judgement& judgement, const Limit& limit, bool full,
                        const Terminal& out) {
  std::string answer = fmt::format("{}  {}\n", verdict_text(judgement.verdict, out), with_results(call));
  if (!full && judgement.verdict == Verdict::right) {
    answer.pop_back();
    const std::string reading = judgement.reading.empty() ? "" : ", by the reading " + judgement.reading;
    return answer +
           fmt::format("   error {}, limit {}, {}{}\n", error_text(judgement), text(limit), judgement.clause, reading);
  }
  answer += line("why", judgement.why) + line("error", error_text(judgement)) + line("limit", text(limit));
  answer += line("clause", judgement.clause) + line("reading", judgement.reading) + details(call);
  for (const std::string& note : call.notes) answer += line("note", note);
  return answer;
}

}  // namespace

ExitCode judge_command(const JudgeOptions& options, const Streams& streams) {
  const BatchOptions batch{
      .words = options.words,
      .reading = {.notation = options.bits ? Notation::bits : Notation::value, .with_results = true},
      .json = options.json,
  };
  Court court(options);
  return answer_calls(batch, streams, [&](const ParsedCall& call, bool alone) -> Answer {
    const Judgement judgement = court.judge(call);
    const Limit& limit = court.promise_of(call).limit;
    const ExitCode code = judgement.verdict == Verdict::wrong ? ExitCode::unexpected : ExitCode::promised;
    return {options.json ? answer_json(call, judgement, limit) : answer_text(call, judgement, limit, alone, streams.out),
            code};
  });
}

}  // namespace classay
