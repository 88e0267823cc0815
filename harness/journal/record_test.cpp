// Tests the state of a run that depends on several records.
#include "harness/journal/record.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/journal/sealed.h"

namespace classay {
namespace {

Json result(const std::string& case_name, const std::string& hash, const std::string& answers) {
  Json line{{"kind", "result"}, {"case", case_name}, {"verdict", "pass"}, {"inputs", {{"hash", hash}}}};
  if (!answers.empty()) line["answers"] = answers;
  return line;
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
  record.apply(sealed({{"kind", "abnormal"},
                       {"unit", "clc/math/fmod/f64/default"},
                       {"verdict", "timeout"},
                       {"reason", "it hangs"},
                       {"widths", {8, 16}},
                       {"in_flight", {8}}}));
  Json hung = result("clc/math/fmod/f32/default/v8", "0x1", "");
  hung["verdict"] = "timeout";
  record.apply(hung);
  for (const char* unit : {"clc/math/fmod/f64/default", "clc/math/fmod/f32/relaxed", "il/math/fmod/f16/default"}) {
    EXPECT_EQ(record.hung_in(unit), "clc/math/fmod/f64/default");
  }
  EXPECT_EQ(record.hung_in("clc/math/fmod_of_another/f64/default"), "");
  EXPECT_EQ(record.hung_in("clc/operator/fmod/f64/default"), "");
}

TEST(RecordTest, WhoCrashesHasNotHung) {
  Record record;
  Json crashed = result("clc/math/fmod/f32/default/v8", "0x1", "");
  crashed["verdict"] = "crash";
  record.apply(crashed);
  EXPECT_EQ(record.hung_in("clc/math/fmod/f32/default"), "");
}

TEST(RecordTest, WhatWasCutShortIsComparedWithNothing) {
  Record record;
  record.apply(result("clc/math/exp/f32/default/v1", "0x1", "0xa"));
  Json part = result("il/math/exp/f32/default/v1", "0x1", "0xb");
  part["inputs"]["of"] = 100;
  record.apply(part);
  EXPECT_EQ(front_ends(record).compared, 0U);
}

TEST(RecordTest, WhatIsPartialIsForgottenByWhoAsksAll) {
  Record record;
  Json part = result("clc/math/exp/f32/default/v1", "0x1", "0xa");
  part["verdict"] = "partial";
  record.apply(part);
  record.apply(result("clc/math/exp/f32/default/v2", "0x1", "0xa"));
  EXPECT_TRUE(record.has_result("clc/math/exp/f32/default/v1"));
  record.forget_partial();
  EXPECT_FALSE(record.has_result("clc/math/exp/f32/default/v1"));
  EXPECT_TRUE(record.has_result("clc/math/exp/f32/default/v2"));
}

TEST(RecordTest, WhoAsksAllDoesNotGoOnWithAPart) {
  const auto checkpoint = [](const char* unit, Json cuts) {
    return sealed({{"kind", "checkpoint"},
                   {"unit", unit},
                   {"widths", {1}},
                   {"stage", "first"},
                   {"state", {{"cuts", std::move(cuts)}}}});
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
