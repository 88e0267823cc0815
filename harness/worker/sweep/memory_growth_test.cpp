#include <gtest/gtest.h>

#include "harness/worker/sweep/upkeep.h"

namespace classay {
namespace {

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
