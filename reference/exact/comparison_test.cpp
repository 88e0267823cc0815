// Compares the functions with the specifications' formulas on exact MPFR numbers, whose comparisons do not use patterns.
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

// The specifications' formulas, one function each. mpfr_less_p is false for NaN.
bool less(const Real& x, const Real& y) { return mpfr_less_p(x, y) != 0; }
bool less_magnitude(const Real& x, const Real& y) { return !x.is_nan() && !y.is_nan() && mpfr_cmpabs(x, y) < 0; }
Real larger(const Real& x, const Real& y) { return x.is_nan() ? y : y.is_nan() ? x : less(x, y) ? y : x; }
Real smaller(const Real& x, const Real& y) { return x.is_nan() ? y : y.is_nan() ? x : less(y, x) ? y : x; }

using Two = std::function<std::vector<Truth>(const Real&, const Real&)>;
Expected of_two(const Two& f) {
  return [f](const Call& call) { return f(exact(call.args[0]), exact(call.args[1])); };
}

struct Case {
  std::string name;
  Evaluate function;
  Evaluate wrong;
  Two expected;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"fmax", ef::fmax, ef::maxmag, [](auto& x, auto& y) { return std::vector{Truth::of(larger(x, y))}; }},
      {"fmin", ef::fmin, ef::fmin_common, [](auto& x, auto& y) { return std::vector{Truth::of(smaller(x, y))}; }},
      {"maxmag", ef::maxmag, ef::fmax,
       [](auto& x, auto& y) {
         return std::vector{Truth::of(less_magnitude(y, x) ? x : less_magnitude(x, y) ? y : larger(x, y))};
       }},
      {"minmag", ef::minmag, ef::fmin,
       [](auto& x, auto& y) {
         return std::vector{Truth::of(less_magnitude(x, y) ? x : less_magnitude(y, x) ? y : smaller(x, y))};
       }},
      {"max", ef::fmax_common, ef::fmax,
       [](auto& x, auto& y) {
         return std::vector{x.is_finite() && y.is_finite() ? Truth::of(larger(x, y)) : Truth::anything()};
       }},
      {"min", ef::fmin_common, ef::fmin,
       [](auto& x, auto& y) {
         return std::vector{x.is_finite() && y.is_finite() ? Truth::of(smaller(x, y)) : Truth::anything()};
       }},
      {"step", ef::step, ef::fmin,
       [](auto& edge, auto& x) { return std::vector{less(x, edge) ? Truth::zero(false) : Truth::of(power_of_two(0))}; }},
  };
  return all;
}

TEST(ExactComparisonTest, FunctionsOfTwoFollowTheirFormulas) {
  for (const Case& c : cases()) {
    for (const Type t : kFloatTypes) {
      EXPECT_THAT(first_disagreement(c.function, of_two(c.expected), samples({t, t}, kSamples, 3)), StrEq(""))
          << c.name << " " << info(t).name;
    }
  }
}

TEST(ExactComparisonTest, ASimilarFunctionIsToldApart) {
  for (const Case& c : cases()) {
    EXPECT_THAT(first_disagreement(c.wrong, of_two(c.expected), samples({Type::f16, Type::f16}, kSamples, 3)), Ne(""))
        << c.name;
  }
}

std::vector<Truth> expected_clamp(const Call& call) {
  const Real low = exact(call.args[1]);
  const Real high = exact(call.args[2]);
  if (less(high, low)) return {Truth::anything()};
  return {Truth::of(smaller(larger(exact(call.args[0]), low), high))};
}

TEST(ExactComparisonTest, ClampIsFminOfFmaxAndOpenWhereTheLimitsAreSwapped) {
  for (const Type t : kFloatTypes) {
    const auto inputs = samples({t, t, t}, kSamples, 4);
    EXPECT_THAT(first_disagreement(ef::fclamp, expected_clamp, inputs), StrEq("")) << info(t).name;
    const auto swapped = [](const Call& call) -> std::vector<Truth> {
      return {Truth::of(larger(smaller(exact(call.args[0]), exact(call.args[1])), exact(call.args[2])))};
    };
    EXPECT_THAT(first_disagreement(ef::fclamp, swapped, inputs), Ne("")) << info(t).name;
  }
}

std::vector<Truth> expected_sign(const Call& call) {
  const Real x = exact(call.args[0]);
  if (x.is_nan()) return {Truth::zero(false)};
  if (x.is_zero()) return {Truth::of(x)};
  Real r(2);
  mpfr_set_si(r, x.sign(), MPFR_RNDN);
  return {Truth::of(r)};
}

TEST(ExactComparisonTest, SignKeepsZerosAndTurnsNaNIntoZero) {
  for (const Type t : kFloatTypes) {
    const auto inputs = t == Type::f16 ? every_pattern(t) : samples({t}, kSamples, 5);
    EXPECT_THAT(first_disagreement(ef::sign, expected_sign, inputs), StrEq("")) << info(t).name;
    EXPECT_THAT(first_disagreement(ef::trunc, expected_sign, inputs), Ne("")) << info(t).name;
  }
}

}  // namespace
}  // namespace classay
