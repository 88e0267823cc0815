#include "harness/supervisor/result_check.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "harness/journal/case_result.h"
#include "harness/journal/tally_json.h"
#include "harness/journal/task.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

std::optional<int> width_of(const std::string& case_name, const Task& task) {
  for (const int w : task.unit.widths) {
    if (case_name == name(case_of(task.unit, w))) return w;
  }
  return std::nullopt;
}

bool is_end(CaseVerdict v) { return v == CaseVerdict::timeout || v == CaseVerdict::crash; }

// Verdicts that only the supervisor can know. The worker knows how a compiler in a separate process ended, and has its log.
bool is_supervisors(const CaseResult& result) {
  const CaseVerdict v = result.verdict;
  return v == CaseVerdict::flake || v == CaseVerdict::missing || v == CaseVerdict::xfail || v == CaseVerdict::killed ||
         v == CaseVerdict::device_lost || (is_end(v) && result.log.value_or("").empty());
}

// Except for a call variant that the supervisor left out and whose verdict it passed to the worker.
bool is_told(const Task& task, CaseVerdict v) {
  return std::ranges::any_of(task.left_out, [v](const auto& form) { return form.second.verdict == v; });
}

bool stands_for_inputs(CaseVerdict v) {
  return v == CaseVerdict::partial || v == CaseVerdict::pass || v == CaseVerdict::quality_warning ||
         v == CaseVerdict::fail || is_end(v);
}

// Leaves room for the fields that the supervisor adds.
constexpr std::size_t kMostFields = kMostMembers - 16;

// One level less than a record may have, because an attempt contains the result.
bool is_too_deep(const Json& value, std::size_t levels) {
  if (!value.is_structured()) return false;
  if (levels == 0) return true;
  return std::ranges::any_of(value, [levels](const Json& part) { return is_too_deep(part, levels - 1); });
}

// Returns whether the promise limits every result, so that a complete plan has judged inputs. If the user chose the inputs,
// all of them may be undefined.
bool promises_for_all(const Assignment& assignment) {
  const Task& task = assignment.task;
  if (is_of_part(task)) return false;
  if (task.limit) return true;
  const Unit& unit = task.unit;
  if (unit.mode != Mode::standard) return false;
  const Arithmetic device = assignment.device.arithmetic ? assignment.device.arithmetic(unit.format) : Arithmetic{};
  // All results of nan() are NaNs.
  if (unit.row->name == "nan" && !arithmetic(mode_under(task.edition, unit.mode), unit.format, device).nans) return false;
  const int lanes = lanes_of_truth(case_of(unit, unit.widths.front()));
  const Limit limit = promise(*unit.row, unit.format, task.edition, task.profile, unit.mode, lanes).limit;
  return std::holds_alternative<Ulp>(limit) || std::holds_alternative<CorrectlyRounded>(limit) ||
         std::holds_alternative<Exact>(limit);
}

std::string objection_to_skip(const CaseResult& result, const Assignment& assignment) {
  const Task& task = assignment.task;
  if (!result.inputs || !result.counts) return "a malformed result: the verdict skip without numbers";
  const std::uint64_t told = result.inputs->count;
  const std::uint64_t judged = result.counts->judged;
  const std::string reason = without_clock(result.reason, result.clock);
  if (judged > 0 || told != result.counts->undefined) {
    return "the verdict skip, and it judged " + std::to_string(judged) + " inputs";
  }
  const bool may_be_empty = task.shard.of > 1 || assignment.may_be_part;
  if (reason == kNoInputsReason && told == 0 && may_be_empty) return "";
  const std::string text = result.limit ? result.limit->text : "";
  if (reason != no_promise_reason(text) || told == 0) return "the verdict skip for no reason that there is";
  if (!may_be_empty && promises_for_all(assignment)) return "the verdict skip, and something is promised for the inputs";
  return "";
}

std::string objection_to_unsupported(const CaseResult& result, const Assignment& assignment, int width) {
  if (!assignment.device.unsupported) return "";
  const std::optional<std::string> why = assignment.device.unsupported(case_of(assignment.task.unit, width));
  if (!why) return "the verdict unsupported, but the device's description supports the case";
  return result.reason == *why ? "" : "the verdict unsupported for another reason than its description has";
}

std::string objection_to_verdict(const CaseResult& result, const Assignment& assignment, int width) {
  const Task& task = assignment.task;
  const CaseVerdict verdict = result.verdict;
  const std::string spelled(name(verdict));
  if (is_supervisors(result) && !is_told(task, verdict)) {
    return "the verdict " + spelled + ", which a worker cannot determine";
  }
  if (!task.left_out.empty() && verdict <= CaseVerdict::partial) {
    return "the verdict " + spelled + ", where the form '" + task.left_out.begin()->first + "' of the call is left out";
  }
  if (stands_for_inputs(verdict) || is_told(task, verdict)) {
    try {
      return objection_to_numbers(result, tally_of(result), assignment, width);
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
  }
  if (result.reason.empty()) return "the verdict " + spelled + " without a reason";
  if (verdict == CaseVerdict::skip) return objection_to_skip(result, assignment);
  if (verdict == CaseVerdict::unsupported) return objection_to_unsupported(result, assignment, width);
  return "";
}

// Readers reject the complete journal if one record is malformed, so what the reader of a result accepts must also fit into
// a record.
std::string objection_to_shape(const Json& json, const CaseResult& result) {
  if (is_too_deep(json, kDeepest - 1)) return "a result that is nested too deep for a journal";
  if (json.size() > kMostFields) return "a result with too many fields for a journal";
  if (result.baseline) return "a result with the field 'baseline', which is the supervisor's";
  if (result.ended) return "a result with the field 'ended', which is the supervisor's";
  return "";
}

void check(const Json& json, const Assignment& assignment, CheckedResult& checked) {
  if (!json.contains("case") || !json.at("case").is_string()) {
    checked.objection = "a result without a case";
    return;
  }
  const auto& case_name = json.at("case").get_ref<const std::string&>();
  const std::optional<int> width = width_of(case_name, assignment.task);
  if (!width) {
    checked.objection = "a result for " + case_name + ", which was not assigned";
    return;
  }
  checked.width = *width;
  checked.result = case_result_from(json);
  checked.objection = objection_to_shape(json, checked.result);
  if (checked.objection.empty()) checked.objection = objection_to_verdict(checked.result, assignment, *width);
}

}  // namespace

CheckedResult checked_result(const Json& result, const Assignment& assignment) {
  CheckedResult checked;
  try {
    check(result, assignment, checked);
  } catch (const std::invalid_argument& e) {
    checked.objection = std::string("a malformed result: ") + e.what();
  }
  return checked;
}

}  // namespace classay
