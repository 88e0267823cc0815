#include "harness/supervisor/confirmation.h"

#include <array>

#include "harness/journal/result_fields.h"

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

std::uint64_t failures(const CaseResult& result) { return result.counts ? result.counts->failed : 0; }

std::string counted(const CaseResult& result) {
  std::string text(name(result.verdict));
  const std::uint64_t judged = result.counts ? result.counts->judged : 0;
  const std::uint64_t failed = failures(result);
  if (judged > 0) text += ", " + std::to_string(failed) + " of " + std::to_string(judged);
  // Some failures are not in the tally; only the reason reports them.
  if (failed == 0 && outcome_of(result.verdict) == CaseOutcome::wrong && !result.reason.empty())
    text += ": " + result.reason;
  return text;
}

std::string in_words(const TaskOutput& answer, int width) {
  if (!answer.abnormal) return counted(answer.results.at(width));
  return std::string(name(answer.abnormal->verdict)) + ", " + answer.abnormal->reason;
}

Json first_failures(const CaseResult& result) {
  return Codec<std::vector<ResultSample>>::write(result.tally ? result.tally->first : std::vector<ResultSample>());
}

// Compares only the failure: the wrong results and their number, not how the device reached them.
bool is_same_failure(const CaseResult& attempt, const CaseResult& second) {
  using Launch = Codec<std::optional<SecondLaunch>>;
  const std::uint64_t failed = attempt.to_confirm ? attempt.to_confirm->failed : failures(attempt);
  return attempt.verdict == second.verdict && failed == failures(second) &&
         first_failures(attempt) == first_failures(second) &&
         (attempt.to_confirm || Launch::write(attempt.second_launch) == Launch::write(second.second_launch));
}

CaseResult with_note(CaseResult result, const std::string& note) {
  result.reason += (result.reason.empty() ? "" : "; ") + note;
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
  return outcome_of_result(answer.results.at(width).verdict);
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

bool repeats(const CaseResult& attempt, const TaskOutput& second, int width) {
  return !second.abnormal && outcome_of(second, width) == CaseOutcome::wrong &&
         is_same_failure(attempt, second.results.at(width));
}

CaseResult confirmed(const CaseResult& attempt, const TaskOutput& second, int width) {
  const bool is_part = attempt.to_confirm.has_value();
  const CaseOutcome outcome = outcome_of(second, width);
  const std::string what = in_words(second, width);
  const std::string how = std::string("run again, alone, with ") +
                          (is_part ? "the inputs of the launches that failed: " : "the same inputs: ") + what;
  if (outcome == CaseOutcome::wrong) {
    // The first result was compared with the other widths, so it is kept.
    return repeats(attempt, second, width) ? attempt : with_note(attempt, how + ", with other wrong results");
  }
  if (outcome == CaseOutcome::right) {
    CaseResult result = is_part ? attempt : second.results.at(width);
    result.verdict = CaseVerdict::flake;
    result.reason = "first: " + counted(attempt) + "; " + how;
    if (attempt.second_launch) result.second_launch = attempt.second_launch;
    return result;
  }
  const bool is_ours = last_meaning(CaseOutcome::wrong, outcome) == Meaning::harness_error;
  if (!is_ours) return unconfirmed(attempt, what);
  CaseResult result = with_note(attempt, how);
  result.verdict = CaseVerdict::harness_error;
  return result;
}

CaseResult unconfirmed(const CaseResult& attempt, const std::string& why) {
  return with_note(attempt, "could not be run again: " + why);
}

CaseResult right_alone(const CaseResult& result, const Record::Ended& ended, std::optional<int> by) {
  CaseResult alone = result;
  const std::string what = "in flight when the worker ended (" + ended.reason + ")";
  if (by) {
    alone.reason = what + ", which v" + std::to_string(*by) + " does alone, too";
    return alone;
  }
  alone.reason = what + "; alone: " + counted(result);
  const Meaning meant = meaning(outcome_of(ended.verdict, ended.blame), CaseOutcome::right);
  if (meant == Meaning::flake) alone.verdict = CaseVerdict::flake;
  if (meant == Meaning::harness_error) alone.verdict = CaseVerdict::harness_error;
  return alone;
}

}  // namespace classay
