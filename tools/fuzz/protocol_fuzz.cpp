// Feeds any result of a worker to the supervisor, which must accept it or object, but never fail. An accepted good verdict
// must agree with the numbers of the result.
#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/journal/journal_check.h"
#include "harness/supervisor/testing.h"
#include "reference/judge/error_step.h"
#include "tools/fuzz/edits.h"

namespace {

using namespace classay;  // NOLINT(google-build-using-namespace): a program of one file

// Returns whether the numbers of a pass confirm it.
bool is_borne_out(const Json& line, const Tally& tally) {
  const Json& counts = line.at("counts");
  const auto count = [&](const char* key) { return counts.value(key, std::uint64_t{0}); };
  const bool is_clean = tally.failed() == 0 && tally.poor() == 0 && tally.first_failures().empty() &&
                        count("unwritten") + count("beyond_end") + count("wrong_digests") == 0;
  const double largest = std::fabs(tally.worst().front().ulps);
  const Json& told = line.at("max_ulp").at("value");
  const std::string reason = line.value("reason", "");
  return is_clean && largest <= 4 + kErrorStep && told.is_number() && told.get<double>() == largest &&
         (reason.empty() || reason.starts_with("judged by "));
}

void check(const Task& task, const std::string& text) {
  static const DeviceFacts facts{.unsupported = [](const Case&) { return std::optional<std::string>(); },
                                 .arithmetic = [](Type) { return Arithmetic{}; }};
  const Json line = read_json_if(text).value_or(Json());
  if (!line.is_object()) return;  // the reader of a worker's lines ignores it, too
  int width = 0;
  if (!objection(line, {.task = task, .device = facts}, width).empty()) return;
  fuzz::require(width == 1 || width == 2, "a case that was not asked is believed", text);
  check_result_fields(line);  // must not throw, because a journal will contain it
  const CaseVerdict verdict = *case_verdict_named(line.at("verdict").get<std::string>());
  fuzz::require(verdict != CaseVerdict::unsupported && verdict != CaseVerdict::skip && verdict != CaseVerdict::xfail,
                "a good verdict without a proof is believed", text);
  if (verdict != CaseVerdict::pass && verdict != CaseVerdict::quality_warning) return;
  const Tally tally = tally_from(line);
  fuzz::require(tally.failed() == 0 && tally.judged() > 0, "a pass is believed that is none", text);
  fuzz::require(verdict != CaseVerdict::pass || is_borne_out(line, tally), "a pass is believed against its numbers", text);
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
