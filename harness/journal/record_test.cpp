// Tests the state of a run that depends on several records.
#include "harness/journal/record.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace classay {
namespace {

CaseResult result(const std::string& case_name, const std::string& hash, const std::string& answers) {
  return {.case_name = case_name, .verdict = CaseVerdict::pass, .inputs = ResultInputs{.hash = hash}, .answers = answers};
}

CaseResult with_verdict(CaseResult result, CaseVerdict verdict) {
  result.verdict = verdict;
  return result;
}

TEST(RecordTest, OtherBitsFromSpirvThanFromTheLanguageAreTold) {
  Record record;
  for (const char* front_end : {"clc", "il"}) {
    record.apply(result(std::string(front_end) + "/math/exp/f32/default/v1", "0x1", "0xa"));
    record.apply(result(std::string(front_end) + "/math/exp/f32/default/v2", "0x1", front_end));
  }
  const FrontEnds both = front_ends(record);
  EXPECT_EQ(both.compared, 2U);
  EXPECT_EQ(both.differing, std::vector<std::string>{"il/math/exp/f32/default/v2"});
  const Json end = to_json(end_of(record, {}));
  EXPECT_EQ(end.at("front_ends").at("compared"), 2);
  EXPECT_EQ(end.at("front_ends").at("differing").size(), 1U);
}

TEST(RecordTest, OnlyAnswersToTheSameInputsAreCompared) {
  Record record;
  record.apply(result("clc/math/sin/f32/default/v1", "0x1", "0xa"));
  record.apply(result("il/math/sin/f32/default/v1", "0x2", "0xb"));  // different inputs
  record.apply(result("il/math/cos/f32/default/v1", "0x1", "0xb"));  // did not run in OpenCL C
  record.apply(result("clc/math/tan/f32/default/v1", "0x1", ""));    // has no results
  record.apply(result("il/math/tan/f32/default/v1", "0x1", "0xb"));
  EXPECT_EQ(front_ends(record).compared, 0U);
  EXPECT_FALSE(end_of(record, {}).front_ends.has_value());
}

TEST(RecordTest, WhereABuiltinHungIsKnownOfAllItsFormatsModesAndFrontEnds) {
  Record record;
  EXPECT_EQ(record.hung_in("clc/math/fmod/f64/default"), "");
  record.apply(AbnormalRecord{.unit = "clc/math/fmod/f64/default",
                              .verdict = CaseVerdict::timeout,
                              .reason = "it hangs",
                              .widths = {8, 16},
                              .in_flight = {8}});
  record.apply(with_verdict(result("clc/math/fmod/f32/default/v8", "0x1", ""), CaseVerdict::timeout));
  for (const char* unit : {"clc/math/fmod/f64/default", "clc/math/fmod/f32/relaxed", "il/math/fmod/f16/default"}) {
    EXPECT_EQ(record.hung_in(unit), "clc/math/fmod/f64/default");
  }
  EXPECT_EQ(record.hung_in("clc/math/fmod_of_another/f64/default"), "");
  EXPECT_EQ(record.hung_in("clc/operator/fmod/f64/default"), "");
}

TEST(RecordTest, WhoCrashesHasNotHung) {
  Record record;
  record.apply(with_verdict(result("clc/math/fmod/f32/default/v8", "0x1", ""), CaseVerdict::crash));
  EXPECT_EQ(record.hung_in("clc/math/fmod/f32/default"), "");
}

TEST(RecordTest, WhatWasCutShortIsComparedWithNothing) {
  Record record;
  record.apply(result("clc/math/exp/f32/default/v1", "0x1", "0xa"));
  CaseResult part = result("il/math/exp/f32/default/v1", "0x1", "0xb");
  part.inputs->of = 100;
  record.apply(part);
  EXPECT_EQ(front_ends(record).compared, 0U);
}

TEST(RecordTest, WhatIsPartialIsForgottenByWhoAsksAll) {
  Record record;
  record.apply(with_verdict(result("clc/math/exp/f32/default/v1", "0x1", "0xa"), CaseVerdict::partial));
  record.apply(result("clc/math/exp/f32/default/v2", "0x1", "0xa"));
  EXPECT_TRUE(record.has_result("clc/math/exp/f32/default/v1"));
  record.forget_partial();
  EXPECT_FALSE(record.has_result("clc/math/exp/f32/default/v1"));
  EXPECT_TRUE(record.has_result("clc/math/exp/f32/default/v2"));
}

TEST(RecordTest, WhoAsksAllDoesNotGoOnWithAPart) {
  const auto checkpoint = [](const char* unit, Json cuts) {
    return CheckpointRecord{.unit = unit, .widths = {1}, .state = shared({{"cuts", std::move(cuts)}})};
  };
  Record record;
  record.apply(checkpoint("clc/math/fmod/f64/default", {{2, 3}}));
  record.apply(checkpoint("clc/math/exp/f32/default", Json::array()));
  record.forget_partial();
  EXPECT_EQ(record.state_for("clc/math/fmod/f64/default", {1}, Stage::first), nullptr);
  EXPECT_NE(record.state_for("clc/math/exp/f32/default", {1}, Stage::first), nullptr);
}

}  // namespace
}  // namespace classay
