// The judge under limits in ulp, from both sides: a right result that must pass and the nearest wrong one that must fail.
#include "reference/judge/judge.h"

#include <gtest/gtest.h>

#include <random>

#include "reference/judge/testing.h"
#include "reference/oracle/oracle.h"

namespace classay::judge_test {
namespace {

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
  ASSERT_NE(j.error, nullptr);
  EXPECT_LE(mpfr_get_d(j.error->low, MPFR_RNDD), error);
  EXPECT_GE(mpfr_get_d(j.error->high, MPFR_RNDU), error);
  EXPECT_LT(mpfr_get_d(j.error->high, MPFR_RNDU) - mpfr_get_d(j.error->low, MPFR_RNDD), 1e-9);
}

TEST(JudgeUlpTest, OfSeveralComponentsTheLargestErrorIsTold) {
  const Subject sincos{.builtin = "sincos", .truth = oracle::sincos, .limit = Ulp{8}, .results = {Type::f32, Type::f32}};
  const std::vector<Value> x{f32(1)};
  const Bits sine = nearest(oracle::sin, x);
  const Bits cosine = nearest(oracle::cos, x);
  const auto error = [&](Bits s, Bits c) { return mpfr_get_d(sincos.ask(x, {s, c}).error->high, MPFR_RNDN); };
  EXPECT_NEAR(error(sine + 4, cosine), 4, 0.5);
  EXPECT_NEAR(error(sine, cosine - 4), 4, 0.5);
  EXPECT_FALSE(sincos.ask(x, {sine + 4, cosine - 2}).is_below);
  EXPECT_TRUE(sincos.ask(x, {sine + 2, cosine - 4}).is_below);
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

// No list names these results; IEEE 754 does, which the result of an exception "must match", and they are the limits of the
// exact value.
TEST(JudgeUlpTest, PolesAndInvalidOperationsGiveWhatIeee754Has) {
  const Subject rsqrt{.builtin = "rsqrt", .truth = oracle::rsqrt, .limit = Ulp{2}};
  EXPECT_TRUE(rsqrt.right({f32(-0.0F)}, {kF32.infinity(true)}));
  EXPECT_TRUE(rsqrt.right({f32(-5)}, {kNan32 | 3}));
  for (const Bits got : {kInf32, kNan32, kF32.max_finite(), f32(7).bits}) {
    EXPECT_TRUE(rsqrt.wrong({f32(-0.0F)}, {got}));
    EXPECT_EQ(rsqrt.wrong({f32(-5)}, {got}), got != kNan32);
  }
  EXPECT_EQ(rsqrt.ask({f32(0)}, {f32(7).bits}).why, "must be +inf");
  const float infinity = std::numeric_limits<float>::infinity();
  const Subject pown{.builtin = "pown", .truth = oracle::pown, .limit = Ulp{16}};
  EXPECT_TRUE(pown.right({f32(-infinity), i32(3)}, {kF32.infinity(true)}));
  EXPECT_TRUE(pown.wrong({f32(-infinity), i32(3)}, {kInf32}));
}

// A device that flushes computes with a zero of either sign, which has its own pole.
TEST(JudgeUlpTest, APoleOfAFlushedArgumentHasEitherSign) {
  Subject rsqrt{.builtin = "rsqrt", .truth = oracle::rsqrt, .limit = Ulp{2}};
  const std::vector<Value> subnormal{{Type::f32, kF32.zero(true) | 5}};
  EXPECT_TRUE(rsqrt.wrong(subnormal, {kInf32}));
  rsqrt.arithmetic.flushes = true;
  for (const Bits got : {kInf32, kF32.infinity(true), kNan32}) EXPECT_TRUE(rsqrt.right(subnormal, {got}));
  EXPECT_TRUE(rsqrt.wrong(subnormal, {f32(7).bits}));
}

}  // namespace
}  // namespace classay::judge_test
