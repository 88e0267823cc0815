#include "harness/supervisor/result_check.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string_view>

#include "harness/journal/case_result.h"
#include "harness/journal/tally_json.h"
#include "harness/journal/task.h"
#include "reference/judge/error_step.h"
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

bool is_good(CaseVerdict v) {
  return v == CaseVerdict::pass || v == CaseVerdict::quality_warning || v == CaseVerdict::partial;
}

// Returns the number of inputs out of which a time-limited case ran a part. 0: it ran all.
std::uint64_t part_of(const CaseResult& result, const Task& task) {
  return task.case_time > 0 && result.inputs ? result.inputs->of.value_or(0) : 0;
}

std::uint64_t inputs_of(const CaseResult& result) { return result.inputs ? result.inputs->count : 0; }

// Excludes inputs of the data files, which only the worker reads. A shard consists of complete batches and may have few
// inputs. The size of a part comes from the worker's own checkpoint.
std::uint64_t fewest_inputs(const Assignment& assignment, int width) {
  const Task& task = assignment.task;
  const auto lanes = static_cast<std::uint64_t>(vector_lanes(task.unit));
  const Plan plan = plan_of(task);
  if (const std::uint64_t part = inputs_of_part(task.state.get()); assignment.may_be_part && part > 0) {
    // Vectors do not run the inputs for scalars only, which come last where there are data files.
    const bool has_all = width == 1 || plan.scalars_from() == plan.count();
    return (has_all ? part : inputs_of_part(task.state.get(), plan.scalars_from())) / lanes;
  }
  if (task.shard.of > 1) return 1;
  return plan.count(width) / lanes;
}

// Returns whether a part of the inputs, with some of the failures, can confirm the result.
bool can_be_confirmed(const CaseResult& result, const Tally& tally) {
  if (!result.to_confirm) return true;
  const auto& [state, failed] = *result.to_confirm;
  return (failed > 0 || tally.failed() == 0) && failed <= tally.failed() && inputs_of_part(state.get()) > 0;
}

// Counts the inputs of programs that did not build.
std::uint64_t unbuilt_inputs(const CaseResult& result) {
  std::uint64_t sum = 0;
  for (const UnbuiltProgram& u : result.unbuilt) add_count(sum, u.inputs);
  return sum;
}

// Counts failures outside the tally: results never stored or stored elsewhere, wrong digests, second launches, other call
// variants, a search. A variant that could not run is also a failure.
std::uint64_t failures_beside(const CaseResult& result) {
  std::uint64_t sum = 0;
  add_count(sum, result.counts->unwritten);
  add_count(sum, result.counts->beyond_end);
  // If all results were read, wrong digests are a quality warning.
  const bool is_all_read = result.counts->by_digest.value_or(0) == 0;
  const bool is_warning = is_all_read && is_good(result.verdict) && result.verdict != CaseVerdict::pass;
  if (!is_warning) add_count(sum, result.counts->wrong_digests.value_or(0));
  for (const FormResult& form : result.forms) {
    add_count(sum, form.failed);
    add_count(sum, form.unasked ? 1 : 0);
  }
  if (result.second_launch) add_count(sum, result.second_launch->wrong);
  if (result.search) add_count(sum, result.search->failed);
  return sum;
}

std::string objection_to_counts(const ResultCounts& counts, std::uint64_t told) {
  // Missing results may be undefined values, and are then not counted as failures.
  if (counts.wrong_digests.value_or(0) > counts.digests_checked.value_or(0)) {
    return "it counts more wrong_digests than digests_checked";
  }
  if (counts.bitwise_equal_to_scalar > told) return "it counts more bitwise_equal_to_scalar than inputs";
  if (counts.by_digest.value_or(0) > told) return "it counts more by_digest than inputs";
  return "";
}

std::string objection_to_second_launch(const CaseResult& result) {
  if (!result.second_launch) return "";
  if (result.second_launch->wrong > result.second_launch->differing) {
    return "more wrong results of a second launch than differ from the first";
  }
  return result.verdict == CaseVerdict::pass ? "results that differ from launch to launch under the verdict pass" : "";
}

std::string text_of(std::optional<double> number) { return number ? number_text(*number) : "null"; }

