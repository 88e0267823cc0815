#include "harness/supervisor/confirmation.h"

#include <array>
#include <nlohmann/json.hpp>

namespace classay {
namespace {

constexpr std::size_t kOutcomes = 6;
using Row = std::array<Meaning, kOutcomes>;

// Rows: first outcome; columns: second outcome. The order is right, wrong, ended, resources, outside, ours. When the first
// outcome is not evidence, a right or wrong second outcome counts as the first one.
constexpr std::array<Row, kOutcomes> kMeanings = [] {
  using enum Meaning;
  return std::array<Row, kOutcomes>{{
      {second, wrong_once, second, nothing, nothing, second},        // right
      {flake, fail, nothing, nothing, nothing, nothing},             // wrong
      {flake, wrong_once, second, nothing, nothing, second},         // ended
      {second, wrong_once, second, second, nothing, second},         // resources: twice is enough
      {second, wrong_once, second, nothing, nothing, second},        // outside
      {harness_error, wrong_once, second, nothing, nothing, second}  // ours
  }};
}();

std::string counted(const Json& result) {
  const CaseSummary s = summary(result);
  std::string text(name(s.verdict));
  if (s.judged > 0) text += ", " + std::to_string(s.failed) + " of " + std::to_string(s.judged);
  // Some failures are not in the tally; only the reason reports them.
  if (s.failed == 0 && outcome_of(s.verdict) == CaseOutcome::wrong && !s.reason.empty()) text += ": " + s.reason;
  return text;
}

std::string in_words(const TaskOutput& answer, int width) {
  if (!answer.abnormal) return counted(*answer.results.at(width));
  return std::string(name(answer.abnormal->verdict)) + ", " + answer.abnormal->reason;
}

// Compares only the failure: the wrong results and their number, not how the device reached them.
bool is_same_failure(const Json& attempt, const Json& second) {
  const auto value = [](const Json& j, const char* key) { return j.contains(key) ? j.at(key) : Json(); };
  const Json& part = part_to_confirm(attempt);
  const std::uint64_t failed = part.is_null() ? summary(attempt).failed : part.at("failed").get<std::uint64_t>();
  return value(attempt, "verdict") == value(second, "verdict") && failed == summary(second).failed &&
         value(attempt, "first") == value(second, "first") &&
         (!part.is_null() || value(attempt, "second_launch") == value(second, "second_launch"));
}

Json with_note(Json result, const std::string& note) {
  const std::string reason = result.value("reason", "");
  result["reason"] = reason + (reason.empty() ? "" : "; ") + note;
  return result;
}

}  // namespace

CaseOutcome outcome_of(CaseVerdict verdict) {
  switch (verdict) {
    case CaseVerdict::fail:
    case CaseVerdict::flake: return CaseOutcome::wrong;
    case CaseVerdict::timeout:
    case CaseVerdict::crash:
    case CaseVerdict::device_lost: return CaseOutcome::ended;
    case CaseVerdict::resource_error: return CaseOutcome::resources;
    case CaseVerdict::harness_error: return CaseOutcome::ours;
    case CaseVerdict::killed:
    case CaseVerdict::missing: return CaseOutcome::outside;
    case CaseVerdict::pass:
    case CaseVerdict::quality_warning:
    case CaseVerdict::skip:
    case CaseVerdict::unsupported:
    case CaseVerdict::partial:
    case CaseVerdict::xfail: break;
  }
  return CaseOutcome::right;
}

CaseOutcome outcome_of(CaseVerdict verdict, Blame blame) {
  switch (blame) {
    case Blame::ours: return CaseOutcome::ours;
    case Blame::outside: return CaseOutcome::outside;
    case Blame::resources: return CaseOutcome::resources;
    case Blame::driver:
    case Blame::unknown: break;
  }
  return outcome_of(verdict);
}

CaseOutcome outcome_of_result(CaseVerdict verdict) {
  const CaseOutcome outcome = outcome_of(verdict);
  return outcome == CaseOutcome::ended ? CaseOutcome::wrong : outcome;
}

CaseOutcome outcome_of(const TaskOutput& answer, int width) {
  if (answer.abnormal) return outcome_of(answer.abnormal->verdict, answer.abnormal->blame);
  return outcome_of_result(summary(*answer.results.at(width)).verdict);
}

CaseVerdict verdict_without_device(CaseVerdict verdict, Blame blame) {
  const CaseOutcome outcome = outcome_of(verdict, blame);
  return outcome == CaseOutcome::ended || outcome == CaseOutcome::wrong ? CaseVerdict::device_lost : verdict;
}

Meaning meaning(CaseOutcome first, CaseOutcome second) {
  return kMeanings.at(static_cast<std::size_t>(first)).at(static_cast<std::size_t>(second));
}

Meaning last_meaning(CaseOutcome first, CaseOutcome second) {
  const Meaning meant = meaning(first, second);
  if (meant != Meaning::nothing) return meant;
  if (first != CaseOutcome::wrong) return Meaning::second;
  // If the suite itself fails the second time, its first outcome is not reliable either.
  return second == CaseOutcome::ours ? Meaning::harness_error : Meaning::fail;
}

const Json& part_to_confirm(const Json& attempt) {
  static const Json none;
  const auto part = attempt.find("to_confirm");
  return part != attempt.end() ? *part : none;
}

Json confirmed(const Json& attempt, const TaskOutput& second, int width) {
  const bool is_part = !part_to_confirm(attempt).is_null();
  const CaseOutcome outcome = outcome_of(second, width);
  const std::string what = in_words(second, width);
  const std::string how = std::string("run again, alone, with ") +
                          (is_part ? "the inputs of the launches that failed: " : "the same inputs: ") + what;
  if (outcome == CaseOutcome::wrong) {
    const bool is_same = !second.abnormal && is_same_failure(attempt, *second.results.at(width));
    // The first result was compared with the other widths, so it is kept.
    return is_same ? attempt : with_note(attempt, how + ", with other wrong results");
  }
  if (outcome == CaseOutcome::right) {
    Json result = is_part ? attempt : *second.results.at(width);
    result["verdict"] = name(CaseVerdict::flake);
    result["reason"] = "first: " + counted(attempt) + "; " + how;
    if (attempt.contains("second_launch")) result["second_launch"] = attempt.at("second_launch");
    return result;
  }
  const bool is_ours = last_meaning(CaseOutcome::wrong, outcome) == Meaning::harness_error;
  if (!is_ours) return unconfirmed(attempt, what);
  Json result = with_note(attempt, how);
  result["verdict"] = name(CaseVerdict::harness_error);
  return result;
}

Json unconfirmed(const Json& attempt, const std::string& why) {
  return with_note(attempt, "could not be run again: " + why);
}

Json right_alone(const Json& result, const Record::Ended& ended, std::optional<int> by) {
  Json line = result;
  const std::string what = "in flight when the worker ended (" + ended.reason + ")";
  const CaseOutcome first = outcome_of(ended.verdict, ended.blame);
  if (by) {
    line["reason"] = what + ", which v" + std::to_string(*by) + " does alone, too";
    return line;
  }
  line["reason"] = what + "; alone: " + counted(result);
  const Meaning meant = meaning(first, CaseOutcome::right);
  if (meant == Meaning::flake) line["verdict"] = name(CaseVerdict::flake);
  if (meant == Meaning::harness_error) line["verdict"] = name(CaseVerdict::harness_error);
  return line;
}

}  // namespace classay
