// Feeds any result of a worker to the supervisor, which must accept it or object, but never fail. An accepted good verdict
// must agree with the numbers of the result.
#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/supervisor/testing.h"
#include "reference/judge/error_step.h"
#include "tools/fuzz/edits.h"

namespace {

using namespace classay;  // NOLINT(google-build-using-namespace): a program of one file

// Returns whether the numbers of a pass confirm it.
bool is_borne_out(const CaseResult& result, const Tally& tally) {
  const ResultCounts& counts = *result.counts;
  const bool is_clean = tally.failed() == 0 && tally.poor() == 0 && tally.first_failures().empty() &&
                        counts.unwritten + counts.beyond_end + counts.wrong_digests.value_or(0) == 0;
  const double largest = std::fabs(tally.worst().front().ulps);
  return is_clean && largest <= 4 + kErrorStep && result.max_ulp.value()->value == largest &&
         (result.reason.empty() || result.reason.starts_with("judged by "));
}

void check(const Task& task, const std::string& text) {
  static const DeviceFacts facts{.unsupported = [](const Case&) { return std::optional<std::string>(); },
                                 .arithmetic = [](Type) { return Arithmetic{}; }};
  const Json line = read_json_if(text).value_or(Json());
  if (!line.is_object()) return;  // the reader of a worker's lines ignores it, too
  const auto [objection, result, width] = checked_result(line, {.task = task, .device = facts});
  if (!objection.empty()) return;
  fuzz::require(width == 1 || width == 2, "a case that was not asked is believed", text);
  case_result_from(to_json(result));  // must not throw, because a journal will contain it
  const CaseVerdict verdict = result.verdict;
  fuzz::require(verdict != CaseVerdict::unsupported && verdict != CaseVerdict::skip && verdict != CaseVerdict::xfail,
                "a good verdict without a proof is believed", text);
  if (verdict != CaseVerdict::pass && verdict != CaseVerdict::quality_warning) return;
  const Tally tally = tally_of(result);
  fuzz::require(tally.failed() == 0 && tally.judged() > 0, "a pass is believed that is none", text);
  fuzz::require(verdict != CaseVerdict::pass || is_borne_out(result, tally), "a pass is believed against its numbers", text);
  fuzz::require(tally.judged() + tally.undefined() >= plan_of(task).count(width), "a pass of less than the plan is believed",
                text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Task task = task_of("clc/math/sin/f32/default/v1");
  static const std::array answers{honest_result(task, 0), honest_result(task, 3)};
  std::span<const std::uint8_t> bytes(data, size);
  if (bytes.empty()) return 0;
  const std::uint8_t how = bytes[0];
  bytes = bytes.subspan(1);
  if ((how & 1U) != 0) {
    check(task, std::string(bytes.begin(), bytes.end()));
  } else {
    check(task, fuzz::edited(answers.at((how >> 1U) & 1U), bytes, 4).dump());
  }
  return 0;
}
