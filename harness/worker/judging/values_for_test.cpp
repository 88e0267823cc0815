// Tests which functions have values: plans must have many input ranges and windows exactly where results are judged in bulk.
#include "harness/worker/judging/values_for.h"

#include <gtest/gtest.h>

#include "harness/worker/judging/two_results.h"
#include "reference/cpu/hostile_testing.h"
#include "suites/cases.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

// Two modules contain this information and must agree.
TEST(BatchJudgeTest, HasValuesForTheRunsAndWindowsThatPlansHaveManyOf) {
  std::size_t builtins = 0;
  for (const Row& row : table()) {
    for (const Type type : {Type::f16, Type::f32, Type::f64}) {
      if (!row.formats.contains(type) || !has_plan(row, type) || argument_types(row, type).size() == 1) continue;
      const Making making = type == Type::f64 ? Making::windows : Making::runs;
      const Promise promise = classay::promise(row, type, Edition::clc31, Profile::full, Mode::standard);
      const auto bulk = bulk_promise(promise, {}, argument_types(row, type));
      std::unique_ptr<BatchJudge> judge = bulk ? batch_judge(row, type, *bulk) : nullptr;
      if (judge == nullptr) judge = two_results_judge(row, type, promise, {});
      const bool is_in_bulk = judge != nullptr && judge->knows({.making = making, .first = 0, .count = 1});
      EXPECT_EQ(is_in_bulk, is_judged_in_runs(row, type, Mode::standard)) << row.name << ' ' << info(type).name;
      builtins += is_in_bulk ? 1 : 0;
    }
  }
  EXPECT_GE(builtins, 40U);
}

std::vector<Bits> places(const Row& row) {
  const RunMaker windows = windows_for(row, Type::f64, 1);
  std::vector<Bits> all;
  for (std::uint64_t number = 0; number < 300; ++number) {
    const classay::Run run = windows(number);
    all.insert(all.end(), run.at.begin(), run.at.end());
    all.insert(all.end(), {static_cast<Bits>(run.varies), run.key, static_cast<Bits>(run.shift)});
  }
  return all;
}

TEST(BatchJudgeTest, WindowsDoNotDependOnTheFloatingPointEnvironment) {
  for (const char* const name : {"pow", "pown", "rootn", "atan2", "hypot", "exp", "sin"}) {
    const Row& row = *find(name);
    const std::vector<Bits> usual = places(row);
    for (const FloatEnvironment hostile : hostile_float_environments()) {
      const HostileScope scope(hostile);
      EXPECT_TRUE(places(row) == usual) << name << ": " << text_of(hostile);
    }
  }
}

}  // namespace
}  // namespace classay
