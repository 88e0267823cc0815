// Results of an honest worker are believed; a result with one false value is not.
#include "harness/supervisor/result_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "harness/journal/case_result.h"
#include "harness/supervisor/testing.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::Not;

class ResultCheckTest : public testing::Test {
 protected:
  std::string objection_to(const Json& result) const {
    return checked_result(result, {.task = task_, .may_be_part = may_be_part_, .device = facts_}).objection;
  }
  // Returns the objection to a result with one field changed.
  std::string after(Json result, const char* path, const Json& value) const {
    result[Json::json_pointer(path)] = value;
    return objection_to(result);
  }
  Json pass() const { return honest_result(task_, 0); }
  Json fail() const { return honest_result(task_, 4); }
  Json pass_with_error(double ulps) const {
    Tally all;
    const Plan plan = plan_without_data(task_.unit, task_.tier, task_.seed);
    for (std::uint64_t i = 0; i < plan.count(); ++i) {
      all.add({.index = i, .inputs = plan.input(i), .ulps = ulps}, Tally::Outcome::right, 0, false);
    }
    Json result = pass();
    const Json fields = to_json(all, *task_.unit.row, task_.unit.format);
    for (const char* key : {"worst", "first", "signed_histogram", "per_binade"}) result[key] = fields.at(key);
    result["max_ulp"]["value"] = std::isfinite(ulps) ? Json(ulps) : Json();
    return result;
  }
  Json unjudged(const char* verdict, const std::string& reason) const {
    return {{"kind", "result"}, {"case", name(case_of(task_.unit, 1))}, {"verdict", verdict}, {"reason", reason}};
  }

  Task task_ = task_of("clc/math/sin/f32/default/v1");
  DeviceFacts facts_{.unsupported = [](const Case&) { return std::optional<std::string>(); },
                     .arithmetic = [](Type) { return Arithmetic{}; }};
  bool may_be_part_ = false;
};

TEST_F(ResultCheckTest, HonestResultsAreBelieved) {
  EXPECT_EQ(objection_to(pass()), "");
  EXPECT_EQ(objection_to(fail()), "");
  Json one = honest_result(task_, 1);
  one["reason"] = one.at("reason").get<std::string>() + "; first: sin(1) = 2, expected 0x1.aed548p-1";
  EXPECT_EQ(objection_to(one), "");
  EXPECT_EQ(after(pass(), "/reason", "judged by <= 4 ulp, a clause"), "");
}

// The verdict, the counts and the lists change; the reason and the largest error do not.
TEST_F(ResultCheckTest, AFailureThatWasMadeAPassIsSeenByItsReasonAndItsError) {
  Json result = pass();
  EXPECT_THAT(after(result, "/reason", "4 of 10566 results wrong"), HasSubstr("the verdict pass with the reason"));
  EXPECT_THAT(after(result, "/max_ulp/value", nullptr), HasSubstr("its largest error is null"));
  EXPECT_THAT(after(result, "/max_ulp/value", 100.0), HasSubstr("its largest error is 100.0"));
  EXPECT_THAT(after(result, "/max_ulp", nullptr), HasSubstr("has no largest error"));
  EXPECT_THAT(after(fail(), "/verdict", "pass"), HasSubstr("4 failures under the verdict pass"));
}

TEST_F(ResultCheckTest, AnErrorBeyondTheLimitIsNoPass) {
  Json result = fail();
  result["verdict"] = "pass";
  result["reason"] = "";
  result["counts"]["failed"] = 0U;
  result["first"] = Json::array();
  EXPECT_THAT(objection_to(result), HasSubstr("a largest error of 100.0 ulp under the verdict pass, and the limit is 4"));
  // A device that flushes may have a larger error where the specification allows flushing.
  facts_.arithmetic = [](Type) { return Arithmetic{.flushes = true}; };
  EXPECT_EQ(objection_to(result), "");
}

// A half_ function may flush subnormals on a device that keeps them: half_recip(0x1.000002p+126) may be a zero.
TEST_F(ResultCheckTest, AHalfFunctionMayFlush) {
  task_ = task_of("clc/half/half_recip/f32/default/v1");
  EXPECT_EQ(objection_to(pass_with_error(8183289.4)), "");
}

