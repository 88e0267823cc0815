// Compares formats with the host's constants, with the values of the fields, and with each other.
#include "reference/number/format.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "reference/exact/testing.h"
#include "reference/number/real.h"

namespace classay {
namespace {

constexpr std::array kFormats{kF16, kF32, kF64, kBf16};
constexpr std::array kSmallFormats{kF16, kBf16};  // small enough for every pattern

// Returns the value of the fields in real arithmetic: (-1)^sign * (1 + fraction / 2^bits) * 2^(biased - bias).
Real value_of_fields(Bits b, int exponent_bits, int fraction_bits) {
  const Bits fraction = b % (Bits{1} << fraction_bits);
  const Bits biased = (b >> fraction_bits) % (Bits{1} << exponent_bits);
  const bool negative = (b >> fraction_bits >> exponent_bits) != 0;
  const long bias = (1L << (exponent_bits - 1)) - 1;
  Real r = exact(Value{Type::u64, fraction});
  mpfr_div_2si(r, r, fraction_bits, MPFR_RNDN);
  if (biased != 0) mpfr_add_ui(r, r, 1, MPFR_RNDN);
  mpfr_mul_2si(r, r, static_cast<long>(biased == 0 ? 1 : biased) - bias, MPFR_RNDN);
  if (negative) mpfr_neg(r, r, MPFR_RNDN);
  return r;
}

bool same(const Real& a, const Real& b) { return compare(a, b) == 0 && a.signbit() == b.signbit(); }

std::vector<Bits> patterns(const Format& f) {
  std::vector<Bits> all;
  if (f.width == 16) {
    for (Bits b = 0; b <= f.mask(); ++b) all.push_back(b);
    return all;
  }
  const Type t = f == kF32 ? Type::f32 : Type::f64;
  for (const Arguments& a : samples({t}, 5000, 21)) all.push_back(a[0].bits);
  return all;
}

TEST(FormatTest, ConstantsAreThoseOfTheHost) {
  using F = std::numeric_limits<float>;
  using D = std::numeric_limits<double>;
  EXPECT_EQ(kF32.max_finite(), std::bit_cast<std::uint32_t>(F::max()));
  EXPECT_EQ(kF32.min_normal(), std::bit_cast<std::uint32_t>(F::min()));
  EXPECT_EQ(kF32.min_subnormal(), std::bit_cast<std::uint32_t>(F::denorm_min()));
  EXPECT_EQ(kF32.infinity(), std::bit_cast<std::uint32_t>(F::infinity()));
  EXPECT_EQ(kF32.quiet_nan(), std::bit_cast<std::uint32_t>(F::quiet_NaN()));
  EXPECT_EQ(kF32.one(), std::bit_cast<std::uint32_t>(1.0F));
  EXPECT_EQ(kF64.max_finite(), std::bit_cast<std::uint64_t>(D::max()));
  EXPECT_EQ(kF64.min_normal(), std::bit_cast<std::uint64_t>(D::min()));
  EXPECT_EQ(kF64.min_subnormal(), std::bit_cast<std::uint64_t>(D::denorm_min()));
  EXPECT_EQ(kF64.infinity(), std::bit_cast<std::uint64_t>(D::infinity()));
  EXPECT_EQ(kF64.quiet_nan(), std::bit_cast<std::uint64_t>(D::quiet_NaN()));
  EXPECT_EQ(kF64.one(), std::bit_cast<std::uint64_t>(1.0));
  EXPECT_EQ(kF64.emin(), D::min_exponent - 1);
  EXPECT_EQ(kF32.emax, F::max_exponent - 1);
  EXPECT_NE(kBf16.one(), kF16.one());
}

TEST(FormatTest, MaskCoversEveryBit) {
  for (const Format& f : kFormats) {
    EXPECT_EQ(std::popcount(f.mask()), f.width);
    EXPECT_EQ(f.negate(f.negate(f.one())), f.one());
    EXPECT_NE(f.negate(f.one()), f.one());
    EXPECT_EQ(f.infinity(true), f.infinity() | f.sign_bit());
    EXPECT_EQ(f.zero(true), f.sign_bit());
  }
}

// Every pattern has exactly one class, and each class has as many patterns as the encoding.
TEST(FormatTest, EveryPatternHasOneClass) {
  for (const Format& f : kSmallFormats) {
    std::array<Bits, 5> count{};
    for (const Bits b : patterns(f)) {
      const std::array<bool, 5> classes{f.is_nan(b), f.is_infinite(b), f.is_zero(b), f.is_subnormal(b), f.is_normal(b)};
      ASSERT_EQ(std::ranges::count(classes, true), 1) << b;
      ASSERT_EQ(f.is_finite(b), !classes[0] && !classes[1]) << b;
      for (std::size_t i = 0; i < classes.size(); ++i) count[i] += classes[i] ? 1 : 0;
    }
    const Bits fractions = Bits{1} << f.fraction_bits();
    const Bits exponents = Bits{1} << (f.width - f.precision);
    EXPECT_EQ(count, (std::array<Bits, 5>{2 * (fractions - 1), 2, 2, 2 * (fractions - 1), 2 * (exponents - 2) * fractions}));
  }
}

TEST(FormatTest, ClassesAreThoseOfTheValues) {
  for (const Format& f : kFormats) {
    for (const Bits b : patterns(f)) {
      if (!f.is_finite(b)) continue;
      const Real x = value_of_fields(b, f.width - f.precision, f.fraction_bits());
      const bool normal = mpfr_cmpabs(x, power_of_two(f.emin())) >= 0;
      ASSERT_EQ(f.is_normal(b), normal) << b;
      ASSERT_EQ(f.is_subnormal(b), !normal && !x.is_zero()) << b;
      ASSERT_EQ(f.is_zero(b), x.is_zero()) << b;
      ASSERT_EQ(f.is_negative(b), x.signbit()) << b;
    }
  }
}

bool decodes_to_its_fields(const Format& f, const Format& layout) {
  for (const Bits b : patterns(layout)) {
    if (!layout.is_finite(b) || !f.is_finite(b)) continue;
    if (!same(exact(decode(f, b)), value_of_fields(b, layout.width - layout.precision, layout.fraction_bits())))
      return false;
  }
  return true;
}

TEST(FormatTest, DecodeGivesTheValueOfTheFields) {
  for (const Format& f : kFormats) EXPECT_TRUE(decodes_to_its_fields(f, f)) << f.width << " " << f.precision;
}

TEST(FormatTest, AFormatOfTheSameWidthIsToldApart) {
  EXPECT_FALSE(decodes_to_its_fields(kBf16, kF16));
  EXPECT_FALSE(decodes_to_its_fields(kF16, kBf16));
  EXPECT_FALSE(decodes_to_its_fields(Format{.width = 16, .precision = 11, .emax = 14}, kF16));
}

TEST(FormatTest, Bfloat16IsTheUpperHalfOfFloat) {
  for (Bits b = 0; b <= kBf16.mask(); ++b) {
    const Bits wide = b << 16;
    ASSERT_EQ(kBf16.is_nan(b), kF32.is_nan(wide));
    ASSERT_EQ(kBf16.is_infinite(b), kF32.is_infinite(wide));
    ASSERT_EQ(kBf16.is_normal(b), kF32.is_normal(wide));
    if (kBf16.is_nan(b)) continue;
    ASSERT_TRUE(same(exact(kBf16, b), exact(kF32, wide))) << b;
  }
}

TEST(FormatTest, OrderedIntegersCountTheNumbersInTheirOrder) {
  for (const Format& f : kSmallFormats) {
    const std::int64_t last = ordered(f, f.infinity());
    EXPECT_EQ(ordered(f, f.infinity(true)), -last);
    for (std::int64_t i = -last; i < last; ++i) {
      ASSERT_EQ(ordered(f, from_ordered(f, i)), i);
      ASSERT_LT(compare(exact(f, from_ordered(f, i)), exact(f, from_ordered(f, i + 1))), 0) << i;
    }
  }
}

TEST(FormatTest, OrderedIntegersGoRoundAndZerosMeet) {
  for (const Format& f : kFormats) {
    EXPECT_EQ(ordered(f, f.zero(true)), 0);
    EXPECT_EQ(from_ordered(f, 0), f.zero(false));
    for (const Bits b : patterns(f)) {
      if (f.is_nan(b) || f.is_zero(b)) continue;
      ASSERT_EQ(from_ordered(f, ordered(f, b)), b);
      ASSERT_EQ(ordered(f, f.negate(b)), -ordered(f, b));
    }
  }
}

// Compares the gap above each positive number with a rule that maps the exponent of its leading bit to that of the gap.
template <class Rule>
bool is_the_gap(const Format& f, Rule&& rule) {
  const RealScope scope;
  for (const Bits b : patterns(f)) {
    if (f.is_negative(b) || f.is_zero(b) || b >= f.max_finite()) continue;
    const Real x = exact(f, b);
    Real gap(64);
    mpfr_sub(gap, exact(f, b + 1), x, MPFR_RNDN);
    if (compare(gap, power_of_two(rule(static_cast<int>(leading_exponent(x))))) != 0) return false;
  }
  return true;
}

TEST(FormatTest, SpacingIsTheDifferenceOfNeighbours) {
  for (const Format& f : kFormats) {
    EXPECT_TRUE(is_the_gap(f, [&](int e) { return spacing_exponent(f, e); }));
    EXPECT_FALSE(is_the_gap(f, [&](int e) { return e - f.fraction_bits(); }));  // forgets subnormals
    EXPECT_EQ(spacing_exponent(f, f.emax + 5), spacing_exponent(f, f.emax));
    EXPECT_EQ(spacing_exponent(f, f.emin() - 1000), f.subnormal_exponent());
  }
}

}  // namespace
}  // namespace classay
