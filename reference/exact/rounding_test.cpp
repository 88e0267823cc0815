// Compares the functions with MPFR's rounding of exact numbers: exhaustively for half, and on strata and boundaries for
// float and double.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reference/exact/testing.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

namespace ef = exact_functions;
using testing::Ne;
using testing::StrEq;

constexpr int kSamples = 20000;

std::vector<Arguments> unary_inputs(Type t) { return t == Type::f16 ? every_pattern(t) : samples({t}, kSamples, 1); }
std::vector<Arguments> binary_inputs(Type t) { return samples({t, t}, kSamples, 2); }

// Returns the truth of f(Real& r, const Real& x), an MPFR function whose result needs at most 64 bits.
template <class F>
Expected by_mpfr(F f) {
  return [f](const Call& call) -> std::vector<Truth> {
    Real r(64);
    f(r, exact(call.args[0]));
    return {Truth::of(r)};
  };
}

template <class F>
Expected by_mpfr2(F f) {
  return [f](const Call& call) -> std::vector<Truth> {
    Real r(64);
    f(r, exact(call.args[0]), exact(call.args[1]));
    return {Truth::of(r)};
  };
}

struct Case {
  std::string name;
  Evaluate function;
  Evaluate wrong;  // a similar function, which the test must distinguish
  Expected expected;
};

const std::vector<Case>& unary_cases() {
  static const std::vector<Case> cases{
      {"ceil", ef::ceil, ef::round, by_mpfr([](Real& r, const Real& x) { mpfr_ceil(r, x); })},
      {"floor", ef::floor, ef::trunc, by_mpfr([](Real& r, const Real& x) { mpfr_floor(r, x); })},
      {"rint", ef::rint, ef::round, by_mpfr([](Real& r, const Real& x) { mpfr_roundeven(r, x); })},
      {"round", ef::round, ef::rint, by_mpfr([](Real& r, const Real& x) { mpfr_round(r, x); })},
      {"trunc", ef::trunc, ef::floor, by_mpfr([](Real& r, const Real& x) { mpfr_trunc(r, x); })},
      {"fabs", ef::fabs, ef::negate, by_mpfr([](Real& r, const Real& x) { mpfr_abs(r, x, MPFR_RNDN); })},
      {"negate", ef::negate, ef::fabs, by_mpfr([](Real& r, const Real& x) { mpfr_neg(r, x, MPFR_RNDN); })},
      {"same", ef::same, ef::fabs, by_mpfr([](Real& r, const Real& x) { mpfr_set(r, x, MPFR_RNDN); })},
      {"nan", ef::nan, ef::fabs, by_mpfr([](Real& r, const Real&) { mpfr_set_nan(r); })},
      {"logb", ef::logb, ef::rint, by_mpfr([](Real& r, const Real& x) {
         if (x.is_finite() && !x.is_zero()) {
           mpfr_set_si(r, leading_exponent(x), MPFR_RNDN);
         } else {
           mpfr_abs(r, x, MPFR_RNDN);
           mpfr_log2(r, r, MPFR_RNDN);  // -inf, +inf, NaN
         }
       })},
  };
  return cases;
}

TEST(ExactRoundingTest, AgreesWithMpfr) {
  for (const Case& c : unary_cases()) {
    for (const Type t : kFloatTypes) {
      EXPECT_THAT(first_disagreement(c.function, c.expected, unary_inputs(t)), StrEq("")) << c.name << " " << info(t).name;
    }
  }
}

TEST(ExactRoundingTest, ASimilarFunctionIsToldApart) {
  for (const Case& c : unary_cases()) {
    for (const Type t : kFloatTypes) {
      EXPECT_THAT(first_disagreement(c.wrong, c.expected, unary_inputs(t)), Ne("")) << c.name << " " << info(t).name;
    }
  }
}

TEST(ExactRoundingTest, AWrongSignOfZeroIsToldApart) {
  const auto positive_ceil = by_mpfr([](Real& r, const Real& x) {
    mpfr_ceil(r, x);
    if (r.is_zero()) mpfr_set_zero(r, 1);
  });
  EXPECT_THAT(first_disagreement(ef::ceil, positive_ceil, unary_inputs(Type::f16)), Ne(""));
}

TEST(ExactRoundingTest, CopysignTakesTheSignOfNaNsAndZerosToo) {
  const auto expected = by_mpfr2([](Real& r, const Real& x, const Real& y) { mpfr_copysign(r, x, y, MPFR_RNDN); });
  const auto swapped = by_mpfr2([](Real& r, const Real& x, const Real& y) { mpfr_copysign(r, y, x, MPFR_RNDN); });
  for (const Type t : kFloatTypes) {
    std::vector<Arguments> numbers = binary_inputs(t);
    // The exact Real of a NaN has no sign.
    std::erase_if(numbers, [](const Arguments& a) { return is_nan(a[1]); });
    EXPECT_THAT(first_disagreement(ef::copysign, expected, numbers), StrEq("")) << info(t).name;
    EXPECT_THAT(first_disagreement(ef::copysign, swapped, numbers), Ne("")) << info(t).name;
  }
  const std::vector<Value> one_and_negative_nan{{Type::f32, kF32.one()}, {Type::f32, kF32.negate(kF32.quiet_nan())}};
  const std::vector<Truth> truths = ef::copysign({.args = one_and_negative_nan}, kFirstPrecision);
  EXPECT_TRUE(agree(truths[0], Truth::of(kF32, kF32.negate(kF32.one())))) << text(truths[0]);
}