TEST_F(ResultCheckTest, AnErrorThatIsNotANumberIsNoPass) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_THAT(objection_to(pass_with_error(kInfinity)),
              HasSubstr("a largest error that is not a number under the verdict pass"));
  // The limit of these builtins is relative to their largest product, which may overflow.
  for (const char* name : {"clc/geometric/dot/f64/default/v2", "clc/geometric/cross/f64/default/v3"}) {
    task_ = task_of(name);
    task_.unit.widths = {case_named(name)->width};
    may_be_part_ = true;
    EXPECT_THAT(objection_to(pass_with_error(kInfinity)), Not(HasSubstr("largest error"))) << name;
  }
}

TEST_F(ResultCheckTest, FailuresBesideTheTallyAreNoPass) {
  for (const char* key : {"/counts/beyond_end", "/counts/wrong_digests"}) {
    Json result = pass();
    result["counts"]["digests_checked"] = 5U;
    EXPECT_THAT(after(result, key, 1U), HasSubstr("1 failures next to it under the verdict pass")) << key;
  }
  const Json form{{"form", "local"}, {"asked", 9U}, {"differing", 1U}, {"failed", 1U}};
  EXPECT_THAT(after(pass(), "/forms", Json::array({form})), HasSubstr("failures next to it"));
  EXPECT_THAT(after(pass(), "/search", {{"judged", 5U}, {"failed", 2U}}), HasSubstr("failures next to it"));
  EXPECT_THAT(after(pass(), "/counts/poor", 1U), HasSubstr("1 poor results under the verdict pass"));
}

// A device that made wrong digests by its own choice: all results were then read.
TEST_F(ResultCheckTest, WrongDigestsAreAWarningIfAllResultsWereRead) {
  Json result = pass();
  result["verdict"] = "quality-warning";
  result["reason"] = "1 of 5 digests of the device do not match its results; all results were then read";
  result["counts"].update({{"by_digest", 0U}, {"digests_checked", 5U}, {"wrong_digests", 1U}});
  EXPECT_EQ(objection_to(result), "");
  EXPECT_THAT(after(result, "/counts/by_digest", 1U), HasSubstr("1 failures next to it under the verdict quality-warning"));
}

TEST_F(ResultCheckTest, CountsThatContradictEachOtherAreNotBelieved) {
  EXPECT_EQ(after(fail(), "/counts/unwritten", 5U), "") << "where nothing is promised, what was not stored is not wrong";
  EXPECT_THAT(after(pass(), "/counts/bitwise_equal_to_scalar", std::uint64_t{1} << 40U), HasSubstr("than inputs"));
  EXPECT_THAT(after(pass(), "/counts/undefined", 1U), HasSubstr("accounts for"));
  EXPECT_THAT(after(fail(), "/first", Json::array()), HasSubstr("the number of failures is wrong"));
  EXPECT_THAT(after(pass(), "/first", pass().at("worst")), HasSubstr("the number of failures is wrong"));
  Json moved = pass();
  moved["signed_histogram"][0] = moved["signed_histogram"][50];
  moved["signed_histogram"][50] = 0U;
  EXPECT_THAT(objection_to(moved), HasSubstr("not a tally of a sweep"));
}

// The tally does not include second launches.
TEST_F(ResultCheckTest, ASecondLaunchHasItsOwnNumbers) {
  const auto second = [](std::uint64_t differing, std::uint64_t wrong) {
    const Json sample{{"index", 3U}, {"inputs", {"0x3f800000"}}, {"first", "0x3f576aa4"}, {"second", "0x3f576aa5"}};
    return Json{{"differing", differing}, {"wrong", wrong}, {"sample", sample}, {"vector", {"0x3f800000"}}};
  };
  EXPECT_THAT(after(pass(), "/second_launch", second(1, 0)),
              HasSubstr("differ from launch to launch under the verdict pass"));
  EXPECT_THAT(after(pass(), "/second_launch", second(1, 1)), HasSubstr("1 failures next to it under the verdict pass"));
  EXPECT_THAT(after(fail(), "/second_launch", second(1, 2)), HasSubstr("more wrong results of a second launch"));
  Json warning = pass();
  warning["verdict"] = "quality-warning";
  warning["reason"] = "1 result differs between two launches of the same inputs, both within the limit";
  EXPECT_EQ(after(warning, "/second_launch", second(1, 0)), "");
  EXPECT_THAT(after(warning, "/second_launch", second(1, 1)), HasSubstr("under the verdict quality-warning"));
  Json failed = pass();
  failed["verdict"] = "fail";
  failed["reason"] = "1 result wrong in a second launch of the same inputs";
  EXPECT_EQ(after(failed, "/second_launch", second(1, 1)), "");
  EXPECT_THAT(after(failed, "/second_launch", second(1, 0)), HasSubstr("the verdict fail, and nothing failed"));
}

