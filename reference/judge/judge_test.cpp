// The judge from both sides: for each kind of limit a right result that must pass and the nearest wrong one that must fail.
#include "reference/judge/judge.h"

#include <gtest/gtest.h>

#include <random>

#include "reference/exact/exact.h"
#include "reference/judge/testing.h"
#include "reference/oracle/oracle.h"

namespace classay::judge_test {
namespace {

// ---- Limits in ulp ----------------------------------------------------------------------------------------------------

// The error of a result, from an enclosure far tighter than the judge needs.
double error_of(Evaluate truth, std::vector<Value> args, Bits result) {
  const RealScope scope;
  const Call call{.type = args.front().type, .args = args};
  const auto error = error_in_ulps(format(call.type), result, truth(call, 2000)[0]);
  return mpfr_get_d(error->high, MPFR_RNDN);
}

TEST(JudgeUlpTest, TheVerdictTurnsExactlyWhereTheErrorPassesTheLimit) {
  std::mt19937_64 random(11);
  const Subject subject{.builtin = "exp", .truth = oracle::exp, .limit = Ulp{3}};
  int right = 0;
  int wrong = 0;
  for (int i = 0; i < 300; ++i) {
    const Value x = {Type::f32, (random() % 2 << 31) | (0x3b000000 + random() % 0x07000000)};
    const Bits best = nearest(oracle::exp, {x});
    for (std::int64_t step = -6; step <= 6; ++step) {
      const Bits got = stepped(kF32, best, step);
      if (!kF32.is_finite(got)) continue;
      const bool within = error_of(oracle::exp, {x}, got) <= 3;
      EXPECT_EQ(subject.right({x}, {got}), within) << hex_float(kF32, x.bits) << " " << hex_float(kF32, got);
      EXPECT_EQ(subject.wrong({x}, {got}), !within);
      ++(within ? right : wrong);
    }
  }
  EXPECT_GT(right, 1000);
  EXPECT_GT(wrong, 1000);
}

TEST(JudgeUlpTest, TheErrorIsAnEnclosureOfTheTrueOne) {
  const Subject subject{.builtin = "sin", .truth = oracle::sin, .limit = Ulp{4}};
  const Value x = f32(1.0F);
  const Bits got = stepped(kF32, nearest(oracle::sin, {x}), 2);
  const Judgement j = subject.ask({x}, {got});
  const double error = error_of(oracle::sin, {x}, got);
  ASSERT_TRUE(j.error.has_value());
  EXPECT_LE(mpfr_get_d(j.error->low, MPFR_RNDD), error);
  EXPECT_GE(mpfr_get_d(j.error->high, MPFR_RNDU), error);
  EXPECT_LT(mpfr_get_d(j.error->high, MPFR_RNDU) - mpfr_get_d(j.error->low, MPFR_RNDD), 1e-9);
}

TEST(JudgeUlpTest, TheSideOfTheErrorIsThatOfTheResult) {
  const Subject exp{.builtin = "exp", .truth = oracle::exp, .limit = Ulp{3}};
  for (const float x : {1.0F, -0.3F, 20.0F}) {
    const Bits down = nearest(oracle::exp, {f32(x)}, Rounding::rtn);
    EXPECT_TRUE(exp.ask({f32(x)}, {down}).is_below);
    EXPECT_FALSE(exp.ask({f32(x)}, {down + 1}).is_below);
  }
  const Subject sin{.builtin = "sin", .truth = oracle::sin, .limit = Ulp{4}};
  const Bits away = nearest(oracle::sin, {f32(-2)}, Rounding::rtn);  // negative: farther from zero is less
  EXPECT_TRUE(sin.ask({f32(-2)}, {away}).is_below);
  EXPECT_FALSE(sin.ask({f32(-2)}, {away - 1}).is_below);
  EXPECT_TRUE(exp.ask({f32(1)}, {kF32.infinity(true)}).is_below);
  EXPECT_FALSE(exp.ask({f32(1)}, {kInf32}).is_below);
  EXPECT_FALSE(exp.ask({f32(0)}, {kF32.one()}).is_below);  // exact
}

TEST(JudgeUlpTest, AtAPowerOfTwoTheSmallerSpacingCounts) {
  // exp2(3) is exactly 8: one float above is 2 ulp away, one below 1 ulp.
  const Bits eight = f32(8).bits;
  const Subject one_ulp{.builtin = "exp2", .truth = oracle::exp2, .limit = Ulp{1}};
  EXPECT_TRUE(one_ulp.right({f32(3)}, {eight - 1}));
  EXPECT_TRUE(one_ulp.wrong({f32(3)}, {eight + 1}));
  const Subject two_ulp{.builtin = "exp2", .truth = oracle::exp2, .limit = Ulp{2}};
  EXPECT_TRUE(two_ulp.right({f32(3)}, {eight + 1}));
}

TEST(JudgeUlpTest, InfinityIsLenientBelowTheOverflowAndRightAboveIt) {
  const Subject three{.builtin = "exp2", .truth = oracle::exp2, .limit = Ulp{3}};
  EXPECT_TRUE(three.right({f32(128)}, {kInf32}));
  EXPECT_TRUE(three.right({f32(128)}, {kF32.max_finite()}));      // 1 ulp below 2^128
  EXPECT_TRUE(three.right({f32(128)}, {kF32.max_finite() - 2}));  // 3 ulp
  EXPECT_TRUE(three.wrong({f32(128)}, {kF32.max_finite() - 3}));
  EXPECT_TRUE(three.wrong({f32(200)}, {kF32.max_finite()}));
  EXPECT_TRUE(three.right({f32(1e30F)}, {kInf32}));
  EXPECT_TRUE(three.wrong({f32(1e30F)}, {kF32.infinity(true)}));
  EXPECT_TRUE(three.wrong({f32(127)}, {kInf32}));  // half of the range away
}

TEST(JudgeUlpTest, ResultsBelowTheSmallestSubnormalAreMeasuredInItsSpacing) {
  const Subject three{.builtin = "exp2", .truth = oracle::exp2, .limit = Ulp{3}};
  EXPECT_TRUE(three.right({f32(-1e30F)}, {0}));
  EXPECT_TRUE(three.right({f32(-1e30F)}, {3}));  // 0 < exact, so 3 is less than 3 spacings away
  EXPECT_TRUE(three.wrong({f32(-1e30F)}, {4}));
}

TEST(JudgeUlpTest, ANanOrAnInfinityIsNeverWithinALimit) {
  for (const Limit& limit : std::initializer_list<Limit>{Ulp{1e9}, ExpRelaxed{1e9}, Absolute{1e30}, CorrectlyRounded{},
                                                         Exact{}, AbsoluteOn{-100, 100, 1e30}, UlpOn{1e9, -100, 100}}) {
    const Subject subject{.builtin = "exp", .truth = oracle::exp, .limit = limit};
    EXPECT_TRUE(subject.wrong({f32(0.5F)}, {kNan32})) << text(limit);
    EXPECT_TRUE(subject.wrong({f32(0.5F)}, {kNan32 | 0x80000000 | 5})) << text(limit);
    EXPECT_TRUE(subject.wrong({f32(0.5F)}, {kInf32})) << text(limit);
  }
}

TEST(JudgeUlpTest, AnyNanIsRightWhereANanIsRight) {
  const Subject subject{.builtin = "log", .truth = oracle::log, .limit = CorrectlyRounded{}};
  for (const Bits nan : {kNan32, kNan32 | 1, kF32.infinity() | 1, kNan32 | 0x80000000}) {
    EXPECT_TRUE(subject.right({f32(-1)}, {nan}));
    EXPECT_TRUE(subject.right({{Type::f32, nan}}, {kNan32}));
  }
  EXPECT_TRUE(subject.wrong({{Type::f32, kNan32}}, {f32(1).bits}));
  EXPECT_TRUE(subject.wrong({{Type::f32, kNan32}}, {kInf32}));
}

TEST(JudgeUlpTest, HugeArgumentsWhoseResultApproachesANumberAreDecided) {
  // tanh of a huge number is below 1 by less than any precision shows.
  const Subject rounded{.builtin = "tanh", .truth = oracle::tanh, .limit = CorrectlyRounded{}, .results = {Type::f64}};
  EXPECT_TRUE(rounded.right({f64(1e300)}, {f64(1).bits}));
  EXPECT_TRUE(rounded.wrong({f64(1e300)}, {f64(1).bits - 1}));
  Subject toward_zero = rounded;
  toward_zero.arithmetic.rounding = Rounding::rtz;
  toward_zero.core_operation = true;
  EXPECT_TRUE(toward_zero.right({f64(1e300)}, {f64(1).bits - 1}));
  EXPECT_TRUE(toward_zero.wrong({f64(1e300)}, {f64(1).bits}));
}

TEST(JudgeUlpTest, AnErrorJustAboveTheLimitIsWrongAtAnyPrecision) {
  // tanh of a huge number is 1 - d, d smaller than any precision shows: one number above 1 is 2 ulp and d away.
  const Subject two{.builtin = "tanh", .truth = oracle::tanh, .limit = Ulp{2}, .results = {Type::f64}};
  EXPECT_TRUE(two.wrong({f64(1e300)}, {f64(1).bits + 1}));
  EXPECT_TRUE(two.right({f64(1e300)}, {f64(1).bits - 2}));  // 2 ulp less d
  EXPECT_TRUE(two.wrong({f64(1e300)}, {f64(1).bits - 3}));
}

// A function that shows little of its value, 1 + 3.25 ulp, before the precision has grown.
std::vector<Truth> reluctant(const Call&, Precision p) {
  const auto ulps = [&](double n) {
    Real r(p);
    mpfr_set_d(r, n, MPFR_RNDN);
    mpfr_mul_2si(r, r, -kF32.fraction_bits(), MPFR_RNDN);
    mpfr_add_ui(r, r, 1, MPFR_RNDN);
    return r;
  };
  return {Truth::of_real(p < 1000 ? Interval(ulps(0), ulps(7)) : Interval(ulps(3.2), ulps(3.3)))};
}

TEST(JudgeUlpTest, NoVerdictIsGivenWhileTheEnclosureStraddlesTheLimit) {
  const Subject three{.builtin = "reluctant", .truth = reluctant, .limit = Ulp{3}};
  const Bits one = f32(1).bits;
  EXPECT_TRUE(three.wrong({f32(0)}, {one}));      // 3.25 ulp, from an enclosure that began with 0 to 7
  EXPECT_TRUE(three.right({f32(0)}, {one + 1}));  // 2.25
  EXPECT_TRUE(three.right({f32(0)}, {one + 6}));  // 2.75
  EXPECT_TRUE(three.wrong({f32(0)}, {one + 7}));  // 3.75
}

TEST(JudgeUlpTest, ANanArgumentGivesANanUnderEveryLimit) {
  for (const Limit& limit : std::initializer_list<Limit>{Ulp{4}, CorrectlyRounded{}, Absolute{1e30}}) {
    const Subject exp{.builtin = "exp", .truth = oracle::exp, .limit = limit};
    EXPECT_TRUE(exp.right({{Type::f32, kNan32}}, {kNan32 | 7}));
    EXPECT_TRUE(exp.wrong({{Type::f32, kNan32}}, {f32(1).bits})) << text(limit);
    EXPECT_TRUE(exp.wrong({{Type::f32, kNan32}}, {kInf32})) << text(limit);
  }
}

TEST(JudgeUlpTest, ASpecialResultThatNoDocumentNamesIsUndefinedAndNotWrong) {
  const Subject rsqrt{.builtin = "rsqrt", .truth = oracle::rsqrt, .limit = Ulp{2}};
  EXPECT_TRUE(rsqrt.right({f32(-0.0F)}, {kF32.infinity(true)}));
  EXPECT_TRUE(rsqrt.undefined({f32(-0.0F)}, {kInf32}));
}

// ---- Other limits -----------------------------------------------------------------------------------------------------

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

TEST(JudgeLimitTest, LimitsWhileSquaresAreInRangeSayNothingBeyond) {
  Subject subject{.builtin = "fast_length", .truth = oracle::length, .limit = UlpByLanes{8192, 1, true}};
  subject.call.lanes = 2;
  EXPECT_TRUE(subject.wrong({f32(3), f32(4)}, {kNan32}));
  EXPECT_TRUE(subject.undefined({f32(0x1p100F), f32(4)}, {kNan32}));
  EXPECT_TRUE(subject.undefined({f32(0x1p-100F), f32(0)}, {f32(1).bits}));
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(subject.undefined({f32(infinity), f32(4)}, {kNan32}));
}

TEST(JudgeLimitTest, ImplementationDefinedFailsNothingButPrescribedValues) {
  const Subject free{.builtin = "lgamma", .truth = oracle::lgamma, .limit = ImplementationDefined{}};
  EXPECT_TRUE(free.right({f32(5.5F)}, {f32(-77).bits}));
  EXPECT_TRUE(free.right({f32(5.5F)}, {kNan32}));
  // The error is measured all the same.
  EXPECT_TRUE(free.ask({f32(5.5F)}, {f32(-77).bits}).error.has_value());
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

// ---- Rounding ---------------------------------------------------------------------------------------------------------

TEST(JudgeRoundingTest, OperationsRoundInTheDevicesMode) {
  Subject add{.builtin = "add", .truth = oracle::add, .limit = CorrectlyRounded{}, .core_operation = true};
  const std::vector<Value> args{f32(1), f32(0x1.8p-24F)};
  const Bits up = f32(1).bits + 1;
  EXPECT_TRUE(add.right(args, {up}));
  EXPECT_TRUE(add.wrong(args, {up - 1}));
  add.arithmetic.rounding = Rounding::rtz;
  EXPECT_TRUE(add.wrong(args, {up}));
  EXPECT_TRUE(add.right(args, {up - 1}));
  // Overflow toward zero stops at the largest number.
  EXPECT_TRUE(add.right({f32(3e38F), f32(3e38F)}, {kF32.max_finite()}));
  EXPECT_TRUE(add.wrong({f32(3e38F), f32(3e38F)}, {kInf32}));
}

TEST(JudgeRoundingTest, BuiltinsOnADeviceThatRoundsTowardZeroMayRoundToNearest) {
  Subject fdim{.builtin = "fdim", .truth = oracle::fdim, .limit = CorrectlyRounded{}};
  fdim.arithmetic.rounding = Rounding::rtz;
  const std::vector<Value> args{f32(1), f32(-0x1.8p-24F)};
  EXPECT_TRUE(fdim.right(args, {f32(1).bits}));
  const Judgement nearest_even = fdim.ask(args, {f32(1).bits + 1});
  EXPECT_EQ(nearest_even.verdict, Verdict::right);
  EXPECT_EQ(nearest_even.reading, "rounding-of-builtins");
  EXPECT_TRUE(fdim.wrong(args, {f32(1).bits + 2}));
}

TEST(JudgeRoundingTest, RintIsNearestEvenOnEveryDevice) {
  Subject rint{.builtin = "rint", .truth = exact_functions::rint, .limit = CorrectlyRounded{}};
  rint.arithmetic.rounding = Rounding::rtz;
  EXPECT_TRUE(rint.right({f32(1.75F)}, {f32(2).bits}));
  EXPECT_TRUE(rint.wrong({f32(1.75F)}, {f32(1).bits}));
}

TEST(JudgeRoundingTest, TheSignOfAZeroCountsForExactResults) {
  const Subject trunc{.builtin = "trunc", .truth = exact_functions::trunc, .limit = CorrectlyRounded{}};
  EXPECT_TRUE(trunc.right({f32(-0.5F)}, {kF32.zero(true)}));
  EXPECT_TRUE(trunc.wrong({f32(-0.5F)}, {kF32.zero(false)}));
  Subject unsigned_zeros = trunc;
  unsigned_zeros.arithmetic.zero_signs = false;
  EXPECT_TRUE(unsigned_zeros.right({f32(-0.5F)}, {kF32.zero(false)}));
  EXPECT_TRUE(unsigned_zeros.wrong({f32(-0.5F)}, {f32(-1).bits}));
}

TEST(JudgeRoundingTest, ConversionsNameTheirOwnMode) {
  Subject convert{
      .builtin = "convert_half_rtz", .truth = exact_functions::convert, .limit = CorrectlyRounded{}, .results = {Type::f16}};
  convert.call = {.to = Type::f16, .rounding = Rounding::rtz};
  Subject named = convert;
  named.arithmetic.rounding = Rounding::rne;
  const auto ask = [&](Bits got) {
    const std::vector<Value> args{f32(1 + 0x1.8p-11F)};
    const Promise promise{.builtin = "convert_half_rtz",
                          .truth = exact_functions::convert,
                          .results = named.results,
                          .limit = CorrectlyRounded{},
                          .rounding_in_call = true};
    return judge(promise, {.args = args, .to = Type::f16, .rounding = Rounding::rtz}, std::vector<Bits>{got}, {}).verdict;
  };
  EXPECT_EQ(ask(kF16.one()), Verdict::right);
  EXPECT_EQ(ask(kF16.one() + 1), Verdict::wrong);
}

// ---- Contraction ------------------------------------------------------------------------------------------------------

TEST(JudgeContractionTest, MadIsFmaOrTwoRoundingsAndNothingElse) {
  const Subject mad{.builtin = "mad", .truth = oracle::mad, .limit = FmaOrTwoRoundings{}};
  // (1 + e)^2 - (1 + 2e) is e^2 exactly; with the product rounded first it is 0.
  const float e = 0x1p-23F;
  const std::vector<Value> args{f32(1 + e), f32(1 + e), f32(-(1 + 2 * e))};
  EXPECT_TRUE(mad.right(args, {f32(0x1p-46F).bits}));
  EXPECT_TRUE(mad.right(args, {0}));
  EXPECT_TRUE(mad.wrong(args, {f32(0x1p-46F).bits + 1}));
  EXPECT_TRUE(mad.wrong(args, {1}));
  EXPECT_TRUE(mad.wrong(args, {kNan32}));
  const Subject fma{.builtin = "fma", .truth = oracle::fma, .limit = CorrectlyRounded{}};
  EXPECT_TRUE(fma.right(args, {f32(0x1p-46F).bits}));
  EXPECT_TRUE(fma.wrong(args, {0}));
}

// 1 + 2^-12 squared is 1 + 2^-11 + 2^-24: with c = -1 the last term is lost in two roundings only.
TEST(JudgeContractionTest, WhatMustNotBeContractedIsTwoRoundings) {
  const Subject off{.builtin = "mul_add", .truth = oracle::mad, .limit = TwoRoundings{}, .core_operation = true};
  const Value a = f32(0x1.001p0F);
  EXPECT_TRUE(off.right({a, a, f32(-1)}, {f32(0x1p-11F).bits}));
  EXPECT_TRUE(off.wrong({a, a, f32(-1)}, {f32(0x1.0008p-11F).bits}));
  EXPECT_TRUE(off.wrong({a, a, f32(-1)}, {f32(0x1.00001p-11F).bits}));
  EXPECT_TRUE(off.wrong({a, a, f32(-1)}, {kNan32}));
}

TEST(JudgeContractionTest, TwoRoundingsFollowAProductThatOverflowsInTheDevicesMode) {
  Subject off{.builtin = "mul_add", .truth = oracle::mad, .limit = TwoRoundings{}, .core_operation = true};
  const std::vector<Value> args{f32(3e38F), f32(2), f32(-3e38F)};
  EXPECT_TRUE(off.right(args, {kInf32}));
  EXPECT_TRUE(off.wrong(args, {f32(3e38F).bits}));
  const std::vector<Value> infinite{f32(3e38F), f32(2), {Type::f32, kF32.infinity(true)}};
  EXPECT_TRUE(off.right(infinite, {kNan32}));
  EXPECT_TRUE(off.wrong(infinite, {kF32.infinity(true)}));
  off.arithmetic.rounding = Rounding::rtz;
  EXPECT_TRUE(off.wrong(args, {kInf32}));
  EXPECT_TRUE(off.right(args, {nearest(oracle::sub, {{Type::f32, kF32.max_finite()}, f32(3e38F)}, Rounding::rtz)}));
}

TEST(JudgeContractionTest, AProductThatIsSubnormalMayBeFlushed) {
  Subject off{.builtin = "mul_add", .truth = oracle::mad, .limit = TwoRoundings{}, .core_operation = true};
  const std::vector<Value> args{f32(0x1p-100F), f32(0x1.8p-28F), f32(0x1p-126F)};
  const Bits kept = f32(0x1p-126F).bits + (1U << 21) + (1U << 20);
  EXPECT_TRUE(off.right(args, {kept}));
  EXPECT_TRUE(off.wrong(args, {f32(0x1p-126F).bits}));
  off.arithmetic.flushes = true;
  EXPECT_TRUE(off.right(args, {kept}));
  EXPECT_TRUE(off.right(args, {f32(0x1p-126F).bits}));
  EXPECT_TRUE(off.wrong(args, {f32(0x1p-125F).bits}));
}

TEST(JudgeContractionTest, AProductThatOverflowsIsFollowed) {
  const Subject mad{.builtin = "mad", .truth = oracle::mad, .limit = FmaOrTwoRoundings{}};
  const std::vector<Value> args{f32(3e38F), f32(2), f32(-3e38F)};
  EXPECT_TRUE(mad.right(args, {f32(3e38F).bits}));  // fma
  EXPECT_TRUE(mad.right(args, {kInf32}));           // the product is infinite
  EXPECT_TRUE(mad.wrong(args, {kF32.max_finite()}));
  const std::vector<Value> infinite{f32(3e38F), f32(2), {Type::f32, kF32.infinity(true)}};
  EXPECT_TRUE(mad.right(infinite, {kF32.infinity(true)}));  // fma: finite + -inf
  EXPECT_TRUE(mad.right(infinite, {kNan32}));               // +inf + -inf
  EXPECT_TRUE(mad.wrong(infinite, {kInf32}));
}

// ---- Exact and integer results ----------------------------------------------------------------------------------------

TEST(JudgeExactTest, TwoResultsAreJudgedBoth) {
  const Subject frexp{
      .builtin = "frexp", .truth = exact_functions::frexp, .limit = Exact{}, .results = {Type::f32, Type::i32}};
  EXPECT_TRUE(frexp.right({f32(6)}, {f32(0.75F).bits, 3}));
  EXPECT_TRUE(frexp.wrong({f32(6)}, {f32(0.75F).bits, 2}));
  EXPECT_TRUE(frexp.wrong({f32(6)}, {f32(0.5F).bits, 3}));
}

TEST(JudgeExactTest, RemquoPromisesLowBitsOfTheQuotientAndItsSign) {
  const Subject remquo{
      .builtin = "remquo", .truth = oracle::remquo, .limit = Exact{}, .results = {Type::f32, Type::i32}, .quotient_bits = 7};
  const auto quotient = [&](float x, float y, std::int32_t q) {
    return remquo.right({f32(x), f32(y)}, {0, static_cast<std::uint32_t>(q)});
  };
  EXPECT_TRUE(quotient(5, 1, 5));
  EXPECT_FALSE(quotient(5, 1, -5));
  EXPECT_FALSE(quotient(5, 1, -123));  // equal to 5 in seven bits of two's complement
  EXPECT_FALSE(quotient(5, 1, 133));   // a bit that the quotient does not have
  EXPECT_TRUE(quotient(300, 1, 300));
  EXPECT_TRUE(quotient(300, 1, 300 % 128));
  EXPECT_FALSE(quotient(300, 1, 300 % 64 + 64));
  EXPECT_TRUE(remquo.right({f32(-300), f32(1)}, {kF32.zero(true), static_cast<std::uint32_t>(-44)}));
  EXPECT_FALSE(remquo.right({f32(-300), f32(1)}, {kF32.zero(true), 44}));
  EXPECT_TRUE(quotient(128, 1, 0));
}

}  // namespace
}  // namespace classay::judge_test