// The neighbour above x is the smallest number of the format that is at least x plus a tiny amount.
Real neighbour(const Format& f, const Real& x, bool above) {
  Real moved(4096);
  mpfr_set(moved, x, MPFR_RNDN);
  if (x.is_infinite()) {  // beyond the largest number by less than the spacing
    mpfr_set_ui_2exp(moved, 1, f.emax + 1, MPFR_RNDN);
    if (x.signbit()) mpfr_neg(moved, moved, MPFR_RNDN);
  } else if (above) {
    mpfr_add(moved, moved, power_of_two(-2000), MPFR_RNDN);
  } else {
    mpfr_sub(moved, moved, power_of_two(-2000), MPFR_RNDN);
  }
  if (x.is_infinite()) mpfr_nexttoward(moved, power_of_two(0));
  return rounded_by_mpfr(f, moved, above ? Rounding::rtp : Rounding::rtn);
}

TEST(ExactRoundingTest, NextafterIsTheNearestOtherNumberInThatDirection) {
  const auto expected = [](const Call& call) -> std::vector<Truth> {
    const Real x = exact(call.args[0]);
    const Real y = exact(call.args[1]);
    if (x.is_nan() || y.is_nan()) return {Truth::not_a_number()};
    if (compare(x, y) == 0) return {Truth::of(y)};
    return {Truth::of(neighbour(format(call.type), x, compare(x, y) < 0))};
  };
  for (const Type t : kFloatTypes) {
    EXPECT_THAT(first_disagreement(ef::nextafter, expected, binary_inputs(t)), StrEq("")) << info(t).name;
    EXPECT_THAT(first_disagreement(ef::copysign, expected, binary_inputs(t)), Ne("")) << info(t).name;
  }
}

TEST(ExactRoundingTest, NextafterOfEveryHalfUpAndDown) {
  const Value up{Type::f16, kF16.infinity()};
  const Value down{Type::f16, kF16.infinity(true)};
  std::vector<Arguments> inputs;
  for (Bits b = 0; b <= kF16.mask(); ++b) {
    inputs.push_back({{Type::f16, b}, up});
    inputs.push_back({{Type::f16, b}, down});
  }
  const auto expected = [&](const Call& call) -> std::vector<Truth> {
    const Real x = exact(call.args[0]);
    if (x.is_nan()) return {Truth::not_a_number()};
    if (call.args[0] == call.args[1]) return {Truth::of(x)};
    return {Truth::of(neighbour(kF16, x, call.args[1] == up))};
  };
  EXPECT_THAT(first_disagreement(ef::nextafter, expected, inputs), StrEq(""));
  EXPECT_THAT(first_disagreement(ef::fmax, expected, inputs), Ne(""));
}

Truth integer_truth(long i) { return Truth::of_integer(int_value(Type::i32, i)); }

std::vector<Truth> expected_ilogb(const Call& call) {
  const Real x = exact(call.args[0]);
  if (x.is_nan() || x.is_zero()) return {Truth::anything()};
  return {integer_truth(x.is_infinite() ? 0x7fffffff : leading_exponent(x))};
}

TEST(ExactRoundingTest, IlogbIsTheExponentAndOpenForZeroAndNaN) {
  for (const Type t : kFloatTypes) {
    EXPECT_THAT(first_disagreement(ef::ilogb, expected_ilogb, unary_inputs(t)), StrEq("")) << info(t).name;
    EXPECT_THAT(first_disagreement(ef::logb, expected_ilogb, unary_inputs(t)), Ne("")) << info(t).name;
  }
}

std::vector<Truth> expected_frexp(const Call& call) {
  const Real x = exact(call.args[0]);
  Real mantissa(64);
  mpfr_exp_t e = 0;
  mpfr_set(mantissa, x, MPFR_RNDN);
  if (x.is_finite() && !x.is_zero()) mpfr_frexp(&e, mantissa, x, MPFR_RNDN);
  return {Truth::of(mantissa), integer_truth(e)};
}

std::vector<Truth> expected_modf(const Call& call) {
  Real whole(64);
  Real fraction(64);
  mpfr_modf(whole, fraction, exact(call.args[0]), MPFR_RNDN);
  return {Truth::of(fraction), Truth::of(whole)};
}

TEST(ExactRoundingTest, FrexpAndModfTakeNumbersApartAsMpfrDoes) {
  for (const Type t : kFloatTypes) {
    EXPECT_THAT(first_disagreement(ef::frexp, expected_frexp, unary_inputs(t)), StrEq("")) << info(t).name;
    EXPECT_THAT(first_disagreement(ef::modf, expected_modf, unary_inputs(t)), StrEq("")) << info(t).name;
    EXPECT_THAT(first_disagreement(ef::frexp, expected_modf, unary_inputs(t)), Ne("")) << info(t).name;
  }
}

}  // namespace
}  // namespace classay
