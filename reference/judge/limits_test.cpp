// The judge under each other kind of limit, from both sides: a right result that must pass and the nearest wrong one that
// must fail.
#include <gtest/gtest.h>

#include <cmath>

#include "reference/judge/judge.h"
#include "reference/judge/testing.h"
#include "reference/oracle/oracle.h"

namespace classay::judge_test {
namespace {

TEST(JudgeLimitTest, ExpRelaxedGrowsWithTheArgument) {
  const Subject subject{.builtin = "exp", .truth = oracle::exp, .limit = ExpRelaxed{3}};
  for (const auto& [x, ulps] : {std::pair{0.25F, 3}, {0.5F, 4}, {-10.25F, 23}, {10.25F, 23}}) {
    const Bits best = nearest(oracle::exp, {f32(x)});
    EXPECT_TRUE(subject.right({f32(x)}, {best + static_cast<Bits>(ulps) - 1})) << x;
    EXPECT_TRUE(subject.wrong({f32(x)}, {best + static_cast<Bits>(ulps) + 1})) << x;
  }
}

TEST(JudgeLimitTest, AbsoluteLimitsHoldOnTheirDomainOnly) {
  constexpr double pi = 0x1.921fb54442d18p+1;
  const Subject subject{.builtin = "sin", .truth = oracle::sin, .limit = AbsoluteOn{-pi, pi, 0x1p-11}};
  EXPECT_TRUE(subject.right({f32(1)}, {f32(0.8414F + 0x0.7p-11F).bits}));
  EXPECT_TRUE(subject.wrong({f32(1)}, {f32(0.8415F + 0x1.1p-11F).bits}));
  EXPECT_TRUE(subject.wrong({f32(1)}, {f32(0.8414F - 0x1.1p-11F).bits}));
  const float below_pi = 0x1.921fb4p+1F;
  EXPECT_TRUE(subject.wrong({f32(below_pi)}, {f32(0.5F).bits}));
  EXPECT_TRUE(subject.undefined({f32(0x1.921fb6p+1F)}, {f32(0.5F).bits}));
  EXPECT_TRUE(subject.undefined({f32(4)}, {f32(0.5F).bits}));
}

TEST(JudgeLimitTest, AbsoluteLimitsMayTurnIntoUlpsOutside) {
  const Subject subject{.builtin = "log", .truth = oracle::log, .limit = AbsoluteOn{0.5, 2, 0x1p-21, 3}};
  EXPECT_TRUE(subject.right({f32(1.0001F)}, {f32(0x1.a36p-14F + 0x1p-22F).bits}));
  EXPECT_TRUE(subject.wrong({f32(1.0001F)}, {f32(0x1.a36p-14F + 0x1p-19F).bits}));
  const Bits best = nearest(oracle::log, {f32(7)});
  EXPECT_TRUE(subject.right({f32(7)}, {best + 2}));
  EXPECT_TRUE(subject.wrong({f32(7)}, {best + 4}));
}

TEST(JudgeLimitTest, UlpLimitsMayHoldOnADomainOnly) {
  const Subject subject{
      .builtin = "div", .truth = oracle::div, .limit = UlpOn{2.5, 0x1p-62, 0x1p62}, .core_operation = true};
  const Bits third = nearest(oracle::div, {f32(1), f32(3)});
  EXPECT_TRUE(subject.right({f32(1), f32(3)}, {third + 2}));
  EXPECT_TRUE(subject.wrong({f32(1), f32(3)}, {third + 3}));
  EXPECT_TRUE(subject.undefined({f32(0x1p63F), f32(3)}, {third}));
  EXPECT_TRUE(subject.undefined({f32(1), f32(0x1p-63F)}, {third}));
  EXPECT_TRUE(subject.undefined({f32(1), f32(-3)}, {third}));
}

TEST(JudgeLimitTest, TheEndsOfADomainBelongToIt) {
  const Subject div{.builtin = "div", .truth = oracle::div, .limit = UlpOn{2.5, 0x1p-62, 0x1p62}, .core_operation = true};
  for (const std::vector<Value>& args : {std::vector{f32(0x1p62F), f32(3)}, std::vector{f32(3), f32(0x1p-62F)}}) {
    EXPECT_TRUE(div.wrong(args, {nearest(oracle::div, args) + 3}));
  }
  const Subject sinpi{.builtin = "sinpi", .truth = oracle::sinpi, .limit = AbsoluteOn{-1, 1, 0x1p-11}};
  for (const float x : {-1.0F, 1.0F}) EXPECT_TRUE(sinpi.wrong({f32(x)}, {f32(0.5F).bits}));
}

TEST(JudgeLimitTest, ADomainMayBeOneOfMagnitudes) {
  const Subject div{
      .builtin = "div", .truth = oracle::div, .limit = UlpOn{2.5, 0x1p-62, 0x1p62, true}, .core_operation = true};
  for (const float x : {1.0F, -1.0F}) {
    const std::vector<Value> args{f32(x), f32(-3)};
    EXPECT_TRUE(div.right(args, {nearest(oracle::div, args) + 2}));
    EXPECT_TRUE(div.wrong(args, {nearest(oracle::div, args) + 3}));
    EXPECT_TRUE(div.undefined({f32(x), f32(-0x1p63F)}, {f32(1).bits}));
  }
}

TEST(JudgeLimitTest, VectorLimitsCountLanes) {
  Subject subject{.builtin = "length", .truth = oracle::length, .limit = UlpByLanes{2.75, 0.5}};
  subject.call.lanes = 4;
  const std::vector<Value> v{f32(1), f32(1), f32(1), f32(1.5F)};
  const Call call{.lanes = 4, .args = v};
  const std::vector<Type> types{Type::f32};
  const Bits best = *rounded(kF32, evaluate_rounded(oracle::length, call, types)[0], Rounding::rne);
  EXPECT_TRUE(subject.right(v, {best + 4}));
  EXPECT_TRUE(subject.wrong(v, {best + 6}));
}

TEST(JudgeLimitTest, ScaledLimitsFollowTheLargestOperand) {
  Subject subject{.builtin = "dot", .truth = oracle::dot, .limit = ScaledAbsolute{-1, 2, 0x1p-23}};
  subject.call.lanes = 2;
  // 4 * 4 * 3 * 2^-23 = 48 * 2^-23 around 0.
  const std::vector<Value> v{f32(4), f32(4), f32(1), f32(-1)};
  EXPECT_TRUE(subject.right(v, {f32(48 * 0x1p-23F).bits}));
  EXPECT_TRUE(subject.wrong(v, {f32(49 * 0x1p-23F).bits}));
}

TEST(JudgeLimitTest, ScaledLimitsSayNothingWhereAProductLeavesTheRange) {
  Subject subject{.builtin = "dot", .truth = oracle::dot, .limit = ScaledAbsolute{-1, 2, 0x1p-23}};
  subject.call.lanes = 2;
  // Products that cancel.
  const auto vectors = [](float x) { return std::vector<Value>{f32(x), f32(x), f32(x), f32(-x)}; };
  const Bits one = f32(1).bits;
  EXPECT_TRUE(subject.wrong(vectors(1), {kNan32}));
  EXPECT_TRUE(subject.wrong(vectors(1), {one}));
  EXPECT_TRUE(subject.undefined(vectors(0x1p64F), {kNan32}));
  EXPECT_TRUE(subject.right(vectors(0x1p64F), {0}));
  EXPECT_TRUE(subject.undefined(vectors(0x1p-70F), {one}));
  EXPECT_TRUE(subject.right(vectors(0x1p-70F), {0}));
  EXPECT_TRUE(subject.wrong(vectors(0), {one}));
}

// Near 2^50 the floats are 2^27 apart, and no float but the exact value can be within the tolerance.
TEST(JudgeLimitTest, AnAbsoluteToleranceIsAtLeastOneUlp) {
  const Subject subject{.builtin = "sqrt", .truth = oracle::sqrt, .limit = Absolute{1e-3}};
  const std::vector<Value> large{f32(0x1.2p100F)};
  const Bits nearest = f32(std::sqrt(0x1.2p100F)).bits;
  EXPECT_TRUE(subject.right(large, {nearest}));
  EXPECT_TRUE(subject.wrong(large, {nearest + 2}));
  EXPECT_TRUE(subject.wrong(large, {nearest - 2}));
  EXPECT_TRUE(subject.wrong(large, {kInf32}));
  const std::vector<Value> four{f32(4)};
  EXPECT_TRUE(subject.right(four, {f32(2.0009F).bits}));
  EXPECT_TRUE(subject.wrong(four, {f32(2.0011F).bits}));
}

// An infinity minus a product that overflows; the NaN is of the other components alone.
TEST(JudgeLimitTest, AnInfinityBesideAnotherComponentsNanIsNotOfThatNan) {
  Subject cross{.builtin = "cross", .truth = oracle::cross, .limit = ScaledAbsolute{3, 0, 0x1p-23}};
  cross.call.lanes = 3;
  const float infinity = std::numeric_limits<float>::infinity();
  const float most = std::numeric_limits<float>::max();
  const std::vector<Value> v{f32(-infinity), f32(3), f32(-most), f32(most), f32(-most), {Type::f32, kNan32}};
  EXPECT_TRUE(cross.right(v, {kNan32, kNan32, kInf32}));
  EXPECT_TRUE(cross.undefined(v, {kNan32, kNan32, kNan32}));
  EXPECT_TRUE(cross.wrong(v, {f32(1).bits, kNan32, kInf32}));
}

TEST(JudgeLimitTest, ASumWithAnInfinityIsThatInfinityWhereNoProductOverflows) {
  Subject dot{.builtin = "dot", .truth = oracle::dot, .limit = ScaledAbsolute{-1, 2, 0x1p-23}};
  dot.call.lanes = 2;
  const float infinity = std::numeric_limits<float>::infinity();
  const auto vectors = [&](float x, float y) { return std::vector<Value>{f32(infinity), f32(x), f32(1), f32(y)}; };
  EXPECT_TRUE(dot.right(vectors(3, -2), {kInf32}));
  for (const Bits got : {kF32.infinity(true), kNan32, f32(1).bits}) EXPECT_TRUE(dot.wrong(vectors(3, -2), {got}));
  // The product overflows to -inf, and the sum is a NaN.
  EXPECT_TRUE(dot.undefined(vectors(0x1p100F, -0x1p100F), {kNan32}));
  // inf - inf has no limit.
  EXPECT_TRUE(dot.right(vectors(infinity, -0x1p100F), {kNan32}));
  EXPECT_TRUE(dot.wrong(vectors(infinity, -0x1p100F), {kInf32}));
}

TEST(JudgeLimitTest, OutsideOfItsDomainALimitSaysNothingOfAnInfinityEither) {
  const Subject recip{.builtin = "half_recip", .truth = oracle::recip, .limit = UlpOn{8192, 1, 2}};
  EXPECT_TRUE(recip.undefined({f32(0)}, {f32(7).bits}));
  EXPECT_TRUE(recip.right({f32(0)}, {kInf32}));
  const Subject to_zero{.builtin = "half_recip", .truth = oracle::recip, .limit = UlpOn{8192, 0, 2}};
  EXPECT_TRUE(to_zero.wrong({f32(0)}, {f32(7).bits}));
}

TEST(JudgeLimitTest, LimitsWhileSquaresAreInRangeSayNothingBeyond) {
  Subject subject{.builtin = "fast_length", .truth = oracle::length, .limit = UlpByLanes{8192, 1, true}};
  subject.call.lanes = 2;
  EXPECT_TRUE(subject.wrong({f32(3), f32(4)}, {kNan32}));
  EXPECT_TRUE(subject.undefined({f32(0x1p100F), f32(4)}, {kNan32}));
  EXPECT_TRUE(subject.undefined({f32(0x1p-100F), f32(0)}, {f32(1).bits}));
  const float infinity = std::numeric_limits<float>::infinity();
  // No square of an infinity is lost.
  EXPECT_TRUE(subject.right({f32(infinity), f32(4)}, {kInf32}));
  EXPECT_TRUE(subject.wrong({f32(infinity), f32(4)}, {kNan32}));
}

TEST(JudgeLimitTest, ImplementationDefinedFailsNothingButPrescribedValues) {
  const Subject free{.builtin = "lgamma", .truth = oracle::lgamma, .limit = ImplementationDefined{}};
  EXPECT_TRUE(free.right({f32(5.5F)}, {f32(-77).bits}));
  EXPECT_TRUE(free.right({f32(5.5F)}, {kNan32}));
  // The error is measured all the same.
  EXPECT_NE(free.ask({f32(5.5F)}, {f32(-77).bits}).error, nullptr);
}

TEST(JudgeLimitTest, AnUnstatedLimitPassesNothingAndPrescribedValuesStillHold) {
  Subject none{.builtin = "exp", .truth = oracle::exp, .limit = Unstated{}};
  none.rules = {Rule("exp(±0) = 1", "C99 F.9.3.1")};
  EXPECT_TRUE(none.undefined({f32(1)}, {f32(1).bits}));
  EXPECT_TRUE(none.undefined({f32(1)}, {nearest(oracle::exp, {f32(1)})}));
  EXPECT_TRUE(none.right({f32(0)}, {f32(1).bits}));
  EXPECT_TRUE(none.wrong({f32(0)}, {f32(1).bits + 1}));
}

TEST(JudgeLimitTest, AWrongNumberOfResultsIsAnError) {
  const Subject subject{.builtin = "exp", .truth = oracle::exp, .limit = Ulp{3}};
  EXPECT_THROW(subject.ask({f32(1)}, {0, 0}), std::invalid_argument);
}

}  // namespace
}  // namespace classay::judge_test
