// Tests each term of a bound alone. A term may be missing or too small, and in models of real functions one source of error
// hides behind the others. Here the function is smallest where the error is largest. The bound must hold, and must not be
// much too large, because this would hide a missing term.
#include "reference/certified/narrow/bound.h"

#include <cmath>
#include <random>

#include "reference/number/real.h"

namespace classay::certified {
namespace {

// Evaluates Horner's rule with one fma per step.
double evaluated(const Taylor& t, double k) {
  double q = t.b.at(static_cast<std::size_t>(t.degree));
  for (auto j = static_cast<std::size_t>(t.degree); j-- > 0;) q = std::fma(k, q, t.b.at(j));
  return q;
}

// Returns the smallest function that these coefficients and this remainder allow, at k > 0.
Real smallest(const Taylor& t, double k) {
  const Real at = exact_double(k);
  Real power = exact_double(1);
  Real f = exact_double(0);
  for (std::size_t j = 0; j <= static_cast<std::size_t>(t.degree); ++j) {
    f = exact_sum(f, exact_product(exact_difference(exact_double(t.b.at(j)), exact_double(t.beta.at(j))), power));
    power = exact_product(power, at);
  }
  return exact_difference(f, exact_product(exact_double(t.remainder), power));
}

// Returns the error as a share of its bound.
double share(const Taylor& t, double k, const Bound& bound) {
  const RealScope scope;
  const Real f = smallest(t, k);
  const double error = mpfr_get_d(exact_difference(exact_double(evaluated(t, k)), f), MPFR_RNDN);
  return std::fabs(error) / std::fabs(mpfr_get_d(f, MPFR_RNDN)) / bound.epsilon;
}

void expect_tight(double share) {
  EXPECT_LE(share, 1);
  EXPECT_GT(share, 0.5);
}

// Returns the largest relative error of smooth - sine that errors of these sizes make.
double worst(double smooth, double smooth_epsilon, double sine, double sine_epsilon) {
  double worst = 0;
  for (const double a : {-smooth_epsilon, smooth_epsilon}) {
    for (const double b : {-sine_epsilon, sine_epsilon}) {
      const double of_sine = b * std::fmax(1, std::fabs(sine));
      worst = std::fmax(worst, std::fabs((smooth * a - of_sine) / (smooth - sine)));
    }
  }
  return worst;
}

TEST(BoundTest, TheErrorOfTheCentreCountsWhereTheFunctionIsSmallest) {
  const Taylor t{.degree = 2, .b = {1, -0x1.cp-11}, .beta = {0x1p-44}};  // 1/8 at 1000
  expect_tight(share(t, 1000, bound_away_from_zero(t, 1000, 0)));
}

TEST(BoundTest, ErrorsOfCoefficientsGrowWithTheirPower) {
  const Taylor t{.degree = 4, .b = {1}, .beta = {0, 0, 0, 0, 0x1p-80}};
  expect_tight(share(t, 1000, bound_away_from_zero(t, 1000, 0)));
}

TEST(BoundTest, TheRemainderGrowsWithThePowerBehindTheLast) {
  const Taylor t{.degree = 4, .b = {1}, .remainder = 0x1p-90};
  expect_tight(share(t, 1000, bound_away_from_zero(t, 1000, 0)));
}

TEST(BoundTest, TheLastStepRounds) {
  const Taylor t{.degree = 2, .b = {1, 0x1.921fb54442d18p-24}};
  const Bound bound = bound_away_from_zero(t, 1024, 0);
  std::mt19937 random(1);
  double largest = 0;
  for (int i = 0; i < 200; ++i) largest = std::fmax(largest, share(t, static_cast<double>(1 + random() % 1024), bound));
  expect_tight(largest);
}

TEST(BoundTest, NextToAZeroTheErrorCountsWhereTheFunctionIsSmallest) {
  const Taylor t{.degree = 2, .b = {0, 1, -0x1.cp-11}, .beta = {0, 0x1p-44}, .is_zero_exact = true};
  expect_tight(share(t, 1000, bound_at_zero(t, 1000, true)));
}

TEST(BoundTest, TheFloorStandsForAFunctionThatIsLess) {
  const Taylor t{.degree = 2, .b = {0x1p-60}, .beta = {0x1p-100}};
  EXPECT_NEAR(bound_away_from_zero(t, 8, 1).epsilon, 0x1p-53, 0x1p-60);
  EXPECT_GE(bound_away_from_zero(t, 8, 0).epsilon, 0x1p-40);
}

TEST(BoundTest, AReciprocalIsFartherOffAndRoundsTwice) {
  // 1 / 0.9 has a relative error of a ninth.
  EXPECT_GE(bound_of_reciprocal({.epsilon = 0.1}).epsilon, 1.0 / 9);
  EXPECT_GE(bound_of_reciprocal({.epsilon = 0}).epsilon, 2 * kUnit);
  EXPECT_TRUE(std::isinf(bound_of_reciprocal({.epsilon = 0.5}).epsilon));
}

TEST(BoundTest, ThereIsNoneWhereTheFunctionMayBeZero) {
  const Taylor t{.degree = 2, .b = {1, -0x1p-10}};
  EXPECT_TRUE(std::isinf(bound_away_from_zero(t, 1024, 0).epsilon));
}

void expect_covered(double smooth, double smooth_epsilon, double sine, double sine_epsilon) {
  const double least = std::fabs(smooth) - std::fabs(sine);  // |f| is between `least` and the sum of both
  const double bound = epsilon_of_difference(smooth_epsilon, sine_epsilon, std::fabs(sine), least);
  if (least <= 0) {
    EXPECT_TRUE(std::isinf(bound));
    return;
  }
  const double found = worst(smooth, smooth_epsilon, sine, sine_epsilon);
  EXPECT_LE(found, bound) << smooth << " " << sine;
  const bool is_one = smooth_epsilon == 0 || sine_epsilon == 0;
  EXPECT_TRUE(!is_one || found >= 0.75 * bound) << smooth << " " << sine << ": " << found << " of " << bound;
}

// No combination of both errors exceeds the bound, and each error alone reaches three quarters of it. In lgamma of negative
// numbers, the error of the sine hides behind the other one.
TEST(EpsilonOfDifferenceTest, CoversBothErrors) {
  constexpr double kError = 0x1p-30;  // far above the rounding of the difference
  for (const double smooth : {-1.5, -3.0, -40.0, -1000.0}) {
    for (const double sine : {-0x1p-10, -0.5, -1.0, -11.0}) {
      expect_covered(smooth, kError, sine, 0);
      expect_covered(smooth, 0, sine, kError);
      expect_covered(smooth, kError, sine, kError);
    }
  }
}

}  // namespace
}  // namespace classay::certified
