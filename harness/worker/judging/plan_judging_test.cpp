// Tests who judges a case: plans must have many input ranges and windows exactly where results are judged in bulk.
#include "harness/worker/judging/plan_judging.h"

#include <gtest/gtest.h>

#include "reference/cpu/hostile_testing.h"
#include "suites/cases.h"
#include "suites/judge_promise.h"

namespace classay {
namespace {

struct Expected {
  const char* builtin;
  Type format;
  Mode mode;
  const char* judge;  // empty: each result is judged by itself
};

TEST(PlanJudgingTest, TheSourceOfValuesAndTheModeSelectTheJudge) {
  for (const Expected& e : std::vector<Expected>{{"sin", Type::f32, Mode::standard, "values"},
                                                 {"sin", Type::f32, Mode::relaxed, "excused"},
                                                 {"sin", Type::f64, Mode::standard, "windows"},
                                                 {"sin", Type::f64, Mode::relaxed, ""},
                                                 {"fabs", Type::f16, Mode::standard, "values"},
                                                 {"pow", Type::f64, Mode::standard, "windows"},
                                                 {"pow", Type::f32, Mode::finite, "excused"},
                                                 {"fma", Type::f32, Mode::rounding_rtz, ""},
                                                 {"sincos", Type::f32, Mode::standard, "two results"},
                                                 {"sincos", Type::f32, Mode::relaxed, ""},
                                                 {"remquo", Type::f64, Mode::standard, ""},
                                                 {"ilogb", Type::f64, Mode::standard, "exact"},
                                                 {"convert_char_sat", Type::f32, Mode::relaxed, "exact"},
                                                 {"mad_sat", Type::i32, Mode::standard, "exact"}}) {
    const Row& row = *find(e.builtin, e.format);
    const Promise promise = classay::promise(row, e.format, Edition::clc31, Profile::full, e.mode);
    const auto plan = plan_judging({row, e.format, 1, promise, arithmetic(e.mode, e.format, {})});
    EXPECT_EQ(plan ? plan->judge : "", e.judge) << e.builtin << ' ' << info(e.format).name << ' ' << name(e.mode);
  }
}

TEST(PlanJudgingTest, JudgesInBulkTheRunsAndWindowsThatPlansHaveManyOf) {
  std::size_t builtins = 0;
  for (const Row& row : table()) {
    for (const Type type : {Type::f16, Type::f32, Type::f64}) {
      if (!row.formats.contains(type) || !has_plan(row, type) || argument_types(row, type).size() == 1) continue;
      const Making making = type == Type::f64 ? Making::windows : Making::runs;
      const Promise promise = classay::promise(row, type, Edition::clc31, Profile::full, Mode::standard);
      const auto plan = plan_judging({row, type, 1, promise, {}});
      const bool has_values = plan && plan->values != ValueSource::none;
      const bool is_in_bulk = has_values && plan->batch_judge->knows({.making = making, .first = 0, .count = 1});
      const JudgeSpeed speed = judge_speed(row, type, Mode::standard);
      EXPECT_EQ(is_in_bulk, speed == JudgeSpeed::in_bulk) << row.name << ' ' << info(type).name;
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

TEST(PlanJudgingTest, WindowsDoNotDependOnTheFloatingPointEnvironment) {
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
