// Checks that a restore gives a thread the default environment and returns the previous one. A scope must restore the
// previous environment. Nothing may be judged in a different environment.
#include "reference/cpu/float_environment.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/cpu/hostile_testing.h"

namespace classay {
namespace {

TEST(FloatEnvironmentTest, AThreadBeginsWithTheDefaultOne) {
  EXPECT_EQ(float_environment(), default_float_environment());
  EXPECT_FALSE(restore_float_environment());
  EXPECT_NO_THROW(require_float_environment("the test"));
}

TEST(FloatEnvironmentTest, EveryOtherOneIsNoticedAndRestored) {
  ASSERT_FALSE(hostile_float_environments().empty());
  for (const FloatEnvironment hostile : hostile_float_environments()) {
    const HostileScope scope(hostile);
    EXPECT_THROW(require_float_environment("the test"), std::runtime_error) << text_of(hostile);
    EXPECT_EQ(restore_float_environment(), hostile) << text_of(hostile);
    EXPECT_EQ(float_environment(), default_float_environment());
    volatile double least = std::numeric_limits<double>::denorm_min();
    EXPECT_GT(least + least, least);
    volatile double three = 3;
    EXPECT_EQ(1 / three, 0x1.5555555555555p-2);
    EXPECT_EQ(-1 / three, -0x1.5555555555555p-2);
  }
}

TEST(FloatEnvironmentTest, AScopeGivesBackWhatItFound) {
  for (const FloatEnvironment hostile : hostile_float_environments()) {
    const HostileScope scope(hostile);
    {
      const DefaultFloatEnvironment environment;
      EXPECT_EQ(float_environment(), default_float_environment());
    }
    EXPECT_EQ(float_environment(), hostile);
  }
}

TEST(FloatEnvironmentTest, WhatWasFoundIsSaidInWords) {
  const HostileScope scope(default_float_environment());
  std::fesetround(FE_UPWARD);
  EXPECT_NE(text_of(float_environment()).find("rounds upward"), std::string::npos);
#if defined(__x86_64__)
  EXPECT_EQ(text_of({.vectors = 0x9fc0, .x87 = 0x033f}),
            "flushes subnormal results to zero, takes subnormal arguments for zero");
  EXPECT_EQ(text_of({.vectors = 0x1d80, .x87 = 0x003b}),
            "traps divisions by zero, computes in single precision (x87), traps divisions by zero (x87)");
#endif
}

#if defined(__x86_64__)
// An earlier division by zero must not trap when the environment is restored, nor later.
TEST(FloatEnvironmentTest, TrapsAreTurnedOffAndWhatIsPendingDoesNotTrap) {
  const HostileScope scope(default_float_environment());
  volatile double zero = 0;
  volatile long double long_zero = 0;
  EXPECT_TRUE(std::isinf(1 / zero));
  EXPECT_TRUE(std::isinf(1 / long_zero));
  set_float_environment({.vectors = 0x1d80, .x87 = 0x033b});
  EXPECT_TRUE(restore_float_environment());
  EXPECT_TRUE(std::isinf(1 / zero));
  EXPECT_TRUE(std::isinf(1 / long_zero));
}
#endif

}  // namespace
}  // namespace classay
