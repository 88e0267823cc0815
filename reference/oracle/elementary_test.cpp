#include "reference/number/real.h"
#include "reference/oracle/testing.h"
#include "reference/truth/truth.h"

namespace classay::oracle_testing {
namespace {

// C99 Annex F.9 and the additional requirements first, then exact results.
constexpr Exact kExact[] = {
    {"exp", oracle::exp, 0.0, 1},
    {"exp", oracle::exp, -0.0, 1},
    {"exp", oracle::exp, -kInf, 0.0},
    {"exp", oracle::exp, kInf, kInf},
    {"exp", oracle::exp, kNaN, kNaN},
    {"exp2", oracle::exp2, -0.0, 1},
    {"exp2", oracle::exp2, -kInf, 0.0},
    {"exp2", oracle::exp2, kInf, kInf},
    {"exp2", oracle::exp2, 15, 32768},
    {"exp2", oracle::exp2, -24, 0x1p-24},
    {"exp10", oracle::exp10, -0.0, 1},
    {"exp10", oracle::exp10, 0.0, 1},
    {"exp10", oracle::exp10, -kInf, 0.0},
    {"exp10", oracle::exp10, kInf, kInf},
    {"exp10", oracle::exp10, 4, 10000},
    {"exp10", oracle::exp10, 22, 1e22},
    {"expm1", oracle::expm1, 0.0, 0.0},
    {"expm1", oracle::expm1, -0.0, -0.0},
    {"expm1", oracle::expm1, -kInf, -1},
    {"expm1", oracle::expm1, kInf, kInf},
    {"log", oracle::log, 0.0, -kInf},
    {"log", oracle::log, -0.0, -kInf},
    {"log", oracle::log, 1, 0.0},
    {"log", oracle::log, -1, kNaN},
    {"log", oracle::log, -kInf, kNaN},
    {"log", oracle::log, kInf, kInf},
    {"log2", oracle::log2, -0.0, -kInf},
    {"log2", oracle::log2, 1, 0.0},
    {"log2", oracle::log2, -0x1p-24, kNaN},
    {"log2", oracle::log2, kInf, kInf},
    {"log2", oracle::log2, 0x1p-24, -24},
    {"log2", oracle::log2, 4096, 12},
    {"log10", oracle::log10, -0.0, -kInf},
    {"log10", oracle::log10, 1, 0.0},
    {"log10", oracle::log10, -1, kNaN},
    {"log10", oracle::log10, kInf, kInf},
    {"log10", oracle::log10, 10000, 4},
    {"log10", oracle::log10, 1e10, 10},
    {"log10", oracle::log10, 1e22, 22},
    {"log1p", oracle::log1p, 0.0, 0.0},
    {"log1p", oracle::log1p, -0.0, -0.0},
    {"log1p", oracle::log1p, -1, -kInf},
    {"log1p", oracle::log1p, -2, kNaN},
    {"log1p", oracle::log1p, kInf, kInf},
    {"sqrt", oracle::sqrt, 0.0, 0.0},
    {"sqrt", oracle::sqrt, -0.0, -0.0},
    {"sqrt", oracle::sqrt, -1, kNaN},
    {"sqrt", oracle::sqrt, kInf, kInf},
    {"sqrt", oracle::sqrt, 2.25, 1.5},
    {"rsqrt", oracle::rsqrt, 0.0, kInf},
    {"rsqrt", oracle::rsqrt, -0.0, -kInf},
    {"rsqrt", oracle::rsqrt, kInf, 0.0},
    {"rsqrt", oracle::rsqrt, -1, kNaN},
    {"rsqrt", oracle::rsqrt, 0x1p-24, 4096},
    {"rsqrt", oracle::rsqrt, 16384, 0x1p-7},
    {"cbrt", oracle::cbrt, -0.0, -0.0},
    {"cbrt", oracle::cbrt, -kInf, -kInf},
    {"cbrt", oracle::cbrt, -27, -3},
    {"cbrt", oracle::cbrt, 0x1p-24, 0x1p-8},
    {"cbrt", oracle::cbrt, 3.375, 1.5},
    {"recip", oracle::recip, -0.0, -kInf},
    {"recip", oracle::recip, -kInf, -0.0},
    {"recip", oracle::recip, 0x1p-14, 0x1p14},
    {"erf", oracle::erf, -0.0, -0.0},
    {"erf", oracle::erf, -kInf, -1},
    {"erf", oracle::erf, kInf, 1},
    {"erfc", oracle::erfc, -kInf, 2},
    {"erfc", oracle::erfc, kInf, 0.0},
    {"erfc", oracle::erfc, 0.0, 1},
    {"erfc", oracle::erfc, kNaN, kNaN},
};

TEST(OracleElementaryTest, SpecialValuesAndExactNumbersAreExact) { expect_exact(kExact); }

// f(x) and an inverse of f that MPFR rounds correctly. The image of the enclosure must contain x, at a precision that
// separates x from its neighbours.
struct Inverse {
  const char* name;
  Evaluate truth;
  int (*inverse)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  bool falling;
  double low;  // the domain on which f and its inverse are tested
  double high;
};

int square(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t d) { return mpfr_sqr(r, x, d); }
int cube(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t d) { return mpfr_pow_ui(r, x, 3, d); }
int minus_second_power(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t d) { return mpfr_pow_si(r, x, -2, d); }
int reciprocal(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t d) { return mpfr_ui_div(r, 1, x, d); }

constexpr Inverse kInverses[] = {
    {"exp", oracle::exp, mpfr_log, false, -80, 80},
    {"exp2", oracle::exp2, mpfr_log2, false, -100, 100},
    {"exp10", oracle::exp10, mpfr_log10, false, -30, 30},
    {"expm1", oracle::expm1, mpfr_log1p, false, -30, 80},
    {"log", oracle::log, mpfr_exp, false, 0x1p-24, 65504},
    {"log2", oracle::log2, mpfr_exp2, false, 0x1p-24, 65504},
    {"log10", oracle::log10, mpfr_exp10, false, 0x1p-24, 65504},
    {"log1p", oracle::log1p, mpfr_expm1, false, -0.875, 65504},
    {"sqrt", oracle::sqrt, square, false, 0x1p-24, 65504},
    {"rsqrt", oracle::rsqrt, minus_second_power, true, 0x1p-24, 65504},
    {"cbrt", oracle::cbrt, cube, false, -65504, 65504},
    {"recip", oracle::recip, reciprocal, true, 0x1p-24, 65504},
};

testing::AssertionResult inverts(const Inverse& c, Type t, Bits bits) {
  const RealScope scope;
  const Precision p = 256;
  const Truths truths = call(c.truth, t, {{t, bits}}, p);
  const auto apply = [&](Real& r, const Real& x, mpfr_rnd_t d) { return c.inverse(r, x, d); };
  const Interval& y = truths.at(0).value.value();
  Interval x = c.falling ? decreasing(y, p, apply) : increasing(y, p, apply);
  const Real number = exact(format(t), bits);
  // From an exact point a directed rounding may end at x itself. One unit is added on each side, so that "contains" means
  // "open".
  mpfr_nextbelow(x.low);
  mpfr_nextabove(x.high);
  testing::AssertionResult inside = contains(x, number);
  if (!inside) return inside << " at " << c.name << "(" << hex_float(format(t), bits) << ")";
  if (!number.is_zero() && !tight(Truth::of_real(x), p, 64)) return testing::AssertionFailure() << c.name << " too wide";
  return inside;
}

TEST(OracleElementaryTest, InverseFunctionsLeadBackToTheArgument) {
  for (const Inverse& c : kInverses) {
    for (Bits x = 0; x < 0x10000; x += 37) {
      if (!kF16.is_finite(x) || kF16.is_zero(x)) continue;
      const Real number = exact(kF16, x);
      if (compare(number, exact_double(c.low)) < 0 || compare(number, exact_double(c.high)) > 0) continue;
      ASSERT_TRUE(inverts(c, Type::f16, x));
    }
  }
}

TEST(OracleElementaryTest, AWrongInverseDoesNotLeadBack) {
  EXPECT_FALSE(inverts({"exp", oracle::exp, mpfr_log2, false, 0, 1}, Type::f32, kF32.one()));
  EXPECT_FALSE(inverts({"sqrt", oracle::sqrt, cube, false, 0, 1}, Type::f32, kF32.one() + 1));
}

TEST(OracleElementaryTest, ErfAndErfcSumToOne) {
  const RealScope scope;
  const Interval one = Interval::point(exact_double(1));
  for (Bits x = 0; x < kF16.infinity(); x += 101) {
    const Truths erf = oracle::erf(Call{.type = Type::f16, .args = std::array{Value{Type::f16, x}}}, 256);
    const Truths erfc = oracle::erfc(Call{.type = Type::f16, .args = std::array{Value{Type::f16, x}}}, 256);
    const Interval sum = add(erf.at(0).value.value(), erfc.at(0).value.value(), 256);
    ASSERT_TRUE(meet(sum, one)) << hex_float(kF16, x);
  }
}

TEST(OracleElementaryTest, OverflowAndUnderflowStayRealNumbers) {
  const Truths large = call_reals(oracle::exp, Type::f64, {1e300});
  ASSERT_EQ(large[0].kind, Truth::Kind::real);
  EXPECT_TRUE(large[0].value->high.is_infinite() && large[0].value->low.is_finite());
  EXPECT_EQ(rounded(kF64, large[0], Rounding::rne), kF64.infinity());
  EXPECT_EQ(rounded(kF64, large[0], Rounding::rtz), kF64.max_finite());
  const Truths small = call_reals(oracle::exp, Type::f64, {-1e300});
  ASSERT_EQ(small[0].kind, Truth::Kind::real);
  EXPECT_FALSE(small[0].is_zero());
  EXPECT_EQ(rounded(kF64, small[0], Rounding::rne), 0U);
  EXPECT_EQ(rounded(kF64, small[0], Rounding::rtp), kF64.min_subnormal());
}

}  // namespace
}  // namespace classay::oracle_testing
