// Checks that an operation on intervals contains the results of all enclosed numbers. Possible faults: an end is rounded
// inward, or belongs to a wrong pair of ends; a zero or an infinity at an end; a closed end where the interval must be open.
#include "reference/number/interval.h"

#include <random>

namespace classay {
namespace {

// So few bits that every result is rounded.
constexpr Precision kFew = 6;

class IntervalTest : public testing::Test {
 protected:
  Real number() { return exact_double(static_cast<double>(static_cast<std::int64_t>(random_() % 4001) - 2000) / 64); }
  Interval interval() {
    Real a = number();
    Real b = number();
    return compare(a, b) <= 0 ? Interval{a, b} : Interval{b, a};
  }
  std::uint64_t random() { return random_(); }

  // Returns an end, or a number between both.
  static Real within(const Interval& x, int quarter) {
    Real weighted(256);
    mpfr_mul_ui(weighted, x.high, static_cast<unsigned long>(quarter), MPFR_RNDN);
    Real rest(256);
    mpfr_mul_ui(rest, x.low, static_cast<unsigned long>(4 - quarter), MPFR_RNDN);
    mpfr_add(weighted, weighted, rest, MPFR_RNDN);
    mpfr_div_2ui(weighted, weighted, 2, MPFR_RNDN);
    return weighted;
  }
  static bool holds(const Interval& all, const Real& x) { return compare(all.low, x) <= 0 && compare(x, all.high) <= 0; }

  // `exact(x, y)` is the result for two numbers, `all` the result for two intervals.
  template <class Exact, class All>
  void expect_holds(Exact exact, All all) {
    for (int n = 0; n < 300; ++n) {
      const Interval a = interval();
      const Interval b = interval();
      const Interval result = all(a, b);
      for (int i = 0; i < 25; ++i) EXPECT_TRUE(holds(result, exact(within(a, i % 5), within(b, i / 5))));
    }
  }

 private:
  std::mt19937_64 random_{3};
  RealScope scope_;
};

Real quotient(const Real& x, const Real& y) {
  Real r(256);
  mpfr_div(r, x, y, MPFR_RNDN);
  return r;
}

TEST_F(IntervalTest, HoldsSumsDifferencesAndProducts) {
  expect_holds(exact_sum, [](const Interval& a, const Interval& b) { return add(a, b, kFew); });
  expect_holds(exact_difference, [](const Interval& a, const Interval& b) { return subtract(a, b, kFew); });
  expect_holds(exact_product, [](const Interval& a, const Interval& b) { return multiply(a, b, kFew); });
}

TEST_F(IntervalTest, HoldsQuotientsAndIsTheWholeLineWhereTheDivisorMayBeZero) {
  for (int n = 0; n < 300; ++n) {
    const Interval a = interval();
    const Interval b = interval();
    const Interval result = divide(a, b, kFew);
    EXPECT_EQ(result.low.is_infinite() && result.high.is_infinite(), b.contains_zero());
    for (int i = 0; i < 25 && !b.contains_zero(); ++i) {
      EXPECT_TRUE(holds(result, quotient(within(a, i % 5), within(b, i / 5))));
    }
  }
}

TEST_F(IntervalTest, HoldsNegativesMagnitudesAndBothOfTwo) {
  for (int n = 0; n < 300; ++n) {
    const Interval a = interval();
    const Interval b = interval();
    for (int i = 0; i < 5; ++i) {
      Real x = within(a, i);
      EXPECT_TRUE(holds(hull(a, b), x) && holds(hull(b, a), x));
      mpfr_neg(x, x, MPFR_RNDN);
      EXPECT_TRUE(holds(negate(a), x));
      mpfr_abs(x, x, MPFR_RNDN);
      EXPECT_TRUE(holds(absolute(a), x));
    }
  }
}

TEST_F(IntervalTest, TheMagnitudeOfAnIntervalAroundZeroDoesNotEndThere) {
  const Interval around{exact_double(-2), exact_double(3)};
  EXPECT_LT(absolute(around).low.sign(), 0);
  EXPECT_EQ(mpfr_cmp_ui(absolute(around).high, 3), 0);
}

TEST_F(IntervalTest, AnInfiniteEndTimesZeroIsZero) {
  const Interval zero = Interval::point(exact_double(0));
  const Interval product = multiply(zero, whole_line(kFew), kFew);
  EXPECT_TRUE(product.is_point() && product.low.is_zero());
}

TEST_F(IntervalTest, ANumberThatIsRoundedLiesBetweenNeighbours) {
  const Interval third = enclose(kFew, [](Real& r, mpfr_rnd_t d) { return mpfr_ui_div(r, 1, exact_double(3), d); });
  EXPECT_FALSE(third.is_point());
  EXPECT_TRUE(holds(third, quotient(exact_double(1), exact_double(3))));
  EXPECT_TRUE(enclose(kFew, [](Real& r, mpfr_rnd_t d) { return mpfr_ui_div(r, 1, exact_double(4), d); }).is_point());
  EXPECT_FALSE(pi(kFew).is_point());
}

}  // namespace
}  // namespace classay
