// ulp and error as the documents define them. What could go wrong: the spacing at powers of two, in the subnormals, beyond
// the largest finite number; enclosures that touch a binade's end; infinities as results.
#include "reference/judge/ulp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "reference/judge/testing.h"

namespace classay {
namespace {

using judge_test::error_in_ulps;

class UlpTest : public testing::Test {
 protected:
  RealScope scope_;
};

const Format* const kFormats[] = {&kF16, &kF32, &kF64, &kBf16};

Truth exact_truth(const Format& f, Bits b) { return Truth::of(f, b); }

// A real number given as significand * 2^exponent, exactly.
Truth number(std::uint64_t significand, int exponent) { return Truth::of(exact(Dyadic{false, significand, exponent})); }

double error_of(const Format& f, Bits result, const Truth& t) {
  const auto error = error_in_ulps(f, result, t);
  EXPECT_TRUE(error.has_value());
  EXPECT_TRUE(error->is_point());
  return mpfr_get_d(error->low, MPFR_RNDN);
}

TEST_F(UlpTest, PowerOfTwoUsesTheSmallerSpacing) {
  for (const Format* f : kFormats) {
    const Bits one = f->one();
    EXPECT_EQ(*ulp_exponent(*f, Interval::point(exact(*f, one))), -f->precision);
    EXPECT_EQ(error_of(*f, one + 1, exact_truth(*f, one)), 2.0);
    EXPECT_EQ(error_of(*f, one - 1, exact_truth(*f, one)), 1.0);
    // Beside the power of two it is the spacing of the side.
    EXPECT_EQ(*ulp_exponent(*f, Interval::point(exact(*f, one + 1))), -f->fraction_bits());
    EXPECT_EQ(*ulp_exponent(*f, Interval::point(exact(*f, one - 1))), -f->precision);
  }
}

TEST_F(UlpTest, SubnormalsShareOneSpacing) {
  for (const Format* f : kFormats) {
    for (const Bits b : {Bits{0}, Bits{1}, Bits{2}, f->min_normal() - 1, f->min_normal(), f->min_normal() + 1}) {
      EXPECT_EQ(*ulp_exponent(*f, Interval::point(exact(*f, b))), f->subnormal_exponent()) << b;
    }
    EXPECT_EQ(error_of(*f, 3, number(1, f->subnormal_exponent() - 1)), 2.5);
  }
}

TEST_F(UlpTest, BeyondTheLargestNumberTheSpacingStays) {
  for (const Format* f : kFormats) {
    const int last = f->emax - f->fraction_bits();
    EXPECT_EQ(*ulp_exponent(*f, Interval::point(exact(*f, f->max_finite()))), last);
    EXPECT_EQ(*ulp_exponent(*f, Interval::point(power_of_two(f->emax + 1))), last);
    EXPECT_EQ(*ulp_exponent(*f, Interval::point(power_of_two(f->emax + 5))), last);
    EXPECT_EQ(error_of(*f, f->max_finite(), number(1, f->emax + 1)), 1.0);
  }
}

TEST_F(UlpTest, InfinityStandsForTheNextNumberAboveTheLargest) {
  for (const Format* f : kFormats) {
    EXPECT_EQ(error_of(*f, f->infinity(), exact_truth(*f, f->max_finite())), 1.0);
    EXPECT_EQ(error_of(*f, f->infinity(), exact_truth(*f, f->max_finite() - 3)), 4.0);
    EXPECT_EQ(error_of(*f, f->infinity(), number(1, f->emax + 1)), 0.0);
    EXPECT_EQ(error_of(*f, f->infinity(), number(3, f->emax + 1)), 0.0);
    // The infinity of the other sign is far away.
    EXPECT_GT(error_of(*f, f->infinity(true), exact_truth(*f, f->max_finite())), 1.0);
    EXPECT_GT(error_of(*f, f->infinity(true), number(3, f->emax + 1)), 1.0);
  }
}

TEST_F(UlpTest, AnEnclosureAcrossABinadeIsUndecidedAndOneThatTouchesItsEndIsNot) {
  Real below = exact(kF32, kF32.one());
  mpfr_nextbelow(below);
  Real above = exact(kF32, kF32.one());
  mpfr_nextabove(above);
  const Real one = exact(kF32, kF32.one());
  EXPECT_FALSE(ulp_exponent(kF32, Interval(below, above)).has_value());
  EXPECT_EQ(*ulp_exponent(kF32, Interval(below, one)), -24);  // open: strictly below 1
  EXPECT_EQ(*ulp_exponent(kF32, Interval(one, above)), -23);
}

TEST_F(UlpTest, SignsAreSymmetric) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 20000; ++i) {
    const Format& f = *kFormats[random() % 4];
    const Bits exact_bits = random() % f.infinity();
    const Bits result = random() % 8 == 0 ? f.infinity() : exact_bits + random() % 8 - 4;
    if (f.magnitude(result) > f.infinity()) continue;
    const double positive = error_of(f, result, exact_truth(f, exact_bits));
    const double negative = error_of(f, f.negate(result), exact_truth(f, f.negate(exact_bits)));
    EXPECT_EQ(positive, negative);
  }
}

