// Merges results of shards into one result without losing any shard's finding.
#include "harness/journal/merge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/journal/tally_json.h"

namespace classay {
namespace {

constexpr const char* kCase = "clc/math/sin/f32/default/v1";

// Makes a shard that judged 100 inputs from `begin` on, `failed` of them wrong.
Json shard(std::uint64_t begin, std::uint64_t failed, const Json& unbuilt = Json::array()) {
  const Case c = *case_named(kCase);
  Tally t;
  for (std::uint64_t i = begin; i < begin + 100; ++i) {
    t.add({.index = i, .inputs = {i}, .got = i, .ulps = 1},
          i - begin < failed ? Tally::Outcome::wrong : Tally::Outcome::right, 0, true);
  }
  Json result{{"kind", "result"},
              {"case", kCase},
              {"verdict", failed > 0 || !unbuilt.empty() ? "fail" : "pass"},
              {"reason", failed > 0 ? "wrong" : ""},
              {"counts", {{"judged", t.judged()}, {"failed", t.failed()}, {"undefined", t.undefined()}}}};
  const Json fields = to_json(t, *c.row, c.format);
  for (const auto& [key, value] : fields.items()) {
    if (!result.at("counts").contains(key)) result[key] = value;
  }
  if (!unbuilt.empty()) {
    result["unbuilt"] = unbuilt;
    result["reason"] = "it does not build: no cos";
  }
  return result;
}

Json merged(const std::vector<Json>& shards) {
  std::vector<std::string> lines;
  for (const Json& s : shards) lines.push_back(s.dump());
  return merged_result(kCase, lines);
}

Json program(const char* name, int inputs) {
  return {{"reason", "no cos"}, {"log", "error: no cos"}, {"program", name}, {"inputs", inputs}};
}

TEST(MergeTest, WhatWasNotBuiltIsThatOfAllShards) {
  const Json one = merged({shard(0, 0), shard(100, 0, Json::array({program("table", 30)})),
                           shard(200, 0, Json::array({program("table", 12), program("literals", 5)}))});
  EXPECT_EQ(one.at("verdict"), "fail");
  ASSERT_EQ(one.at("unbuilt").size(), 2U);
  EXPECT_EQ(one.at("unbuilt").at(0), program("table", 42));
  EXPECT_EQ(one.at("unbuilt").at(1), program("literals", 5));
  EXPECT_EQ(one.at("counts").at("judged"), 300);
}

TEST(MergeTest, WhatWasNotBuiltIsToldBesideWhatIsWrong) {
  const std::string reason = merged({shard(0, 3), shard(100, 0, Json::array({program("table", 30)}))}).at("reason");
  EXPECT_THAT(reason, testing::HasSubstr("shard 1/2: wrong"));
  EXPECT_THAT(reason, testing::HasSubstr("shard 2/2: it does not build: no cos"));
}

TEST(MergeTest, WhatADriverDidInAnyShardIsKeptOnce) {
  Json first = shard(0, 0);
  Json second = shard(100, 0);
  EXPECT_FALSE(merged({first, second}).contains("driver_notes"));
  second["driver_notes"] = {"clFlush did a", "clFlush did b"};
  EXPECT_EQ(merged({first, second}).at("driver_notes"), second.at("driver_notes"));
  first["driver_notes"] = {"clFlush did b"};
  EXPECT_EQ(merged({first, second}).at("driver_notes"), Json::array({"clFlush did b", "clFlush did a"}));
}

TEST(MergeTest, WhereAllWasBuiltNothingIsSaidOfIt) {
  const Json one = merged({shard(0, 3), shard(100, 0)});
  EXPECT_FALSE(one.contains("unbuilt"));
  EXPECT_EQ(one.at("reason"), "3 of 200 results wrong");
}

Json second_launch(Json shard, int differing, int wrong, int index) {
  shard["verdict"] = wrong > 0 ? "fail" : "quality-warning";
  shard["reason"] = wrong > 0 ? "wrong the second time" : "not the same";
  shard["repro"] = "repro " + std::to_string(index);
  shard["second_launch"] = {{"differing", differing},
                            {"wrong", wrong},
                            {"sample", {{"index", index}, {"inputs", {"0x1"}}, {"first", "0x2"}, {"second", "0x3"}}},
                            {"vector", {"0x1"}}};
  return shard;
}

TEST(MergeTest, WhatSecondLaunchesGaveAddsUpAndTheWrongOneIsShown) {
  Json clocked = shard(0, 0);
  clocked["clock"] = "wrong";
  const Json one = merged({clocked, second_launch(shard(100, 0), 5, 0, 100), second_launch(shard(200, 0), 2, 1, 200),
                           second_launch(shard(300, 0), 1, 0, 300)});
  EXPECT_EQ(one.at("verdict"), "fail");
  EXPECT_EQ(one.at("reason"), "shard 3/4: wrong the second time");
  EXPECT_EQ(one.at("second_launch").at("differing"), 8);
  EXPECT_EQ(one.at("second_launch").at("wrong"), 1);
  EXPECT_EQ(one.at("second_launch").at("sample").at("index"), 200);
  EXPECT_EQ(one.at("repro"), "repro 200");
  EXPECT_EQ(one.at("clock"), "wrong");
  EXPECT_EQ(one.at("counts").at("failed"), 0);
  const Json beside = merged({shard(0, 3), second_launch(shard(100, 0), 2, 1, 100)});
  EXPECT_EQ(beside.at("reason"), "shard 1/2: wrong; shard 2/2: wrong the second time");
  EXPECT_FALSE(merged({shard(0, 0), shard(100, 0)}).contains("second_launch"));
}

// Every shard measures the same, and a better result does not hide a worse one.
TEST(MergeTest, WhatIsMeasuredIsWhatTheWorstShardSays) {
  const char* const measured = "clc/misc/fp-config/f32/default/v1";
  const auto says = [&](const char* verdict) {
    return Json{{"kind", "result"}, {"case", measured}, {"verdict", verdict}, {"reason", verdict}}.dump();
  };
  EXPECT_EQ(merged_result(measured, {says("pass"), says("pass")}).at("verdict"), "pass");
  EXPECT_EQ(merged_result(measured, {says("pass"), says("fail")}).at("reason"), "fail");
  EXPECT_EQ(merged_result(measured, {says("crash"), says("pass")}).at("verdict"), "crash");
  EXPECT_EQ(merged_result(measured, {says("pass"), ""}).at("verdict"), "missing");
}

TEST(MergeTest, CountsThatNoWholeHasAreRefusedWithTheCase) {
  Json large = shard(0, 0);
  large["counts"]["slow_path"] = kLargestCount;
  EXPECT_THROW(merged({large, large}), JournalError);
  try {
    merged({large, large});
  } catch (const JournalError& e) {
    EXPECT_THAT(e.what(), testing::HasSubstr(std::string("the results of ") + kCase + " do not add up: "));
  }
}

}  // namespace
}  // namespace classay
