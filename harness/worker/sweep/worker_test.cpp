#include "harness/worker/sweep/worker.h"

#include <gtest/gtest.h>

namespace classay {
namespace {

TEST(CheckpointPaceTest, ASmallStateIsToldEveryTenSeconds) {
  CheckpointPace pace(10, 0);
  EXPECT_FALSE(pace.is_due(9.9, 1000));
  EXPECT_TRUE(pace.is_due(10, 1000));
  pace.tell(11, 1000, 5000);
  EXPECT_FALSE(pace.is_due(20.9, 2000));
  EXPECT_TRUE(pace.is_due(21, 2000));
}

TEST(CheckpointPaceTest, ALargeStateIsToldTheMoreSeldom) {
  CheckpointPace pace(10, 0);
  pace.tell(0, 1000, 2'000'000);
  EXPECT_FALSE(pace.is_due(19.9, 2000));
  EXPECT_TRUE(pace.is_due(20, 2000));
}

TEST(CheckpointPaceTest, OverAnHourNoMoreThanAMegabyteInTenSecondsIsTold) {
  constexpr double kHour = 3600;
  for (const std::size_t bytes : {10'000U, 1'000'000U, 2'000'000U, 30'000'000U}) {
    CheckpointPace pace(10, 0);
    std::size_t told = 0;
    for (double now = 0; now < kHour; ++now) {
      if (!pace.is_due(now, 0)) continue;
      pace.tell(now, 0, bytes);
      told += bytes;
    }
    EXPECT_GT(told, 0U);
    EXPECT_LE(static_cast<double>(told), kHour * 100'000 + static_cast<double>(bytes));
  }
}

TEST(CheckpointPaceTest, SoManyInputsAreNeverRiskedHoweverSoonAndLarge) {
  CheckpointPace pace(10, 77);
  EXPECT_FALSE(pace.is_due(0.1, 76 + kCheckpointInputs));
  EXPECT_TRUE(pace.is_due(0.1, 77 + kCheckpointInputs));
  pace.tell(0.1, 77 + kCheckpointInputs, 1'000'000'000);
  EXPECT_FALSE(pace.is_due(100, 78 + kCheckpointInputs));
  EXPECT_TRUE(pace.is_due(100, 77 + 2 * kCheckpointInputs));
}

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

TEST(MemoryGrowthTest, WhatIsAllowedIsAPartOfTheMachineWithinBounds) {
  EXPECT_EQ(growth_allowed(0), 128 * kMiB);
  EXPECT_EQ(growth_allowed(512 * kMiB), 128 * kMiB);
  EXPECT_EQ(growth_allowed(8192 * kMiB), 256 * kMiB);
  EXPECT_EQ(growth_allowed(std::uint64_t{1} << 40), 512 * kMiB);
}

TEST(MemoryGrowthTest, WhatTheFirstTaskTookIsNoGrowth) {
  MemoryGrowth growth(0);
  EXPECT_FALSE(growth.is_too_much(4096 * kMiB));
  EXPECT_FALSE(growth.is_too_much(4096 * kMiB + 128 * kMiB));
  EXPECT_TRUE(growth.is_too_much(4096 * kMiB + 128 * kMiB + 1));
  EXPECT_FALSE(growth.is_too_much(100 * kMiB));  // the process has released memory
}

}  // namespace
}  // namespace classay
