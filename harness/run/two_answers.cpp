#include "harness/run/two_answers.h"

#include "harness/run/record.h"

namespace classay {
namespace {

// Two answers to the same question. What the device took for it, or how it got there, does not matter.
bool same_outcome(const Json& attempt, const Json& second) {
  const auto value = [](const Json& j, const char* key) { return j.contains(key) ? j.at(key) : Json(); };
  const Json& part = part_to_ask(attempt);
  const std::uint64_t failed = part.is_null() ? summary(attempt).failed : part.at("failed").get<std::uint64_t>();
  return value(attempt, "verdict") == value(second, "verdict") && failed == summary(second).failed &&
         value(attempt, "first") == value(second, "first");
}

}  // namespace

Json verdict_line(const std::string& case_name, CaseVerdict verdict, const std::string& reason) {
  return {{"kind", "result"}, {"case", case_name}, {"verdict", name(verdict)}, {"reason", reason}};
}

bool is_abnormal(CaseVerdict v) {
  return v == CaseVerdict::timeout || v == CaseVerdict::crash || v == CaseVerdict::device_lost ||
         v == CaseVerdict::resource_error || v == CaseVerdict::harness_error;
}

const Json& part_to_ask(const Json& attempt) {
  static const Json none;
  const auto part = attempt.find("to_confirm");
  return part != attempt.end() ? *part : none;
}

Json confirmed(const Json& attempt, const Answer& second, const std::string& case_name) {
  const bool is_part = !part_to_ask(attempt).is_null();
  Json result = attempt;
  std::string how;
  if (second.abnormal) {
    how = std::string(name(second.abnormal->verdict)) + ", " + second.abnormal->reason;
  } else {
    const Json& once_more = second.results.begin()->second;
    if (same_outcome(attempt, once_more)) return result;  // which was compared with the other widths too
    how = counted(once_more);
    if (how == counted(attempt)) how += ", but not the same wrong results";
    if (!is_part) result = once_more;
  }
  result["case"] = case_name;
  result["verdict"] = name(CaseVerdict::flake);
  result["reason"] = "first: " + counted(attempt) + "; asked once more, alone, with " +
                     (is_part ? "those inputs among which the wrong ones are: " : "the same inputs: ") + how;
  return result;
}

std::string counted(const Json& result) {
  const CaseSummary s = summary(result);
  std::string text(name(s.verdict));
  if (s.judged > 0) text += ", " + std::to_string(s.failed) + " of " + std::to_string(s.judged);
  return text;
}

}  // namespace classay