// The summary figure equals that of the first worst sample.
std::string objection_to_largest(const CaseResult& result, const Tally& tally) {
  const bool has_none = !result.max_ulp || !*result.max_ulp;
  if (tally.worst().empty()) return has_none ? "" : "a largest error, and no input was judged";
  if (has_none) return "it judged inputs, and has no largest error";
  const double largest = std::fabs(tally.worst().front().ulps);
  const std::optional<double> expected = std::isfinite(largest) ? std::optional(largest) : std::nullopt;
  const std::optional<double> told = (*result.max_ulp)->value;
  return told == expected ? "" : "its largest error is " + text_of(told) + ", and that of its samples " + text_of(expected);
}

// As largest_right, for calls without limits of their own.
std::optional<double> largest_of_promise(const Assignment& assignment) {
  const Task& task = assignment.task;
  const Unit& unit = task.unit;
  const std::vector<Type> types = result_types(*unit.row, unit.format);
  if (types.size() != 1 || !is_float(types.front()) || unit.mode != Mode::standard) return std::nullopt;
  if (!assignment.device.arithmetic || assignment.device.arithmetic(unit.format).flushes) return std::nullopt;
  if (task.limit) return task.limit->ulp;
  const int lanes = lanes_of_truth(case_of(unit, unit.widths.front()));
  const Promise promised = promise(*unit.row, unit.format, task.edition, task.profile, unit.mode, lanes);
  if (promised.flushing == Flushing::always) return std::nullopt;
  const auto* ulp = std::get_if<Ulp>(&promised.limit);
  return ulp == nullptr ? std::nullopt : std::optional(ulp->n);
}

// Returns the largest error in ulp of a right result. nullopt: no numeric limit, or an exception allows a larger error.
std::optional<double> largest_right(const Assignment& assignment) {
  std::optional<double> largest = largest_of_promise(assignment);
  for (const StatedLimit& limit : assignment.task.range_limits) {
    if (largest) largest = std::max(*largest, limit.ulp);
  }
  for (const ListedCall& call : assignment.task.calls) {
    if (largest && call.limit) largest = std::max(*largest, call.limit->ulp);
  }
  return largest;
}

std::string under(std::uint64_t count, const char* what, CaseVerdict verdict) {
  return std::to_string(count) + " " + what + " under the verdict " + std::string(name(verdict));
}

// Every number of a pass must be free of failures.
std::string objection_to_pass(const CaseResult& result, const Tally& tally, const Assignment& assignment) {
  const CaseVerdict verdict = result.verdict;
  if (tally.failed() > 0) return under(tally.failed(), "failures", verdict);
  if (const std::uint64_t beside = failures_beside(result); beside > 0) return under(beside, "failures next to it", verdict);
  if (verdict != CaseVerdict::pass) return "";
  if (tally.poor() > 0) return under(tally.poor(), "poor results", verdict);
  if (tally.worst().empty()) return "";
  const double largest = std::fabs(tally.worst().front().ulps);
  // Without such a limit even a NaN may be right: the products of a dot product may overflow when their sum does not.
  const std::optional<double> limit = largest_right(assignment);
  if (!limit) return "";
  if (!std::isfinite(largest)) return "a largest error that is not a number under the verdict pass";
  if (resolved_error(largest) - kErrorStep > *limit) {
    return "a largest error of " + number_text(largest) + " ulp under the verdict pass, and the limit is " +
           number_text(*limit);
  }
  return "";
}

// The reason of a pass is empty or names the limit that was applied.
bool is_reason_of_pass(const CaseResult& result, const std::string& reason) {
  return reason.empty() || (result.limit && reason == judged_by_reason(result.limit->text, result.limit->clause));
}

bool begins_with_a_share(const std::string& reason, const std::string& share) {
  const std::size_t digits = reason.find_first_not_of("0123456789");
  const std::size_t rest = digits == 0 || digits == std::string::npos ? std::string::npos : digits;
  if (rest == std::string::npos || reason.compare(rest, 4, " of ") != 0) return false;
  const std::size_t end = reason.find_first_not_of("0123456789", rest + 4);
  if (end == std::string::npos || end == rest + 4) return false;
  return reason.compare(end, 14, " results wrong") == 0 && !reason.starts_with(share);
}

