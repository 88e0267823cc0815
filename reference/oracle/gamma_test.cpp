#include <limits>

#include "reference/number/real.h"
#include "reference/oracle/testing.h"
#include "reference/truth/truth.h"

namespace classay::oracle_testing {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Interval value(Evaluate f, Type t, double x, Precision p) { return call_reals(f, t, {x}, 1, p).at(0).value.value(); }

TEST(OracleGammaTest, GammaHasPolesAtZerosAndFactorialsAtIntegers) {
  for (const Type t : kFloatTypes) {
    EXPECT_TRUE(is_exactly(call_reals(oracle::tgamma, t, {0.0})[0], kInf));
    EXPECT_TRUE(is_exactly(call_reals(oracle::tgamma, t, {-0.0})[0], -kInf));
    EXPECT_TRUE(is_exactly(call_reals(oracle::tgamma, t, {-3})[0], kNaN));
    EXPECT_TRUE(is_exactly(call_reals(oracle::tgamma, t, {-kInf})[0], kNaN));
    EXPECT_TRUE(is_exactly(call_reals(oracle::tgamma, t, {kInf})[0], kInf));
    EXPECT_TRUE(is_exactly(call_reals(oracle::tgamma, t, {kNaN})[0], kNaN));
    double factorial = 1;
    for (int n = 1; n <= 18; factorial *= n++) {
      EXPECT_TRUE(is_exactly(call_reals(oracle::tgamma, t, {static_cast<double>(n)})[0], factorial)) << n;
    }
  }
}

TEST(OracleGammaTest, LogGammaIsInfiniteAtPolesAndZeroAtOneAndTwo) {
  for (const Type t : kFloatTypes) {
    for (const double pole : {0.0, -0.0, -1.0, -2.0, -1000.0, kInf, -kInf}) {
      EXPECT_TRUE(is_exactly(call_reals(oracle::lgamma, t, {pole})[0], kInf)) << pole;
    }
    EXPECT_TRUE(is_exactly(call_reals(oracle::lgamma, t, {1})[0], 0.0));
    EXPECT_TRUE(is_exactly(call_reals(oracle::lgamma, t, {2})[0], 0.0));
    EXPECT_TRUE(is_exactly(call_reals(oracle::lgamma, t, {kNaN})[0], kNaN));
  }
}

TEST(OracleGammaTest, TheStoredSignIsThatOfGammaAndZeroAtPoles) {
  for (const Type t : kLanguageFloats) {
    const struct {
      double x;
      int sign;
    } signs[] = {{0.0, 0},  {-0.0, 0},  {-1, 0},   {-1024, 0}, {1, 1},    {2.5, 1},       {0x1p-24, 1},
                 {kInf, 1}, {-0.5, -1}, {-1.5, 1}, {-2.5, -1}, {-3.5, 1}, {-0x1p-24, -1}, {65504, 1}};
    for (const auto& [x, sign] : signs) {
      const Truths both = call_reals(oracle::lgamma_r, t, {x});
      ASSERT_EQ(both.size(), 2U);
      EXPECT_TRUE(is_integer(both[1], sign)) << x;
      EXPECT_TRUE(nested(both[0], call_reals(oracle::lgamma, t, {x})[0])) << x;
    }
    EXPECT_EQ(call_reals(oracle::lgamma_r, t, {-kInf})[1].kind, Truth::Kind::any);
    EXPECT_EQ(call_reals(oracle::lgamma_r, t, {kNaN})[1].kind, Truth::Kind::any);
  }
  EXPECT_TRUE(is_integer(call_reals(oracle::lgamma_r, Type::f64, {-0x1.fffffffffffffp1023})[1], 0));
  EXPECT_TRUE(is_integer(call_reals(oracle::lgamma_r, Type::f64, {-0x1.fffffffffffffp51})[1], 1));  // its floor is -2^52
}

// gamma(x + 1) = x gamma(x): together with gamma(1) = 1 above, this equation excludes other functions.
TEST(OracleGammaTest, GammaFulfilsItsFunctionalEquation) {
  const RealScope scope;
  const Precision p = 256;
  for (double x = -20.8125; x < 20; x += 0.5) {
    const Interval left = value(oracle::tgamma, Type::f32, x + 1, p);
    const Interval right = multiply(Interval::point(exact_double(x)), value(oracle::tgamma, Type::f32, x, p), p);
    EXPECT_TRUE(meet(left, right)) << x;
    EXPECT_FALSE(meet(value(oracle::lgamma, Type::f32, x + 1, p), right)) << x;
  }
}

TEST(OracleGammaTest, LogGammaIsTheLogarithmOfGamma) {
  const RealScope scope;
  const Precision p = 256;
  const auto exponential = [](Real& r, const Real& x, mpfr_rnd_t d) { return mpfr_exp(r, x, d); };
  for (double x = -20.8125; x < 30; x += 0.3125) {
    if (x == 1 || x == 2 || (x <= 0 && x == static_cast<int>(x))) continue;
    const Interval gamma = absolute(value(oracle::tgamma, Type::f32, x, p));
    const Interval image = increasing(value(oracle::lgamma, Type::f32, x, p), p, exponential);
    EXPECT_TRUE(meet(gamma, image)) << x;
  }
}

// Zeros of lgamma on the negative axis: |gamma| = 1 near -2.4570. Cancellation must not widen the enclosure.
TEST(OracleGammaTest, LogGammaIsTightNearItsZeros) {
  const RealScope scope;
  for (const double x :
       {-0x1.3a7fc9600f86cp+1, -0x1.3a7fc9600f86bp+1, -0x1.5fb410a1bd901p+1, 0x1.fffffffffffffp-1, 0x1.0000000000001p+1}) {
    const Truth t = call_reals(oracle::lgamma, Type::f64, {x})[0];
    EXPECT_TRUE(tight(t, kFirstPrecision, 1));
    EXPECT_LT(leading_exponent(t.value->low), -45) << x;
  }
}

TEST(OracleGammaTest, HugeArgumentsEndAtOnceWithTheRightSign) {
  const RealScope scope;
  for (const double x : {1e5, 1e30, 0x1.fffffffffffffp1023}) {
    const Truth t = call_reals(oracle::tgamma, Type::f64, {x})[0];
    EXPECT_EQ(rounded(kF64, t, Rounding::rtz), kF64.max_finite());
  }
  for (const double x : {-100000.5, -0x1.fffffffffffffp51}) {  // floors: -100001, odd; -2^52, even
    const bool negative = x == -100000.5;
    const Truth t = call_reals(oracle::tgamma, Type::f64, {x})[0];
    ASSERT_EQ(t.kind, Truth::Kind::real);
    EXPECT_FALSE(t.is_zero());
    EXPECT_EQ(rounded(kF64, t, negative ? Rounding::rtn : Rounding::rtp), kF64.zero(negative) | 1) << x;
  }
}

}  // namespace
}  // namespace classay::oracle_testing