// Properties over random patterns of all formats.

Bits random_finite(const Format& f, std::mt19937_64& random) {
  const Bits b = random() & f.mask();
  return f.is_finite(b) ? b : b & ~f.min_normal();
}

TEST_F(UlpTest, ErrorIsZeroExactlyForExactResults) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 50000; ++i) {
    const Format& f = *kFormats[random() % 4];
    const Bits b = random_finite(f, random);
    EXPECT_EQ(error_of(f, b, exact_truth(f, b)), 0.0);
    const Bits other = random_finite(f, random);
    if (ordered(f, b) != ordered(f, other)) {
      EXPECT_GT(error_in_ulps(f, other, exact_truth(f, b))->low.sign(), 0);
    }
  }
}

// A random real: a number of the format plus a fraction of its last place.
Truth random_real(const Format& f, std::mt19937_64& random) {
  const Dyadic d = decode(f, random_finite(f, random));
  Real x(160);
  const Real significand = exact(Value{Type::u64, d.significand});
  mpfr_set(x, significand, MPFR_RNDN);
  mpfr_mul_2si(x, x, d.exponent, MPFR_RNDN);
  Real fraction = exact(Value{Type::u64, random() | 1});
  mpfr_mul_2si(fraction, fraction, d.exponent - 64 - static_cast<int>(random() % 3), MPFR_RNDN);
  mpfr_add(x, x, fraction, MPFR_RNDN);
  if (d.negative) mpfr_neg(x, x, MPFR_RNDN);
  return Truth::of(x);
}

TEST_F(UlpTest, TheCorrectlyRoundedResultIsWithinHalfAnUlp) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 50000; ++i) {
    const Format& f = *kFormats[random() % 4];
    const Truth t = random_real(f, random);
    const Bits nearest = *rounded(f, t, Rounding::rne);
    EXPECT_LE(mpfr_cmp_d(error_in_ulps(f, nearest, t)->high, 0.5), 0) << hex_float(f, nearest);
    // And the directed ones are within one.
    for (const Rounding mode : {Rounding::rtp, Rounding::rtn, Rounding::rtz}) {
      EXPECT_LT(mpfr_cmp_d(error_in_ulps(f, *rounded(f, t, mode), t)->high, 1.0), 1);
    }
  }
}

TEST_F(UlpTest, ErrorIsMonotoneInTheResult) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 2000; ++i) {
    const Format& f = *kFormats[random() % 4];
    const Truth t = random_real(f, random);
    const std::int64_t nearest = ordered(f, *rounded(f, t, Rounding::rne));
    const auto error_at = [&](std::int64_t step) -> std::optional<Interval> {
      const std::int64_t o = nearest + step;
      if (o > static_cast<std::int64_t>(f.infinity()) || -o > static_cast<std::int64_t>(f.infinity())) return std::nullopt;
      return error_in_ulps(f, from_ordered(f, o), t);
    };
    for (const int direction : {-1, 1}) {
      for (int k = 1; k < 20; ++k) {
        const auto nearer = error_at(direction * k);
        const auto farther = error_at(direction * (k + 1));
        if (!farther) continue;
        EXPECT_LT(compare(nearer->high, farther->low), 0);
      }
    }
  }
}

}  // namespace
}  // namespace classay