std::string objection_to_reason(const CaseResult& result, const Tally& tally, const Assignment& assignment) {
  const CaseVerdict verdict = result.verdict;
  const std::string reason = without_clock(result.reason, result.clock);
  if (verdict == CaseVerdict::pass && !is_reason_of_pass(result, reason)) {
    return "the verdict pass with the reason " + shortened(reason);
  }
  if (verdict == CaseVerdict::partial) {
    const std::string cut = cut_reason(inputs_of(result), part_of(result, assignment.task), assignment.task.case_time);
    const bool is_cut = reason == cut || reason.starts_with(cut + "; of these: ");
    if (!is_cut) return "the verdict partial with the reason " + shortened(reason);
  }
  if (verdict == CaseVerdict::quality_warning && reason.empty()) return "the verdict quality-warning without a reason";
  // Other call variants and a search report their own shares, and only when the tally has no failure.
  const bool is_of_tally = is_good(verdict) || tally.failed() > 0;
  if (is_of_tally && begins_with_a_share(reason, share_reason(tally.failed(), tally.judged()))) {
    return "the reason " + shortened(reason) + ", and " + std::to_string(tally.failed()) + " of " +
           std::to_string(tally.judged()) + " failed";
  }
  return "";
}

std::string objection_to_inputs(const CaseResult& result, const Tally& tally, std::uint64_t unbuilt,
                                const Assignment& assignment, int width) {
  const std::uint64_t told = inputs_of(result);
  if (told != tally.judged() + tally.undefined()) {
    return "it reports " + std::to_string(told) + " inputs and accounts for " +
           std::to_string(tally.judged() + tally.undefined());
  }
  const std::uint64_t whole = part_of(result, assignment.task);
  // A pass of a part of the inputs would be partial, so any better verdict covers all inputs.
  const bool is_part = whole > told && result.verdict >= CaseVerdict::partial;
  if (result.verdict == CaseVerdict::partial && !is_part) return "the verdict partial, and nothing was left out";
  if ((is_part ? whole : told) + unbuilt < fewest_inputs(assignment, width)) {
    return "it reports " + std::to_string(told) + " inputs, and the plan has more";
  }
  return objection_to_counts(*result.counts, told);
}

// Returns why the numbers of a result about inputs, and those in its reason, are not credible: they do not agree with each
// other, with its verdict or with its reason. `tally`: that of the result. Throws std::invalid_argument for counts that
// cannot be added.
std::string objection_to_numbers(const CaseResult& result, const Tally& tally, const Assignment& assignment, int width) {
  const CaseVerdict verdict = result.verdict;
  if (!result.counts) return "it has no counts";
  const bool has_logs = std::ranges::none_of(result.unbuilt, [](const UnbuiltProgram& u) { return u.log.empty(); });
  if (!has_logs) return "it reports a program that was not built, without its log";
  const std::uint64_t unbuilt = unbuilt_inputs(result);
  if (is_good(verdict) && unbuilt > 0) return under(unbuilt, "inputs of a program that was not built", verdict);
  if (tally.judged() == 0 && unbuilt == 0 && verdict != CaseVerdict::partial) return "it judged no input";
  if (is_good(verdict)) {
    if (std::string why = objection_to_pass(result, tally, assignment); !why.empty()) return why;
  } else if (verdict == CaseVerdict::fail && tally.failed() + unbuilt + failures_beside(result) == 0) {
    return "the verdict fail, and nothing failed";
  }
  if (std::string why = objection_to_inputs(result, tally, unbuilt, assignment, width); !why.empty()) return why;
  if (std::string why = objection_to_second_launch(result); !why.empty()) return why;
  if (!result.clock.empty() && !result.clock.starts_with(kClockReason)) {
    return "a different sentence about the device's clock: " + shortened(result.clock);
  }
  if (!can_be_confirmed(result, tally)) return "its command to repeat the failures is wrong";
  if (std::string why = objection_to_largest(result, tally); !why.empty()) return why;
  return objection_to_reason(result, tally, assignment);
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
