// Checks MPFR numbers with ownership: exact values, rounding compared with MPFR's, text, and the state of each thread.
#include "reference/number/real.h"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <thread>

#include "reference/exact/testing.h"

namespace classay {
namespace {

constexpr std::array kFormats{kF16, kF32, kF64, kBf16};

bool same(const Real& a, const Real& b) {
  if (a.is_nan() || b.is_nan()) return a.is_nan() && b.is_nan();
  return compare(a, b) == 0 && a.signbit() == b.signbit();
}

TEST(RealTest, ExactFloatsAndDoublesAreWhatMpfrReads) {
  Real r(64);
  for (const Arguments& a : samples({Type::f32}, 5000, 31)) {
    mpfr_set_flt(r, std::bit_cast<float>(static_cast<std::uint32_t>(a[0].bits)), MPFR_RNDN);
    ASSERT_TRUE(same(exact(a[0]), r)) << a[0].bits;
  }
  for (const Arguments& a : samples({Type::f64}, 5000, 32)) {
    const auto d = std::bit_cast<double>(a[0].bits);
    mpfr_set_d(r, d, MPFR_RNDN);
    ASSERT_TRUE(same(exact(a[0]), r)) << a[0].bits;
    ASSERT_TRUE(same(exact_double(d), r)) << a[0].bits;
    if (is_finite(a[0])) {
      ASSERT_FALSE(same(exact(Value{Type::f64, a[0].bits ^ 1}), r)) << a[0].bits;
    }
  }
}

TEST(RealTest, ExactIntegersAreWhatTheirDecimalsSay) {
  for (const Type t : kIntegerTypes) {
    for (const Bits b : boundaries(t)) {
      const Value v{t, b};
      const std::string digits = is_signed(t) ? std::to_string(as_signed(v)) : std::to_string(b);
      EXPECT_EQ(mpfr_cmp_z(exact(v), mpz_class(digits).get_mpz_t()), 0) << digits;
      EXPECT_NE(mpfr_cmp_z(exact(v), mpz_class(mpz_class(digits) + 1).get_mpz_t()), 0) << digits;
    }
  }
}

TEST(RealTest, PowersOfTwoHaveTheirExponent) {
  const RealScope scope;
  for (const int e : {-5000, -1074, -1, 0, 1, 16, 1023, 5000}) {
    EXPECT_EQ(leading_exponent(power_of_two(e)), e);
    Real below = power_of_two(e);
    mpfr_nextbelow(below);
    EXPECT_EQ(leading_exponent(below), e - 1);
  }
}

// Returns numbers of up to `bits` bits across the format's range and slightly beyond, many near ties.
std::vector<Real> reals(const Format& f, Precision bits, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Real> all;
  const int span = f.emax - f.subnormal_exponent() + 12;
  for (int i = 0; i < 20000; ++i) {
    Real x(bits);
    const int length = 1 + static_cast<int>(random() % static_cast<unsigned>(f.precision + 3));
    mpfr_set_z(x, mpz_class(std::to_string(random() >> (64 - length) | 1)).get_mpz_t(), MPFR_RNDN);
    mpfr_mul_2si(x, x, f.subnormal_exponent() - 6 - length + static_cast<int>(random() % static_cast<unsigned>(span)),
                 MPFR_RNDN);
    if (random() % 4 == 0) mpfr_nextabove(x);
    if (random() % 4 == 0) mpfr_nextbelow(x);
    if (random() % 2 == 0) mpfr_neg(x, x, MPFR_RNDN);
    all.push_back(std::move(x));
  }
  return all;
}

int differences_from_mpfr(const Format& f, const std::vector<Real>& numbers, Rounding mode, Rounding ours) {
  int count = 0;
  for (const Real& x : numbers) {
    const Bits b = round_to(f, x, ours);
    if (!same(exact(f, b), rounded_by_mpfr(f, x, mode))) ++count;
  }
  return count;
}

TEST(RealTest, RoundingIsMpfrsOwnWithSubnormals) {
  const RealScope scope;
  for (const Format& f : kFormats) {
    for (const Precision bits : {Precision{12}, Precision{60}, Precision{200}}) {
      const std::vector<Real> numbers = reals(f, bits, 33);
      for (const Rounding mode : kRoundings) {
        EXPECT_EQ(differences_from_mpfr(f, numbers, mode, mode), 0) << f.width << " " << name(mode) << " " << bits;
      }
    }
  }
}

TEST(RealTest, RoundingInAnotherModeIsToldApart) {
  const RealScope scope;
  for (const Format& f : kFormats) {
    const std::vector<Real> numbers = reals(f, 200, 34);
    for (const Rounding mode : kRoundings) {
      for (const Rounding other : kRoundings) {
        if (mode == other) continue;
        EXPECT_GT(differences_from_mpfr(f, numbers, mode, other), 0) << name(mode) << name(other);
      }
    }
  }
}

TEST(RealTest, ExactSumsHaveRoomForTheirCarry) {
  const RealScope scope;
  for (const double x : {1.5, 1.0, -1.5, 0x1p-30, 3.0}) {
    for (const double y : {1.0, 1.5, 0x1.fp4, -0x1p20, 2.25}) {
      EXPECT_EQ(mpfr_cmp_d(exact_sum(exact_double(x), exact_double(y)), x + y), 0) << x << " " << y;
      EXPECT_EQ(mpfr_cmp_d(exact_difference(exact_double(x), exact_double(y)), x - y), 0) << x << " " << y;
      EXPECT_EQ(mpfr_cmp_d(exact_product(exact_double(x), exact_double(y)), x * y), 0) << x << " " << y;
    }
  }
}

TEST(RealTest, RoundingKeepsNaNInfinitiesAndSignedZeros) {
  for (const Format& f : kFormats) {
    for (const Rounding mode : kRoundings) {
      for (const Bits b : {f.quiet_nan(), f.infinity(), f.infinity(true), f.zero(false), f.zero(true)}) {
        EXPECT_EQ(round_to(f, exact(f, b), mode), b);
      }
    }
  }
}

TEST(RealTest, EveryPatternRoundsToItself) {
  for (const Format& f : {kF16, kBf16}) {
    for (Bits b = 0; b <= f.mask(); ++b) {
      if (f.is_nan(b)) continue;
      ASSERT_EQ(round_to(f, exact(f, b), Rounding::rne), b);
    }
  }
}

// A number slightly larger than its stated magnitude rounds as its upper neighbour at a huge precision.
TEST(RealTest, StickyNumbersRoundAsNumbersALittleLarger) {
  const RealScope scope;
  for (const Format& f : kFormats) {
    int differs_from_plain = 0;
    for (const Real& x : reals(f, 66, 35)) {
      Real larger(4096);
      mpfr_set(larger, x, MPFR_RNDN);
      larger.signbit() ? mpfr_nextbelow(larger) : mpfr_nextabove(larger);
      for (const Rounding mode : kRoundings) {
        const Bits sticky = round_sticky(f, x, mode);
        ASSERT_TRUE(same(exact(f, sticky), rounded_by_mpfr(f, larger, mode))) << decimal(x, 30, MPFR_RNDN);
        differs_from_plain += sticky != round_to(f, x, mode) ? 1 : 0;
      }
    }
    EXPECT_GT(differs_from_plain, 0);
  }
}

TEST(RealTest, HexFloatsOfDoublesComeBackThroughStrtod) {
  for (const Arguments& a : samples({Type::f64}, 5000, 36)) {
    const std::string text = hex_float(kF64, a[0].bits);
    const double back = std::strtod(text.c_str(), nullptr);
    if (is_nan(a[0])) {
      EXPECT_EQ(text, "nan");
      continue;
    }
    ASSERT_EQ(std::bit_cast<Bits>(back), a[0].bits) << text;
    ASSERT_NE(hex_float(kF64, a[0].bits ^ 1), text);
  }
}

TEST(RealTest, HexFloatsOfSmallFormatsAreReadByMpfr) {
  for (const Format& f : {kF16, kBf16}) {
    for (Bits b = 0; b <= f.mask(); ++b) {
      if (f.is_nan(b)) continue;
      Real r(64);
      ASSERT_EQ(mpfr_set_str(r, hex_float(f, b).c_str(), 0, MPFR_RNDN), 0) << hex_float(f, b);
      ASSERT_TRUE(same(r, exact(f, b))) << hex_float(f, b);
    }
  }
}

TEST(RealTest, DecimalsEncloseTheNumber) {
  const RealScope scope;
  for (const Real& x : reals(kF64, 200, 37)) {
    Real low(400);
    Real high(400);
    mpfr_set_str(low, decimal(x, 17, MPFR_RNDD).c_str(), 10, MPFR_RNDD);
    mpfr_set_str(high, decimal(x, 17, MPFR_RNDU).c_str(), 10, MPFR_RNDU);
    ASSERT_LE(compare(low, x), 0);
    ASSERT_GE(compare(high, x), 0);
  }
}

// An enclosure that ends at the smallest number of the exponent range contains a zero.
TEST(RealTest, AZeroWithSomethingBesideItRoundsAsTheSmallestNumbers) {
  for (const Format& f : {kF16, kF32, kF64}) {
    Real zero(128);
    mpfr_set_zero(zero, 1);
    EXPECT_EQ(round_sticky(f, zero, Rounding::rne), f.zero(false));
    EXPECT_EQ(round_sticky(f, zero, Rounding::rtp), f.min_subnormal());
    mpfr_set_zero(zero, -1);
    EXPECT_EQ(round_sticky(f, zero, Rounding::rtz), f.zero(true));
    EXPECT_EQ(round_sticky(f, zero, Rounding::rtn), f.negate(f.min_subnormal()));
  }
}

TEST(RealTest, CopiesKeepPrecisionAndMovedFromNumbersCanBeUsedAgain) {
  Real a(100);
  mpfr_const_pi(a, MPFR_RNDN);
  Real b(a);
  EXPECT_EQ(b.precision(), 100);
  EXPECT_EQ(compare(a, b), 0);
  const Real c(std::move(b));
  EXPECT_EQ(compare(a, c), 0);
  b = c;  // NOLINT(bugprone-use-after-move): what is tested
  EXPECT_EQ(b.precision(), 100);
  EXPECT_EQ(compare(a, b), 0);
  mpfr_add_ui(b, b, 1, MPFR_RNDN);
  EXPECT_NE(compare(a, b), 0);
  EXPECT_EQ(compare(a, c), 0);
}

struct State {
  mpfr_exp_t emin = mpfr_get_emin();
  mpfr_exp_t emax = mpfr_get_emax();
  mpfr_flags_t flags = mpfr_flags_save();
  bool operator==(const State&) const = default;
};

TEST(RealTest, ScopeRestoresRangeAndFlags) {
  const State original;
  mpfr_set_emin(-100);
  mpfr_set_emax(100);
  mpfr_clear_flags();
  mpfr_set_inexflag();
  const State before;
  {
    const RealScope scope;
    EXPECT_LT(mpfr_get_emin(), -100000);
    EXPECT_GT(mpfr_get_emax(), 100000);
    EXPECT_EQ(mpfr_flags_save(), 0U);
    {
      const RealScope inner;
      mpfr_set_emax(7);
    }
    EXPECT_GT(mpfr_get_emax(), 100000);
    mpfr_set_divby0();
    EXPECT_FALSE(State{} == before);
  }
  EXPECT_TRUE(State{} == before);
  mpfr_set_emin(original.emin);
  mpfr_set_emax(original.emax);
  mpfr_flags_restore(original.flags, MPFR_FLAGS_ALL);
}

TEST(RealTest, EachThreadHasItsOwnState) {
  ASSERT_NE(mpfr_buildopt_tls_p(), 0) << "this MPFR was built without thread safety";
  const RealScope scope;
  const State ours;
  State inside;
  State fresh;
  std::thread([&] {
    fresh = State{};
    const RealScope theirs;
    mpfr_set_emax(50);
    mpfr_set_divby0();
    inside = State{};
  }).join();
  EXPECT_FALSE(fresh == ours);
  EXPECT_FALSE(inside == ours);
  EXPECT_TRUE(State{} == ours);
}

}  // namespace
}  // namespace classay
