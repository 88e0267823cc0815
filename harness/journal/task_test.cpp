#include "harness/journal/task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace classay {
namespace {

Task task_of(std::string_view row, std::vector<int> widths) {
  return {.unit = {.row = find(row), .format = Type::f32, .widths = std::move(widths)}, .state = nullptr};
}

TEST(TaskTest, ListedCallsAreTheOnlyInputs) {
  Task task = task_of("pow", {1, 2});
  task.calls = {{{{0x40000000, 0x3f000000}}, StatedLimit{2.5, "f, line 3"}}, {{{0xff800000, 0}}}};
  const Task read = task_from(to_json(task));
  EXPECT_EQ(read.calls, task.calls);
  EXPECT_TRUE(has_stated_limits(read));
  const std::vector<std::vector<Bits>> hard{{1, 2}};
  const Plan plan = plan_of(read, hard);
  ASSERT_EQ(plan.count(), 2U);
  EXPECT_EQ(plan.input(0), (Tuple{0x40000000, 0x3f000000}));
  EXPECT_EQ(plan.input(1), (Tuple{0xff800000, 0}));
}

TEST(TaskTest, ListedVectorsHaveTheLanesOfTheUnit) {
  Task task = task_of("dot", {2});
  task.calls = {{{{1, 2}, {3, 4}}}};
  EXPECT_EQ(plan_of(task_from(to_json(task))).count(), 2 * kVectorBlock);
  task.calls = {{{{1, 2}}}};
  EXPECT_THROW(task_from(to_json(task)), std::invalid_argument);
}

TEST(TaskTest, ATaskWithoutAUnitIsRefused) {
  const Json good = to_json(task_of("sin", {1}));
  for (const Json& unit : {Json(), Json("clc/math/sin/f32/default"), Json{{"name", "clc/math/sin/f32/default"}},
                           Json{{"name", "clc/math/sin/f32/default"}, {"widths", Json::array()}},
                           Json{{"name", "none"}, {"widths", {1}}}, Json{{"widths", {1}}}}) {
    Json bad = good;
    bad["unit"] = unit;
    EXPECT_THROW(task_from(bad), std::invalid_argument) << unit;
  }
}

TEST(TaskTest, RangesRestrictThePlanOfTheTier) {
  Task task = task_of("sin", {1});
  task.ranges = {"1..1.0001"};
  const Task read = task_from(to_json(task));
  EXPECT_EQ(read.ranges, task.ranges);
  EXPECT_TRUE(is_of_part(read));
  const Plan plan = plan_of(read);
  EXPECT_EQ(plan.count(), 839U);
  EXPECT_EQ(plan.input(0)[0], 0x3f800000U);
  task.ranges = {"1..2", "1..2"};
  EXPECT_THROW(plan_of(task), std::invalid_argument);
}

TEST(TaskTest, WithoutAListTheTierMakesTheInputs) {
  const Task task = task_of("sin", {1});
  EXPECT_EQ(plan_of(task).hash(), plan_without_data(task.unit, task.tier, task.seed).hash());
  EXPECT_FALSE(has_stated_limits(task));
}

}  // namespace
}  // namespace classay
