#include "reference/number/real.h"
#include "reference/oracle/detail.h"
#include "reference/oracle/testing.h"
#include "reference/truth/truth.h"

namespace classay::oracle_testing {
namespace {

struct Case {
  const char* name;
  Evaluate truth;
  std::initializer_list<double> args;
  double result;
};

void expect_all(std::initializer_list<Case> cases) {
  for (const Case& c : cases) {
    for (const Type t : kLanguageFloats) {
      EXPECT_TRUE(is_exactly(call_reals(c.truth, t, c.args)[0], c.result)) << c.name << " of " << info(t).name;
    }
  }
}

TEST(OracleArithmeticTest, SpecialValuesOfOperatorsAreThoseOfIeee754) {
  expect_all({
      {"add", oracle::add, {kInf, -kInf}, kNaN},
      {"add", oracle::add, {-0.0, -0.0}, -0.0},
      {"add", oracle::add, {-0.0, 0.0}, 0.0},
      {"add", oracle::add, {1.5, -1.5}, 0.0},
      {"add", oracle::add, {kInf, 1}, kInf},
      {"sub", oracle::sub, {kInf, kInf}, kNaN},
      {"sub", oracle::sub, {-0.0, 0.0}, -0.0},
      {"sub", oracle::sub, {2, 2}, 0.0},
      {"mul", oracle::mul, {0.0, -kInf}, kNaN},
      {"mul", oracle::mul, {-0.0, 3}, -0.0},
      {"mul", oracle::mul, {-kInf, -3}, kInf},
      {"div", oracle::div, {1, -0.0}, -kInf},
      {"div", oracle::div, {0.0, 0.0}, kNaN},
      {"div", oracle::div, {kInf, kInf}, kNaN},
      {"div", oracle::div, {-3, kInf}, -0.0},
      {"div", oracle::div, {3, 8}, 0.375},
      {"fma", oracle::fma, {0.0, kInf, kNaN}, kNaN},
      {"fma", oracle::fma, {0.0, kInf, 1}, kNaN},
      {"fma", oracle::fma, {kInf, 1, -kInf}, kNaN},
      {"fma", oracle::fma, {3, 5, -15}, 0.0},
      {"fma", oracle::fma, {-0.0, 5, -0.0}, -0.0},
      {"fma", oracle::fma, {-0.0, 5, 0.0}, 0.0},
      {"fma", oracle::fma, {1 + 0x1p-10, 1 - 0x1p-10, -1}, -0x1p-20},
      {"mad", oracle::mad, {1 + 0x1p-10, 1 - 0x1p-10, -1}, -0x1p-20},
  });
}

TEST(OracleArithmeticTest, SpecialValuesOfRemaindersAndDifferencesAreThoseOfC99) {
  expect_all({
      {"fmod", oracle::fmod, {-0.0, kNaN}, kNaN},
      {"fmod", oracle::fmod, {kInf, 2}, kNaN},
      {"fmod", oracle::fmod, {2, -0.0}, kNaN},
      {"fmod", oracle::fmod, {-2, kInf}, -2},
      {"fmod", oracle::fmod, {-0.0, kInf}, -0.0},
      {"fmod", oracle::fmod, {-6, 3}, -0.0},
      {"fmod", oracle::fmod, {-7.5, 2}, -1.5},
      {"fmod", oracle::fmod, {7.5, -2}, 1.5},
      {"remainder", oracle::remainder, {5, 2}, 1},
      {"remainder", oracle::remainder, {7, 2}, -1},
      {"remainder", oracle::remainder, {-7, 2}, 1},
      {"remainder", oracle::remainder, {-6, -3}, -0.0},
      {"remainder", oracle::remainder, {-6, 4}, 2},
      {"remainder", oracle::remainder, {3, -kInf}, 3},
      {"remainder", oracle::remainder, {kInf, 1}, kNaN},
      {"remainder", oracle::remainder, {1, 0.0}, kNaN},
      {"frem", oracle::frem, {-7.5, 2}, -1.5},
      {"frem", oracle::frem, {7.5, -2}, 1.5},
      {"fmod_floored", oracle::fmod_floored, {-7.5, 2}, 0.5},
      {"fmod_floored", oracle::fmod_floored, {7.5, -2}, -0.5},
      {"fmod_floored", oracle::fmod_floored, {-7.5, -2}, -1.5},
      {"fmod_floored", oracle::fmod_floored, {6, -3}, -0.0},
      {"fmod_floored", oracle::fmod_floored, {3, kInf}, 3},
      {"fmod_floored", oracle::fmod_floored, {-3, kInf}, kInf},
      {"fmod_floored", oracle::fmod_floored, {-0.0, kInf}, 0.0},
      {"fmod_floored", oracle::fmod_floored, {0.0, -kInf}, -0.0},
      {"fmod_floored", oracle::fmod_floored, {kNaN, kInf}, kNaN},
      {"fmod_floored", oracle::fmod_floored, {-0x1p-24, 1}, 1 - 0x1p-24},
      {"fdim", oracle::fdim, {kNaN, kInf}, kNaN},
      {"fdim", oracle::fdim, {1, kNaN}, kNaN},
      {"fdim", oracle::fdim, {kInf, kInf}, 0.0},
      {"fdim", oracle::fdim, {-1, 1}, 0.0},
      {"fdim", oracle::fdim, {-0.0, -0.0}, 0.0},
      {"fdim", oracle::fdim, {1, -kInf}, kInf},
      {"fdim", oracle::fdim, {3, 1}, 2},
  });
}

TEST(OracleArithmeticTest, RemaindersOfTheInstructionsAreOpenForAZeroDivisor) {
  for (const Evaluate f : {oracle::frem, oracle::fmod_floored}) {
    EXPECT_EQ(call_reals(f, Type::f32, {1, -0.0})[0].kind, Truth::Kind::any);
    EXPECT_EQ(call_reals(f, Type::f32, {kNaN, 0.0})[0].kind, Truth::Kind::any);
  }
}

TEST(OracleArithmeticTest, SumsAreExactAcrossTheWholeRangeOfAFormat) {
  const RealScope scope;
  const double least = 0x1p-1074;
  const double most = 0x1.fffffffffffffp1023;
  for (const Truth& t :
       {call_reals(oracle::add, Type::f64, {most, least})[0], call_reals(oracle::sub, Type::f64, {most, least})[0],
        call_reals(oracle::fma, Type::f64, {most, most, least})[0],
        call_reals(oracle::fma, Type::f64, {least, least, most})[0],
        call_reals(oracle::mad, Type::f64, {least, -most, 1})[0]}) {
    ASSERT_TRUE(t.is_exact());
  }
  const Real sum = call_reals(oracle::fma, Type::f64, {least, least, most})[0].value->low;
  Real rest(64);
  EXPECT_EQ(mpfr_sub(rest, sum, exact_double(most), MPFR_RNDN), 0);
  EXPECT_EQ(compare(rest, power_of_two(-2148)), 0);
}

TEST(OracleArithmeticTest, RemquoStoresZeroWithItsNaNs) {
  for (const auto& args :
       {std::initializer_list<double>{kInf, 2}, {-kInf, kNaN}, {1, 0.0}, {kNaN, 1}, {1, kNaN}, {0.0, -0.0}}) {
    const Truths both = call_reals(oracle::remquo, Type::f32, args);
    ASSERT_EQ(both.size(), 2U);
    EXPECT_TRUE(is_exactly(both[0], kNaN));
    EXPECT_TRUE(is_integer(both[1], 0));
  }
  const Truths both = call_reals(oracle::remquo, Type::f32, {-3, kInf});
  EXPECT_TRUE(is_exactly(both[0], -3));
  EXPECT_TRUE(is_integer(both[1], 0));
}

TEST(OracleArithmeticTest, TheQuotientHasTheSignOfTheRatioAndThirtyOneBits) {
  const struct {
    double x, y, rest;
    std::int64_t quotient;
  } cases[] = {{5, 2, 1, 2},
               {7, 2, -1, 4},
               {-7, 2, 1, -4},
               {7, -2, -1, -4},
               {-7, -2, 1, 4},
               {-6, 3, -0.0, -2},
               {0x1p-14, 32768, 0x1p-14, 0},
               {1000, 1, 0.0, 1000},
               {-1000.5, 1, -0.5, -1000}};
  for (const Type t : kLanguageFloats) {
    for (const auto& c : cases) {
      const Truths both = call_reals(oracle::remquo, t, {c.x, c.y});
      EXPECT_TRUE(is_exactly(both[0], c.rest)) << c.x << ", " << c.y;
      EXPECT_TRUE(is_integer(both[1], c.quotient)) << c.x << ", " << c.y;
    }
  }
  // 2^100 + 2^77 has no low bits; 3 * 2^31 + 5 keeps its low 31 bits.
  EXPECT_TRUE(is_integer(call_reals(oracle::remquo, Type::f32, {0x1.000002p100, 1})[1], 0));
  EXPECT_TRUE(is_integer(call_reals(oracle::remquo, Type::f64, {6442450949.0, 1})[1], 5));
  EXPECT_TRUE(is_integer(call_reals(oracle::remquo, Type::f64, {-6442450949.0, 1})[1], -5));
}

// MPFR reduces the dividend by modular exponentiation instead of long division, and keeps 63 bits of the quotient.
TEST(OracleArithmeticTest, RemquoAgreesWithMpfrForAnyDistanceOfExponents) {
  const RealScope scope;
  std::mt19937_64 random(8);
  for (const Type t : kLanguageFloats) {
    for (int i = 0; i < 3000; ++i) {
      const Value x{t, any_pattern(format(t), random)};
      const Value y{t, any_pattern(format(t), random)};
      if (!is_finite(x) || !is_finite(y) || is_zero(y)) continue;
      Real rest(64);
      long quotient = 0;
      ASSERT_EQ(mpfr_remquo(rest, &quotient, exact(x), exact(y), MPFR_RNDN), 0);
      const Truths both = call(oracle::remquo, t, {x, y});
      const long low = std::abs(quotient) & 0x7fffffff;
      ASSERT_TRUE(nested(both[0], Truth::of(rest))) << describe({x, y});
      ASSERT_TRUE(is_integer(both[1], quotient < 0 ? -low : low)) << describe({x, y});
    }
  }
}

// x = quotient * y + rest, where the rest has the sign of the divisor and is smaller.
TEST(OracleArithmeticTest, FlooredRemaindersDivideWithoutRest) {
  const RealScope scope;
  std::mt19937_64 random(9);
  for (const Type t : kLanguageFloats) {
    for (int i = 0; i < 500; ++i) {
      const Value x{t, moderate(format(t), random)};
      const Value y{t, moderate(format(t), random)};
      const Real rest = call(oracle::fmod_floored, t, {x, y})[0].value.value().low;
      ASSERT_TRUE(rest.sign() == 0 || (rest.sign() < 0) == is_negative(y)) << describe({x, y});
      ASSERT_LT(mpfr_cmpabs(rest, exact(y)), 0) << describe({x, y});
      const Real multiple = exact_difference(exact(x), rest);
      Real quotient(200);
      ASSERT_EQ(mpfr_div(quotient, multiple, exact(y), MPFR_RNDN), 0) << describe({x, y});
      ASSERT_TRUE(quotient.is_integer()) << describe({x, y});
    }
  }
}

void expect_shifted(Type t, Bits x, long k) {
  const Format& f = format(t);
  const Truth shifted = call(oracle::ldexp, t, {{t, x}, integer(k)})[0];
  if (!f.is_finite(x)) {
    EXPECT_TRUE(nested(shifted, Truth::of(f, x)));
    return;
  }
  ASSERT_TRUE(shifted.is_exact());
  ASSERT_EQ(shifted.negative, f.is_negative(x));
  Real back(64);
  mpfr_mul_2si(back, shifted.value->low, -k, MPFR_RNDN);
  ASSERT_EQ(compare(back, exact(f, x)), 0);
}

TEST(OracleArithmeticTest, LdexpIsExactForAnyShiftInsideTheRangeAndRealBeyond) {
  const RealScope scope;
  for (const Type t : kLanguageFloats) {
    const Format& f = format(t);
    for (const Bits x : boundaries(f)) {
      for (const long k : {0L, 1L, -1L, 200L, -200L, 5000L, -20000L}) expect_shifted(t, x, k);
    }
    const Truth huge = call(oracle::ldexp, t, {real(t, -1), integer(2147483647)})[0];
    EXPECT_EQ(rounded(f, huge, Rounding::rne), f.infinity(true));
    EXPECT_EQ(huge.kind, Truth::Kind::real);
    const Truth tiny = call(oracle::ldexp, t, {real(t, -1), integer(-2147483648)})[0];
    EXPECT_EQ(rounded(f, tiny, Rounding::rtn), f.sign_bit() | 1);
    EXPECT_FALSE(tiny.is_zero());
  }
}

TEST(OracleArithmeticTest, FractAndFloorAddUpAndStayBelowOne) {
  const RealScope scope;
  for (Bits x = 0; x < 0x10000; x += 3) {
    const Truths both = call(oracle::fract, Type::f16, {{Type::f16, x}});
    if (!kF16.is_finite(x) || kF16.is_zero(x)) continue;
    const Real& fraction = both[0].value->low;
    ASSERT_TRUE(both[0].is_exact() && both[1].is_exact());
    ASSERT_GE(fraction.sign(), 0);
    ASSERT_LE(compare(fraction, exact(kF16, kF16.one() - 1)), 0);
    const Real sum = exact_sum(fraction, both[1].value->low);
    if (compare(sum, exact(kF16, x)) != 0) {  // only if C does not replace a larger value
      ASSERT_EQ(compare(fraction, exact(kF16, kF16.one() - 1)), 0) << hex_float(kF16, x);
    }
    for (const Rounding mode : kRoundings) ASSERT_LT(rounded(kF16, both[0], mode).value(), kF16.one());
  }
}

TEST(OracleArithmeticTest, FractFollowsTheAdditionalRequirements) {
  for (const Type t : kLanguageFloats) {
    const struct {
      double x, fraction, floor;
    } cases[] = {{0.0, 0.0, 0.0}, {-0.0, -0.0, -0.0}, {kInf, 0.0, kInf}, {-kInf, -0.0, -kInf}, {kNaN, kNaN, kNaN},
                 {2.75, 0.75, 2}, {-2.75, 0.25, -3},  {-3, 0.0, -3},     {0.75, 0.75, 0.0}};
    for (const auto& c : cases) {
      const Truths both = call_reals(oracle::fract, t, {c.x});
      EXPECT_TRUE(is_exactly(both.at(0), c.fraction)) << c.x;
      EXPECT_TRUE(is_exactly(both.at(1), c.floor)) << c.x;
    }
  }
}

TEST(OracleArithmeticTest, FractOfATinyNegativeNumberIsTheLargestBelowOne) {
  for (const Type t : kLanguageFloats) {
    const Format& f = format(t);
    const Truths both = call(oracle::fract, t, {{t, f.sign_bit() | f.min_subnormal()}});
    EXPECT_TRUE(nested(both[0], Truth::of(f, f.one() - 1)));
    EXPECT_TRUE(is_exactly(both[1], -1));
  }
}

}  // namespace
}  // namespace classay::oracle_testing
