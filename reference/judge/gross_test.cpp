// What is grossly wrong, and what is only inaccurate.
#include "reference/judge/gross.h"

#include <gtest/gtest.h>

#include "reference/judge/testing.h"
#include "reference/oracle/oracle.h"

namespace classay::judge_test {
namespace {

bool gross(Evaluate f, Value x, Bits result) {
  const RealScope scope;
  const Call call{.type = x.type, .args = std::span(&x, 1)};
  return is_gross(format(x.type), result, f(call, kFirstPrecision).front(), exact_double(1));
}

TEST(GrossTest, HalfOfTheBitsMakeTheDifference) {
  const Bits e = nearest(oracle::exp, {f32(2)});
  EXPECT_FALSE(gross(oracle::exp, f32(2), e));
  EXPECT_FALSE(gross(oracle::exp, f32(2), e + 2000));
  EXPECT_TRUE(gross(oracle::exp, f32(2), e + 5000));
  EXPECT_TRUE(gross(oracle::exp, f32(2), e - 5000));
  EXPECT_TRUE(gross(oracle::exp, f32(2), kF32.negate(e)));
}

TEST(GrossTest, WhatIsSmallIsMeasuredAgainstOne) {
  EXPECT_FALSE(gross(oracle::exp, f32(-50), 0));
  EXPECT_FALSE(gross(oracle::sin, f32(0x1p-20F), 0));
  EXPECT_TRUE(gross(oracle::sin, f32(0x1p-20F), f32(0x1p-8F).bits));
  EXPECT_FALSE(gross(oracle::lgamma, f32(1), f32(0x1p-14F).bits));
}

TEST(GrossTest, ANumberIsToBeANumber) {
  EXPECT_TRUE(gross(oracle::exp, f32(2), kNan32));
  EXPECT_TRUE(gross(oracle::exp, f32(2), kInf32));
  EXPECT_FALSE(gross(oracle::exp, f32(88.7F), kInf32));  // just below the overflow
  EXPECT_TRUE(gross(oracle::exp, f32(88.7F), kNan32));
  EXPECT_FALSE(gross(oracle::exp, f32(100), kInf32));
  EXPECT_FALSE(gross(oracle::log, f32(-1), f32(7).bits));
}

TEST(GrossTest, ASumThatCancelsIsMeasuredByItsTerms) {
  const RealScope scope;
  const std::vector<Value> args{f32(0x1p30F), f32(1 + 0x1p-20F), f32(-0x1p30F)};
  const Truth t = oracle::mad({.type = Type::f32, .args = args}, kFirstPrecision).front();
  EXPECT_TRUE(is_gross(kF32, 0, t, exact_double(1)));
  EXPECT_FALSE(is_gross(kF32, 0, t, power_of_two(31)));
}

}  // namespace
}  // namespace classay::judge_test
