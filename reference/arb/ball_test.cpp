#include "reference/arb/ball.h"

#include <gtest/gtest.h>

namespace classay::arb {
namespace {

Number at(slong mantissa, slong exponent) { return Number::of(Integer(mantissa), exponent); }

Interval interval(int low, int high) { return {exact_double(low), exact_double(high)}; }

TEST(OverlapTest, OpenEndsThatTouchDoNotMeet) {
  EXPECT_FALSE(overlap(Enclosure::between(at(0, 0), at(1, 0)), interval(1, 2)));
  EXPECT_FALSE(overlap(Enclosure::between(at(2, 0), at(3, 0)), interval(1, 2)));
  EXPECT_FALSE(overlap(Enclosure::point(at(1, 0)), interval(1, 2)));
  EXPECT_FALSE(overlap(Enclosure::between(at(1, 0), at(2, 0)), interval(2, 2)));
  EXPECT_FALSE(overlap(Enclosure::point(at(5, 0)), interval(1, 2)));
}

TEST(OverlapTest, PointsAndCommonNumbersMeet) {
  EXPECT_TRUE(overlap(Enclosure::point(at(1, 0)), interval(1, 1)));
  EXPECT_TRUE(overlap(Enclosure::point(at(3, -1)), interval(1, 2)));
  EXPECT_TRUE(overlap(Enclosure::between(at(0, 0), at(3, -1)), interval(1, 2)));
  EXPECT_TRUE(overlap(Enclosure::between(at(0, 0), at(9, 0)), interval(1, 2)));
  EXPECT_TRUE(
      overlap(Enclosure::between(at(1, 300), Number::infinity(false)), Interval(power_of_two(301), power_of_two(302))));
}

TEST(OverlapTest, AnInfiniteEndIsBeyondEveryNumber) {
  Interval v = interval(1, 2);
  mpfr_set_inf(v.high, 1);
  EXPECT_TRUE(overlap(Enclosure::between(at(1, 1 << 20), Number::infinity(false)), v));
  EXPECT_FALSE(overlap(Enclosure::between(Number::infinity(true), at(1, 0)), v));
}

// 1 < x < 1 + 2^-200, and similar enclosures.
TEST(RoundedTest, AnOpenEndDecidesWhatAClosedOneLeavesOpen) {
  const Bits one = kF32.one();
  const Number near = at(1, 0) + at(1, -200);
  EXPECT_EQ(rounded(kF32, Enclosure::between(at(1, 0), near)), (Roundings{one, one + 1, one, one}));
  EXPECT_EQ(rounded(kF32, negate(Enclosure::between(at(1, 0), near))),
            (Roundings{kF32.negate(one), kF32.negate(one), kF32.negate(one + 1), kF32.negate(one)}));
  EXPECT_EQ(rounded(kF32, Enclosure::between(at(1, 0) - at(1, -200), at(1, 0))), (Roundings{one, one, one - 1, one - 1}));
  EXPECT_EQ(rounded(kF32, Enclosure{at(1, 0), near, false, true}), std::nullopt);
  EXPECT_EQ(rounded(kF32, Enclosure::between(at(1, 0) - at(1, -200), near)), std::nullopt);
}

TEST(RoundedTest, BesideZeroAndBeyondTheRangeTheSideDecides) {
  const auto tiny = Enclosure::between(Number(), Number::power_of_two(-(1L << 30)));
  EXPECT_EQ(rounded(kF64, tiny), (Roundings{0, 1, 0, 0}));
  EXPECT_EQ(rounded(kF64, negate(tiny)),
            (Roundings{kF64.sign_bit(), kF64.sign_bit(), kF64.sign_bit() | 1, kF64.sign_bit()}));
  const auto huge = Enclosure::between(Number::power_of_two(1L << 30), Number::infinity(false));
  EXPECT_EQ(rounded(kF64, huge), (Roundings{kF64.infinity(), kF64.infinity(), kF64.max_finite(), kF64.max_finite()}));
  EXPECT_EQ(rounded(kF64, Enclosure::between(at(-1, -5000), at(1, -5000))), std::nullopt);
  EXPECT_EQ(rounded(kF64, (Enclosure{Number(), at(1, -5000), false, true})), std::nullopt);
}

TEST(RoundedTest, ATieThatIsExactGoesToEvenAndOneThatIsNotGoesToItsSide) {
  const Number tie = at(1, 0) + at(1, -24);
  const Bits one = kF32.one();
  EXPECT_EQ(rounded(kF32, Enclosure::point(tie))->front(), one);
  EXPECT_EQ(rounded(kF32, Enclosure::between(tie, tie + at(1, -500)))->front(), one + 1);
  EXPECT_EQ(rounded(kF32, Enclosure::between(tie - at(1, -500), tie))->front(), one);
  EXPECT_EQ(rounded(kF32, Enclosure::point(tie + at(1, -500)))->front(), one + 1);  // many limbs
}

TEST(RoundedTest, ABallThatStraddlesIsUndecided) {
  Ball third(at(1, 0));
  arb_div_ui(third, third, 3, 30);
  EXPECT_TRUE(rounded(kF16, Enclosure::of(third, 30)).has_value());
  EXPECT_FALSE(rounded(kF32, Enclosure::of(third, 20)).has_value() && rounded(kF64, Enclosure::of(third, 30)).has_value());
  Ball unknown;
  arb_indeterminate(unknown);
  EXPECT_EQ(rounded(kF16, Enclosure::of(unknown, 30)), std::nullopt);
}

TEST(EnclosureTest, ABoundNarrowsOnlyWhatItCuts) {
  const Enclosure e = Enclosure::point(at(1, 0));
  Enclosure ball = Enclosure{at(1, 0), at(3, 0), false, false};
  EXPECT_TRUE(Enclosure(ball).above(at(1, 0)).low_open);
  EXPECT_FALSE(Enclosure(ball).above(at(0, 0)).low_open);
  EXPECT_EQ(compare(Enclosure(ball).above(at(2, 0)).low, 2), 0);
  EXPECT_EQ(compare(Enclosure(ball).nearer_than(at(2, 0)).high, 2), 0);
  EXPECT_EQ(compare(negate(ball).farther_than(at(-2, 0)).high, -2), 0);
  EXPECT_TRUE(e.is_point());
}

TEST(IntegerArithmeticTest, ExactRootsAndQuotientsArePoints) {
  EXPECT_EQ(compare(root(at(9, -2), 2, 64).low, at(3, -1)), 0);
  EXPECT_TRUE(root(at(9, -2), 2, 64).is_point());
  EXPECT_TRUE(root(at(27, -33), 3, 64).is_point());
  EXPECT_EQ(compare(root(at(27, -33), 3, 64).low, at(3, -11)), 0);
  EXPECT_TRUE(root(at(1, -5), 5, 64).is_point());
  EXPECT_TRUE(quotient(at(15, 7), at(-3, 2), 64).is_point());
  EXPECT_EQ(compare(quotient(at(15, 7), at(-3, 2), 64).low, at(-5, 5)), 0);
  EXPECT_TRUE(root_of_quotient(at(18, 0), at(32, 0), 64).is_point());
  EXPECT_EQ(compare(root_of_quotient(at(18, 0), at(32, 0), 64).low, at(3, -2)), 0);
}

// The powers or products of the ends must lie on either side.
TEST(IntegerArithmeticTest, OthersLieStrictlyBetweenTheirEnds) {
  for (slong i = 2; i < 200; ++i) {
    const Number x = at(2 * i + 1, (i % 7) - 3);
    const Enclosure q = quotient(at(1, 5), x, 80);
    EXPECT_LT(compare(q.low * x, at(1, 5)), 0);
    EXPECT_GT(compare(q.high * x, at(1, 5)), 0);
    const Enclosure c = root(x, 3, 80);
    if (c.is_point()) continue;
    EXPECT_LT(compare(c.low * c.low * c.low, x), 0);
    EXPECT_GT(compare(c.high * c.high * c.high, x), 0);
    const Enclosure r = root_of_quotient(at(7, 0), x, 80);
    if (r.is_point()) continue;
    EXPECT_LT(compare(r.low * r.low * x, at(7, 0)), 0);
    EXPECT_GT(compare(r.high * r.high * x, at(7, 0)), 0);
  }
}

}  // namespace
}  // namespace classay::arb
