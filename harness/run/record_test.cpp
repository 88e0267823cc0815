// What a journal says of a run, where it takes more than one line to say it.
#include "harness/run/record.h"

#include <gtest/gtest.h>

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
  const Json end = end_line(record, Json::array());
  EXPECT_EQ(end.at("front_ends").at("compared"), 2);
  EXPECT_EQ(end.at("front_ends").at("differing").size(), 1U);
}

TEST(RecordTest, OnlyAnswersToTheSameInputsAreCompared) {
  Record record;
  record.apply(result("clc/math/sin/f32/default/v1", "0x1", "0xa"));
  record.apply(result("il/math/sin/f32/default/v1", "0x2", "0xb"));  // other inputs
  record.apply(result("il/math/cos/f32/default/v1", "0x1", "0xb"));  // not asked in the language
  record.apply(result("clc/math/tan/f32/default/v1", "0x1", ""));    // not answered
  record.apply(result("il/math/tan/f32/default/v1", "0x1", "0xb"));
  EXPECT_EQ(front_ends(record).compared, 0U);
  EXPECT_FALSE(end_line(record, Json::array()).contains("front_ends"));
}

}  // namespace
}  // namespace classay
