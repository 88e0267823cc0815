#include "reference/number/real.h"
#include "reference/oracle/detail.h"
#include "reference/oracle/testing.h"
#include "reference/truth/truth.h"

namespace classay::oracle_testing {
namespace {

constexpr Exact kExact[] = {
    {"sin", oracle::sin, 0.0, 0.0},
    {"sin", oracle::sin, -0.0, -0.0},
    {"sin", oracle::sin, kInf, kNaN},
    {"cos", oracle::cos, -0.0, 1},
    {"cos", oracle::cos, -kInf, kNaN},
    {"tan", oracle::tan, -0.0, -0.0},
    {"tan", oracle::tan, kInf, kNaN},
    {"asin", oracle::asin, -0.0, -0.0},
    {"asin", oracle::asin, 1.5, kNaN},
    {"acos", oracle::acos, 1, 0.0},
    {"acos", oracle::acos, -1.5, kNaN},
    {"atan", oracle::atan, -0.0, -0.0},
    {"sinh", oracle::sinh, -0.0, -0.0},
    {"sinh", oracle::sinh, -kInf, -kInf},
    {"cosh", oracle::cosh, -0.0, 1},
    {"cosh", oracle::cosh, -kInf, kInf},
    {"tanh", oracle::tanh, -0.0, -0.0},
    {"tanh", oracle::tanh, -kInf, -1},
    {"asinh", oracle::asinh, -0.0, -0.0},
    {"asinh", oracle::asinh, -kInf, -kInf},
    {"acosh", oracle::acosh, 1, 0.0},
    {"acosh", oracle::acosh, 0.5, kNaN},
    {"acosh", oracle::acosh, -kInf, kNaN},
    {"acosh", oracle::acosh, kInf, kInf},
    {"atanh", oracle::atanh, -0.0, -0.0},
    {"atanh", oracle::atanh, 1, kInf},
    {"atanh", oracle::atanh, -1, -kInf},
    {"atanh", oracle::atanh, 1.5, kNaN},
    {"sinpi", oracle::sinpi, -0.0, -0.0},
    {"sinpi", oracle::sinpi, 7, 0.0},
    {"sinpi", oracle::sinpi, -7, -0.0},
    {"sinpi", oracle::sinpi, 0x1.fffffep127, 0.0},
    {"sinpi", oracle::sinpi, -0x1.fffffffffffffp1023, -0.0},
    {"sinpi", oracle::sinpi, 2.5, 1},
    {"sinpi", oracle::sinpi, 3.5, -1},
    {"sinpi", oracle::sinpi, -2.5, -1},
    {"sinpi", oracle::sinpi, -kInf, kNaN},
    {"cospi", oracle::cospi, -0.0, 1},
    {"cospi", oracle::cospi, 2.5, 0.0},
    {"cospi", oracle::cospi, -3.5, 0.0},
    {"cospi", oracle::cospi, 0x1.00001p20, -1},
    {"cospi", oracle::cospi, 1023, -1},
    {"cospi", oracle::cospi, 0x1.fffffffffffffp1023, 1},
    {"cospi", oracle::cospi, kInf, kNaN},
    {"tanpi", oracle::tanpi, -0.0, -0.0},
    {"tanpi", oracle::tanpi, 2, 0.0},
    {"tanpi", oracle::tanpi, -2, -0.0},
    {"tanpi", oracle::tanpi, 3, -0.0},
    {"tanpi", oracle::tanpi, -3, 0.0},
    {"tanpi", oracle::tanpi, 0x1.fffffffffffffp1023, 0.0},
    {"tanpi", oracle::tanpi, 0x1.fffffffffffffp52, -0.0},
    {"tanpi", oracle::tanpi, 0.5, kInf},
    {"tanpi", oracle::tanpi, 1.5, -kInf},
    {"tanpi", oracle::tanpi, -0.5, -kInf},  // n + 1/2 with n = -1
    {"tanpi", oracle::tanpi, -1.5, kInf},   // n = -2
    {"tanpi", oracle::tanpi, 0.25, 1},
    {"tanpi", oracle::tanpi, -2.25, -1},
    {"tanpi", oracle::tanpi, 0.75, -1},
    {"tanpi", oracle::tanpi, kInf, kNaN},
    {"asinpi", oracle::asinpi, -0.0, -0.0},
    {"asinpi", oracle::asinpi, 1, 0.5},
    {"asinpi", oracle::asinpi, -1, -0.5},
    {"asinpi", oracle::asinpi, 1.5, kNaN},
    {"acospi", oracle::acospi, 1, 0.0},
    {"acospi", oracle::acospi, -0.0, 0.5},
    {"acospi", oracle::acospi, -1, 1},
    {"acospi", oracle::acospi, -kInf, kNaN},
    {"atanpi", oracle::atanpi, -0.0, -0.0},
    {"atanpi", oracle::atanpi, kInf, 0.5},
    {"atanpi", oracle::atanpi, -kInf, -0.5},
    {"atanpi", oracle::atanpi, -1, -0.25},
};

TEST(OracleTrigonometricTest, SpecialValuesAndExactNumbersAreExact) { expect_exact(kExact); }

struct ExactPair {
  double y;
  double x;
  double turns;  // atan2pi
};
constexpr ExactPair kQuadrants[] = {
    {0.0, -0.0, 1},      {-0.0, -0.0, -1},      {0.0, 0.0, 0.0},    {-0.0, 0.0, -0.0},    {0.0, -3, 1},   {-0.0, -3, -1},
    {0.0, 3, 0.0},       {-0.0, 3, -0.0},       {-3, 0.0, -0.5},    {-3, -0.0, -0.5},     {3, 0.0, 0.5},  {3, -0.0, 0.5},
    {3, -kInf, 1},       {-3, -kInf, -1},       {3, kInf, 0.0},     {-3, kInf, -0.0},     {kInf, 3, 0.5}, {-kInf, 3, -0.5},
    {kInf, -kInf, 0.75}, {-kInf, -kInf, -0.75}, {kInf, kInf, 0.25}, {-kInf, kInf, -0.25}, {3, 3, 0.25},   {3, -3, 0.75},
    {-3, 3, -0.25},      {-3, -3, -0.75},
};

TEST(OracleTrigonometricTest, Atan2PiIsExactOnAxesAndDiagonals) {
  for (const Type t : kFloatTypes) {
    for (const ExactPair& q : kQuadrants) {
      EXPECT_TRUE(is_exactly(call_reals(oracle::atan2pi, t, {q.y, q.x})[0], q.turns)) << q.y << ", " << q.x;
    }
    EXPECT_TRUE(is_exactly(call_reals(oracle::atan2pi, t, {kNaN, 1})[0], kNaN));
  }
}

// atan2 is pi times that value. A nonzero value is an enclosure, because pi is irrational.
TEST(OracleTrigonometricTest, Atan2IsPiTimesAtan2Pi) {
  const RealScope scope;
  for (const ExactPair& q : kQuadrants) {
    const Truth t = call_reals(oracle::atan2, Type::f32, {q.y, q.x})[0];
    if (q.turns == 0) {
      EXPECT_TRUE(is_exactly(t, q.turns));
      continue;
    }
    const Interval expected = multiply(Interval::point(exact_double(q.turns)), pi(300), 300);
    EXPECT_FALSE(t.is_exact());
    EXPECT_TRUE(meet(t.value.value(), expected)) << q.y << ", " << q.x;
  }
}

Interval value(Evaluate f, Type t, Bits x, Precision p) { return call(f, t, {{t, x}}, p).at(0).value.value(); }

TEST(OracleTrigonometricTest, SineAndCosineLieOnTheUnitCircleAndDivideToTangent) {
  const RealScope scope;
  const Interval one = Interval::point(exact_double(1));
  std::mt19937_64 random(3);
  for (const Type t : kFloatTypes) {
    for (int i = 0; i < 400; ++i) {
      const Bits x = any_pattern(format(t), random);
      if (!format(t).is_finite(x) || format(t).is_zero(x)) continue;
      const Precision p = 256;
      const Truths both = call(oracle::sincos, t, {{t, x}}, p);
      const Interval& s = both.at(0).value.value();
      const Interval& c = both.at(1).value.value();
      ASSERT_TRUE(meet(add(multiply(s, s, p), multiply(c, c, p), p), one)) << hex_float(format(t), x);
      ASSERT_TRUE(meet(divide(s, c, p), value(oracle::tan, t, x, p))) << hex_float(format(t), x);
      ASSERT_TRUE(meet(s, value(oracle::sin, t, x, p)) && meet(c, value(oracle::cos, t, x, p)));
      ASSERT_FALSE(meet(s, value(oracle::cos, t, x, p)));
    }
  }
}

// sin(pi x) for |x| <= 1/2, where sine rises, from an enclosure of pi x.
TEST(OracleTrigonometricTest, FormsInUnitsOfPiAreTheCircularFunctionsOfPiTimesX) {
  const RealScope scope;
  const Precision p = 256;
  for (Bits b = 1; b < kF16.one() - (Bits{1} << kF16.fraction_bits()); b += 53) {  // up to 1/2
    const Interval angle = multiply(Interval::point(exact(kF16, b)), pi(p), p);
    const auto sine = [](Real& r, const Real& x, mpfr_rnd_t d) { return mpfr_sin(r, x, d); };
    const auto cosine = [](Real& r, const Real& x, mpfr_rnd_t d) { return mpfr_cos(r, x, d); };
    const auto tangent = [](Real& r, const Real& x, mpfr_rnd_t d) { return mpfr_tan(r, x, d); };
    ASSERT_TRUE(meet(value(oracle::sinpi, Type::f16, b, p), increasing(angle, p, sine))) << hex_float(kF16, b);
    ASSERT_TRUE(meet(value(oracle::cospi, Type::f16, b, p), decreasing(angle, p, cosine))) << hex_float(kF16, b);
    ASSERT_TRUE(meet(value(oracle::tanpi, Type::f16, b, p), increasing(angle, p, tangent))) << hex_float(kF16, b);
    ASSERT_FALSE(meet(value(oracle::sinpi, Type::f16, b, p), increasing(angle, p, tangent))) << hex_float(kF16, b);
  }
}

TEST(OracleTrigonometricTest, InverseFormsInUnitsOfPiAreTheInversesDividedByPi) {
  const RealScope scope;
  const Precision p = 256;
  const struct {
    Evaluate in_turns;
    Evaluate in_radians;
  } pairs[] = {{oracle::asinpi, oracle::asin}, {oracle::acospi, oracle::acos}, {oracle::atanpi, oracle::atan}};
  for (const auto& pair : pairs) {
    for (Bits b = 1; b < kF16.one(); b += 71) {
      for (const Bits x : {b, kF16.negate(b)}) {
        const Interval quotient = divide(value(pair.in_radians, Type::f16, x, p), pi(p), p);
        ASSERT_TRUE(meet(value(pair.in_turns, Type::f16, x, p), quotient)) << hex_float(kF16, x);
        ASSERT_FALSE(meet(value(pair.in_radians, Type::f16, x, p), quotient));
      }
    }
  }
}

struct Inverse {
  const char* name;
  Evaluate truth;
  int (*inverse)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  bool falling;
  double low;
  double high;
};
constexpr Inverse kInverses[] = {
    {"asin", oracle::asin, mpfr_sin, false, -1, 1},
    {"acos", oracle::acos, mpfr_cos, true, -1, 1},
    {"atan", oracle::atan, mpfr_tan, false, -65504, 65504},
    {"sinh", oracle::sinh, mpfr_asinh, false, -60, 60},
    {"cosh", oracle::cosh, mpfr_acosh, false, 0.0625, 60},
    {"tanh", oracle::tanh, mpfr_atanh, false, -20, 20},
    {"asinh", oracle::asinh, mpfr_sinh, false, -65504, 65504},
    {"acosh", oracle::acosh, mpfr_cosh, false, 1.0625, 65504},
    {"atanh", oracle::atanh, mpfr_tanh, false, -0.999, 0.999},
};

testing::AssertionResult inverts(const Inverse& c, Bits bits) {
  const RealScope scope;
  const Precision p = 256;
  const Interval y = value(c.truth, Type::f16, bits, p);
  const auto apply = [&](Real& r, const Real& x, mpfr_rnd_t d) { return c.inverse(r, x, d); };
  Interval x = c.falling ? decreasing(y, p, apply) : increasing(y, p, apply);
  mpfr_nextbelow(x.low);
  mpfr_nextabove(x.high);
  return contains(x, exact(kF16, bits)) << " " << c.name << "(" << hex_float(kF16, bits) << ")";
}

TEST(OracleTrigonometricTest, InverseFunctionsLeadBackToTheArgument) {
  for (const Inverse& c : kInverses) {
    for (Bits x = 0; x < 0x10000; x += 37) {
      if (!kF16.is_finite(x) || kF16.is_zero(x)) continue;
      if (compare(exact(kF16, x), exact_double(c.low)) < 0 || compare(exact(kF16, x), exact_double(c.high)) > 0) continue;
      ASSERT_TRUE(inverts(c, x));
    }
  }
  EXPECT_FALSE(inverts({"asin", oracle::asin, mpfr_tan, false, -1, 1}, kF16.one() - 100));
}

}  // namespace
}  // namespace classay::oracle_testing