TEST_F(ResultCheckTest, ASentenceOnTheClockMayFollowAnyReason) {
  const std::string clock = std::string(kClockReason) + "by it a launch ended before it began";
  Json result = pass();
  result["clock"] = clock;
  EXPECT_EQ(after(result, "/reason", clock), "");
  EXPECT_THAT(after(result, "/reason", "4 of 9 results wrong; " + clock), HasSubstr("the verdict pass with the reason"));
  EXPECT_THAT(after(result, "/clock", "4 of 9 results wrong"), HasSubstr("a different sentence"));
}

TEST_F(ResultCheckTest, AFailureHasToHaveFailed) {
  EXPECT_THAT(after(pass(), "/verdict", "fail"), HasSubstr("the verdict fail, and nothing failed"));
  EXPECT_THAT(after(fail(), "/reason", "5 of 7 results wrong"), HasSubstr("and 4 of"));
}

TEST_F(ResultCheckTest, AVerdictHasWhatItNeeds) {
  Json none = pass();
  const Json fields = to_json(Tally(), *task_.unit.row, task_.unit.format);
  for (const char* key : {"worst", "first", "signed_histogram", "per_binade"}) none[key] = fields.at(key);
  EXPECT_THAT(after(none, "/counts/judged", 0U), HasSubstr("it judged no input"));
  EXPECT_THAT(objection_to(unjudged("skip", "")), HasSubstr("the verdict skip without a reason"));
  task_.case_time = 60;
  EXPECT_THAT(after(pass(), "/verdict", "partial"), HasSubstr("the verdict partial, and nothing was left out"));
}

// The second run uses the part that the worker names.
TEST_F(ResultCheckTest, APartToConfirmHasFailuresAndInputs) {
  const auto part = [](const Json& failed, const Json& inputs) -> Json {
    return {{"state", {{"only", {{0U, inputs}}}}}, {"failed", failed}};
  };
  EXPECT_EQ(after(fail(), "/to_confirm", part(4U, 10U)), "");
  const std::string why = "its command to repeat the failures is wrong";
  EXPECT_EQ(after(fail(), "/to_confirm", part(5U, 10U)), why) << "more failures than the result has";
  EXPECT_EQ(after(fail(), "/to_confirm", part(0U, 10U)), why);
  EXPECT_EQ(after(fail(), "/to_confirm", part(4U, "ten")), why);
  EXPECT_THAT(after(fail(), "/to_confirm", {{"failed", 4U}}), HasSubstr("the field 'state' is missing"));
}

TEST_F(ResultCheckTest, VerdictsOfTheSupervisorAreNotThoseOfAWorker) {
  for (const char* verdict : {"xfail", "flake", "missing", "killed", "device-lost", "crash", "timeout"}) {
    EXPECT_THAT(after(fail(), "/verdict", verdict), HasSubstr("which a worker cannot determine")) << verdict;
  }
  for (const char* field : {"/baseline", "/ended"}) {
    const Json comparison{{"standing", "as expected"}, {"expected", "pass"}, {"found", "pass"}};
    EXPECT_THAT(after(pass(), field, comparison), HasSubstr("which is the supervisor's")) << field;
  }
}

TEST_F(ResultCheckTest, WhatTheDeviceCanIsNotUnsupported) {
  EXPECT_THAT(objection_to(unjudged("unsupported", "no such thing")),
              HasSubstr("the device's description supports the case"));
  facts_.unsupported = [](const Case&) { return std::optional<std::string>("it has no f32"); };
  EXPECT_EQ(objection_to(unjudged("unsupported", "it has no f32")), "");
  EXPECT_THAT(objection_to(unjudged("unsupported", "no such thing")), HasSubstr("another reason"));
  facts_ = {};
  EXPECT_EQ(objection_to(unjudged("unsupported", "of a device that describes nothing")), "");
}

