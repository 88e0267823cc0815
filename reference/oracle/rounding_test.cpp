// Computes correctly rounded results independently: MPFR evaluates the function in the format itself (its precision, its
// exponent range, mpfr_subnormalize), instead of rounding an enclosure in integer arithmetic. All arguments of f16, and
// random ones of f32 and f64, in every mode.
#include <string>

#include "reference/number/real.h"
#include "reference/oracle/testing.h"
#include "reference/truth/truth.h"

namespace classay::oracle_testing {
namespace {

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

struct UnaryCase {
  std::string name;
  Evaluate truth;
  Unary mpfr;
};
struct BinaryCase {
  std::string name;
  Evaluate truth;
  Binary mpfr;
};

int reciprocal(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t direction) { return mpfr_ui_div(r, 1, x, direction); }
int lgamma_value(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t direction) {
  int sign = 0;
  return mpfr_lgamma(r, &sign, x, direction);
}

const std::vector<UnaryCase>& unary_cases() {
  static const std::vector<UnaryCase> cases{
      {"exp", oracle::exp, mpfr_exp},          {"exp2", oracle::exp2, mpfr_exp2},
      {"exp10", oracle::exp10, mpfr_exp10},    {"expm1", oracle::expm1, mpfr_expm1},
      {"log", oracle::log, mpfr_log},          {"log2", oracle::log2, mpfr_log2},
      {"log10", oracle::log10, mpfr_log10},    {"log1p", oracle::log1p, mpfr_log1p},
      {"sqrt", oracle::sqrt, mpfr_sqrt},       {"rsqrt", oracle::rsqrt, mpfr_rec_sqrt},
      {"cbrt", oracle::cbrt, mpfr_cbrt},       {"recip", oracle::recip, reciprocal},
      {"erf", oracle::erf, mpfr_erf},          {"erfc", oracle::erfc, mpfr_erfc},
      {"sin", oracle::sin, mpfr_sin},          {"cos", oracle::cos, mpfr_cos},
      {"tan", oracle::tan, mpfr_tan},          {"asin", oracle::asin, mpfr_asin},
      {"acos", oracle::acos, mpfr_acos},       {"atan", oracle::atan, mpfr_atan},
      {"sinpi", oracle::sinpi, mpfr_sinpi},    {"cospi", oracle::cospi, mpfr_cospi},
      {"tanpi", oracle::tanpi, mpfr_tanpi},    {"asinpi", oracle::asinpi, mpfr_asinpi},
      {"acospi", oracle::acospi, mpfr_acospi}, {"atanpi", oracle::atanpi, mpfr_atanpi},
      {"sinh", oracle::sinh, mpfr_sinh},       {"cosh", oracle::cosh, mpfr_cosh},
      {"tanh", oracle::tanh, mpfr_tanh},       {"asinh", oracle::asinh, mpfr_asinh},
      {"acosh", oracle::acosh, mpfr_acosh},    {"atanh", oracle::atanh, mpfr_atanh},
      {"tgamma", oracle::tgamma, mpfr_gamma},  {"lgamma", oracle::lgamma, lgamma_value},
  };
  return cases;
}

const std::vector<BinaryCase>& binary_cases() {
  static const std::vector<BinaryCase> cases{
      {"atan2", oracle::atan2, mpfr_atan2},
      {"atan2pi", oracle::atan2pi, mpfr_atan2pi},
      {"pow", oracle::pow, mpfr_pow},
      {"hypot", oracle::hypot, mpfr_hypot},
      {"add", oracle::add, mpfr_add},
      {"sub", oracle::sub, mpfr_sub},
      {"mul", oracle::mul, mpfr_mul},
      {"div", oracle::div, mpfr_div},
      {"fmod", oracle::fmod, mpfr_fmod},
      {"fdim", oracle::fdim, mpfr_dim},
      {"remainder", oracle::remainder, mpfr_remainder},
  };
  return cases;
}

// Returns the rounded result of the oracle's enclosure, refined as far as necessary.
Bits rounded_by_oracle(Evaluate f, Type t, const std::vector<Value>& args, Rounding mode) {
  const Call c{.type = t, .args = args};
  for (Precision p = 64; p <= 4096; p *= 2) {
    const Truths truths = f(c, p);
    if (const std::optional<Bits> bits = rounded(t, truths.at(0), mode)) return *bits;
  }
  throw Undecided();
}

// An exact difference that is zero has the sign of the mode. The judge checks it, not the oracle.
bool same(const Format& f, Bits a, Bits b) {
  return a == b || (f.is_nan(a) && f.is_nan(b)) || (f.is_zero(a) && f.is_zero(b));
}
bool same_bits(const Format& f, Bits a, Bits b) { return a == b || (f.is_nan(a) && f.is_nan(b)); }

testing::AssertionResult agree(const UnaryCase& c, Type t, Bits x, Rounding mode) {
  const Format& f = format(t);
  const Real number = exact(f, x);
  const Bits expected = rounded_by_mpfr(f, mode, [&](mpfr_ptr r, mpfr_rnd_t d) { return c.mpfr(r, number, d); });
  const Bits got = rounded_by_oracle(c.truth, t, {{t, x}}, mode);
  if (same_bits(f, expected, got)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << c.name << "(" << hex_float(f, x) << ") " << name(mode) << ": MPFR "
                                     << hex_float(f, expected) << ", oracle " << hex_float(f, got);
}

testing::AssertionResult agree(const BinaryCase& c, Type t, Bits x, Bits y, Rounding mode) {
  const Format& f = format(t);
  const Real a = exact(f, x);
  const Real b = exact(f, y);
  const Bits expected = rounded_by_mpfr(f, mode, [&](mpfr_ptr r, mpfr_rnd_t d) { return c.mpfr(r, a, b, d); });
  const Bits got = rounded_by_oracle(c.truth, t, {{t, x}, {t, y}}, mode);
  if (mode == Rounding::rtn ? same(f, expected, got) : same_bits(f, expected, got)) return testing::AssertionSuccess();
  return testing::AssertionFailure() << c.name << "(" << hex_float(f, x) << ", " << hex_float(f, y) << ") " << name(mode)
                                     << ": MPFR " << hex_float(f, expected) << ", oracle " << hex_float(f, got);
}

Rounding mode_of(std::uint64_t i) { return kRoundings[i % kRoundings.size()]; }

class UnaryRoundingTest : public testing::TestWithParam<UnaryCase> {
 protected:
  const RealScope scope_;
};

TEST_P(UnaryRoundingTest, AllOfF16RoundsAsMpfrInTheFormatItself) {
  for (Bits x = 0; x < 0x10000; ++x) {
    if (GetParam().name == "rsqrt" && x == kF16.sign_bit()) continue;  // IEEE 754's rSqrt(-0), not MPFR's
    // Each magnitude meets all modes over four neighbours. Zeros and infinities are in every list of special values.
    ASSERT_TRUE(agree(GetParam(), Type::f16, x, mode_of(x ^ x >> 8)));
  }
}

TEST_P(UnaryRoundingTest, RandomF32AndF64RoundAsMpfrInTheFormatItself) {
  std::mt19937_64 random(1);
  for (const Type t : {Type::f32, Type::f64}) {
    for (std::uint64_t i = 0; i < 2000; ++i) {
      const Bits x = i % 2 != 0 ? any_pattern(format(t), random) : moderate(format(t), random);
      ASSERT_TRUE(agree(GetParam(), t, x, mode_of(i / 2)));
    }
    for (const Bits x : boundaries(format(t))) {
      if (GetParam().name == "rsqrt" && format(t).is_zero(x)) continue;
      for (const Rounding mode : kRoundings) ASSERT_TRUE(agree(GetParam(), t, x, mode));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Oracle, UnaryRoundingTest, testing::ValuesIn(unary_cases()),
                         [](const auto& instance) { return instance.param.name; });

class BinaryRoundingTest : public testing::TestWithParam<BinaryCase> {
 protected:
  const RealScope scope_;
};

TEST_P(BinaryRoundingTest, BoundariesAndRandomPairsRoundAsMpfrInTheFormatItself) {
  std::mt19937_64 random(2);
  for (const Type t : kFloatTypes) {
    const std::vector<Bits> special = boundaries(format(t));
    std::uint64_t i = 0;
    for (const Bits x : special) {
      for (const Bits y : special) ASSERT_TRUE(agree(GetParam(), t, x, y, mode_of(i++)));
    }
    for (i = 0; i < 6000; ++i) {
      const auto any = [&] { return i % 2 != 0 ? any_pattern(format(t), random) : moderate(format(t), random); };
      const Bits x = any();
      ASSERT_TRUE(agree(GetParam(), t, x, any(), mode_of(i / 2)));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Oracle, BinaryRoundingTest, testing::ValuesIn(binary_cases()),
                         [](const auto& instance) { return instance.param.name; });

TEST(RoundingCheckTest, AWrongFunctionDisagrees) {
  const RealScope scope;
  const UnaryCase wrong{"exp", oracle::exp, mpfr_expm1};
  EXPECT_FALSE(agree(wrong, Type::f16, kF16.one(), Rounding::rne));
  const BinaryCase swapped{"atan2", oracle::atan2,
                           [](mpfr_ptr r, mpfr_srcptr y, mpfr_srcptr x, mpfr_rnd_t d) { return mpfr_atan2(r, x, y, d); }};
  EXPECT_FALSE(agree(swapped, Type::f32, kF32.one(), kF32.one() + 1, Rounding::rne));
}

TEST(RoundingCheckTest, AnErrorOfOneUnitOrOfTheModeDisagrees) {
  const RealScope scope;
  const UnaryCase neighbour{"sin", oracle::sin, [](mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t d) {
                              const int ternary = mpfr_sin(r, x, d);
                              mpfr_nextabove(r);
                              return ternary;
                            }};
  const UnaryCase truncated{"sin", oracle::sin,
                            [](mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t) { return mpfr_sin(r, x, MPFR_RNDZ); }};
  EXPECT_FALSE(agree(neighbour, Type::f32, kF32.one(), Rounding::rne));
  EXPECT_FALSE(agree(truncated, Type::f32, kF32.one(), Rounding::rtp));
}

}  // namespace
}  // namespace classay::oracle_testing
