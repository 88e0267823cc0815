// Every result of a builtin counts once, in its group; cases that did not run do not count. A case that did not pass is
// reported, and its error does not enter the largest passed error.
#include "harness/cli/bench/suite_costs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace classay {
namespace {

using testing::HasSubstr;

CaseResult result(const std::string& name, CaseVerdict verdict, std::uint64_t judged, double ulp) {
  return {.case_name = name,
          .verdict = verdict,
          .counts = ResultCounts{.judged = judged},
          .max_ulp = LargestError{.value = ulp},
          .seconds = ResultSeconds{.total = 4.0, .device = 1.5, .build = 0.5}};
}

std::vector<Json> groups(const SuiteCosts& costs) {
  std::vector<Json> all;
  std::istringstream lines(costs.json_lines());
  for (std::string line; std::getline(lines, line);) all.push_back(Json::parse(line));
  return all;
}

TEST(SuiteCostsTest, ResultsCountInTheirGroups) {
  SuiteCosts costs;
  costs.add(result("clc/math/sin/f32/default/v1", CaseVerdict::pass, 100, 0.75));
  costs.add(result("clc/math/exp/f32/default/v4", CaseVerdict::pass, 300, -1.25));
  costs.add(result("clc/math/pow/f32/default/v1", CaseVerdict::pass, 1000, 3));
  costs.add(result("clc/math/sin/f64/default/v1", CaseVerdict::pass, 10, 0.5));
  const std::vector<Json> all = groups(costs);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].at("group"), "math");
  EXPECT_EQ(all[0].at("format"), "f32");
  EXPECT_EQ(all[0].at("arguments"), 1);
  EXPECT_EQ(all[0].at("cases"), 2);
  EXPECT_EQ(all[0].at("inputs"), 400);
  EXPECT_EQ(all[0].at("seconds"), 8.0);
  EXPECT_EQ(all[0].at("device_seconds"), 3.0);
  EXPECT_EQ(all[0].at("build_seconds"), 1.0);
  EXPECT_EQ(all[0].at("largest_ulp"), 1.25);
  EXPECT_EQ(all[0].at("largest_of"), "exp");
  EXPECT_EQ(all[1].at("format"), "f64");
  EXPECT_EQ(all[2].at("arguments"), 2);
  EXPECT_THAT(costs.text(), HasSubstr("math f32, 2 arguments"));
  EXPECT_THAT(costs.text(), HasSubstr("1.25 ulp, exp"));
}

TEST(SuiteCostsTest, AFailureIsToldAndIsNoLargestError) {
  SuiteCosts costs;
  costs.add(result("clc/math/sin/f32/default/v1", CaseVerdict::fail, 100, 1e7));
  costs.add(result("clc/math/cos/f32/default/v1", CaseVerdict::pass, 100, 2));
  EXPECT_EQ(groups(costs).at(0).at("not_passed"), 1);
  EXPECT_EQ(groups(costs).at(0).at("largest_ulp"), 2.0);
  EXPECT_EQ(groups(costs).at(0).at("largest_of"), "cos");
}

TEST(SuiteCostsTest, AResultThatComesAgainReplacesTheFirst) {
  SuiteCosts costs;
  costs.add(result("clc/math/sin/f32/default/v1", CaseVerdict::fail, 100, 9));
  costs.add(result("clc/math/sin/f32/default/v1", CaseVerdict::pass, 50, 1));
  EXPECT_EQ(groups(costs).at(0).at("inputs"), 50);
  EXPECT_EQ(groups(costs).at(0).at("not_passed"), 0);
}

TEST(SuiteCostsTest, ThereMayBeNoLargestError) {
  SuiteCosts costs;
  CaseResult without = result("clc/math/nan/f32/default/v1", CaseVerdict::pass, 100, 0);
  without.max_ulp = std::optional<LargestError>();
  costs.add(without);
  EXPECT_EQ(groups(costs).at(0).at("inputs"), 100);
  EXPECT_EQ(groups(costs).at(0).at("largest_of"), "");
}

TEST(SuiteCostsTest, WhatWasNotAskedCountsForNothing) {
  SuiteCosts costs;
  costs.add({.case_name = "clc/math/sin/f32/default/v1", .verdict = CaseVerdict::skip, .reason = "none"});
  costs.add(result("clc/misc/group-functions/f32/default/v1", CaseVerdict::pass, 5, 0));
  costs.add(result("clc/math/no-such/f32/default/v1", CaseVerdict::pass, 5, 0));
  EXPECT_TRUE(costs.is_empty());
}

}  // namespace
}  // namespace classay