TEST_F(ResultCheckTest, ASkipHasItsReasonInItsNumbers) {
  EXPECT_THAT(objection_to(unjudged("skip", "as told")), HasSubstr("a malformed result"));
  Json none = pass();
  none["verdict"] = "skip";
  none["max_ulp"] = nullptr;
  none["counts"]["judged"] = 0U;
  none["inputs"]["count"] = 0U;
  none["reason"] = kNoInputsReason;
  EXPECT_THAT(objection_to(none), HasSubstr("for no reason that there is")) << "a run that is no shard has inputs";
  task_.shard = {.index = 1, .of = 2};
  EXPECT_EQ(objection_to(none), "");
  EXPECT_THAT(after(none, "/counts/judged", 1U), HasSubstr("judged 1 inputs"));
  task_.shard = {};
  none["counts"]["undefined"] = none["inputs"]["count"] = 7U;
  none["reason"] = no_promise_reason("<= 4 ulp");
  EXPECT_THAT(objection_to(none), HasSubstr("something is promised for the inputs"));
  task_.unit.mode = Mode::relaxed;
  none["case"] = name(case_of(task_.unit, 1));
  EXPECT_EQ(objection_to(none), "");
}

// The result of nan() is unconstrained on devices without NaNs, and in OpenCL C on Vulkan.
TEST_F(ResultCheckTest, NanIsSkippedWhereTheDeviceHasNoNaNs) {
  const auto skipped = [&] {
    Json none = pass();
    none["verdict"] = "skip";
    none["max_ulp"] = nullptr;
    none["counts"]["judged"] = 0U;
    none["counts"]["undefined"] = none["inputs"]["count"] = 7U;
    none["reason"] = no_promise_reason(none.at("limit").value("text", ""));
    return objection_to(none);
  };
  task_ = task_of("clc/math/nan/f32/default/v1");
  EXPECT_THAT(skipped(), HasSubstr("something is promised for the inputs"));
  facts_.arithmetic = [](Type) { return Arithmetic{.nans = false}; };
  EXPECT_EQ(skipped(), "");
  facts_.arithmetic = [](Type) { return Arithmetic{}; };
  task_ = task_of("clspv/math/nan/f32/default/v1");
  task_.edition = Edition::clspv;
  EXPECT_EQ(skipped(), "");
  task_ = task_of("clspv/math/erf/f32/default/v1");
  task_.edition = Edition::clspv;
  EXPECT_THAT(skipped(), HasSubstr("something is promised for the inputs"));
}

// The worker made the checkpoint from which its task resumes.
TEST_F(ResultCheckTest, APartIsBelievedOnlyWhereTheSupervisorAskedForOne) {
  Json few = pass();
  Tally one;
  one.add({}, Tally::Outcome::right, 0, false);
  const Json fields = to_json(one, *task_.unit.row, task_.unit.format);
  for (const char* key : {"worst", "first", "signed_histogram", "per_binade"}) few[key] = fields.at(key);
  few["counts"]["judged"] = few["inputs"]["count"] = 1U;
  few["max_ulp"]["value"] = 0.0;
  task_.state = shared({{"only", {{0U, 1U}}}});
  EXPECT_THAT(objection_to(few), HasSubstr("the plan has more"));
  may_be_part_ = true;
  EXPECT_EQ(objection_to(few), "");
}

TEST_F(ResultCheckTest, AResultThatAJournalCanNotHoldIsNotBelieved) {
  EXPECT_THAT(after(pass(), "/repro", 7U), HasSubstr("'repro': 7 is not text"));
  EXPECT_THAT(after(pass(), "/also_meets", "all"), HasSubstr("'also_meets'"));
  EXPECT_THAT(after(pass(), "/seconds", {{"total", "long"}}), HasSubstr("'seconds'"));
  Json deep = Json::array();
  for (std::size_t level = 0; level < kDeepest; ++level) deep = Json::array({deep});
  EXPECT_THAT(after(pass(), "/news", deep), HasSubstr("nested too deep"));
  Json wide = pass();
  for (std::size_t i = 0; i < kMostMembers; ++i) wide["field" + std::to_string(i)] = 0;
  EXPECT_THAT(objection_to(wide), HasSubstr("too many fields"));
}

}  // namespace
}  // namespace classay
