#include "reference/certified/narrow/bound.h"

#include <cmath>
#include <limits>

namespace classay::certified {
namespace {

// All terms are positive, and there are fewer than 2^10 operations: one factor covers roundings, one summand underflow.
double rounded_up(double sum) { return sum * (1 + 0x1p-40) + 0x1p-1000; }

struct Terms {
  double q1 = 0;          // Q_1, above every computed |q_1|
  double q2 = 0;          // Q_2
  double r = 0;           // R: |p(k) - f| <= beta_0 + u |p(k)| + |k| R
  double truncation = 0;  // the part of R that is M K^d
  double radius = 0;      // the part of R that is beta_j
};

Terms terms(const Taylor& t, double reach, Damage damage) {
  Terms all;
  double above = std::fabs(t.b[t.degree]);  // Q_d = |b_d|
  // An fma rounds once: Q_j = (|b_j| + K Q_(j+1)) (1 + 8u) bounds every computed |q_j|, and u Q_j bounds its rounding.
  all.truncation = damage == Damage::no_remainder ? 0 : t.remainder * std::pow(reach, t.degree);
  for (int j = t.degree; j >= 1; --j) {
    if (j < t.degree) above = (std::fabs(t.b[j]) + reach * above) * (1 + 8 * kUnit);
    const double power = std::pow(reach, j - 1);
    const double rounding = j < t.degree && damage != Damage::no_evaluation_rounding ? kUnit * above : 0;
    const double coefficient = damage != Damage::no_coefficient_rounding ? t.beta[j] : 0;
    all.radius += power * coefficient;
    all.r += power * (coefficient + rounding);
    if (j == 2) all.q2 = above;
    if (j == 1) all.q1 = above;
  }
  all.r = rounded_up(all.r + all.truncation);
  return all;
}

Bound finished(double error, double truncation, double radius, double magnitude, Damage damage) {
  const double infinity = std::numeric_limits<double>::infinity();
  if (!(magnitude > 0) || !std::isfinite(error)) return {.epsilon = infinity, .truncation = infinity, .radius = infinity};
  const double part = damage == Damage::quarter ? 0.25 : 1;
  const double last = damage == Damage::no_evaluation_rounding ? 0 : kUnit;  // u |r|, from the last fma
  return {.epsilon = part * rounded_up(error / magnitude + last),
          .truncation = rounded_up(truncation / magnitude),
          .radius = rounded_up(radius / magnitude)};
}

double beta_of_centre(const Taylor& t, Damage damage) { return damage == Damage::no_coefficient_rounding ? 0 : t.beta[0]; }

}  // namespace

Bound bound_away_from_zero(const Taylor& t, double reach, double floor, Damage damage) {
  const Terms all = terms(t, reach, damage);
  const double beta = beta_of_centre(t, damage);
  // |f| >= |b_0| - K Q_1 - beta_0 - K R
  const double least = std::fabs(t.b[0]) * (1 - 0x1p-40) - rounded_up(reach * all.q1 + beta + reach * all.r);
  return finished(beta + reach * all.r, reach * all.truncation, beta + reach * all.radius, std::fmax(least, floor), damage);
}

Bound bound_at_zero(const Taylor& t, double reach, bool has_centre, Damage damage) {
  const Terms all = terms(t, reach, damage);
  const double beta = beta_of_centre(t, damage);
  // For |k| >= 1 every term of the error, and this lower bound of |f|, may be divided by |k|.
  const double slope = std::fabs(t.b[1]) * (1 - 0x1p-40) - rounded_up(reach * all.q2 + all.r + std::fabs(t.b[0]) + beta);
  Bound bound = finished(beta + all.r, all.truncation, beta + all.radius, slope, damage);
  if (has_centre && !t.is_zero_exact) {
    // p(0) = b_0 without rounding.
    const Bound at_centre = finished(beta, 0, beta, std::fabs(t.b[0]) * (1 - 0x1p-40) - beta, damage);
    bound.epsilon = std::fmax(bound.epsilon, at_centre.epsilon);
    bound.radius = std::fmax(bound.radius, at_centre.radius);
  }
  return bound;
}

Bound bound_of_reciprocal(const Bound& b) {
  // |1/p - 1/q| <= epsilon / (1 - epsilon) / |q|. The division rounds once more, and p was rounded to double before.
  Bound r = b;
  r.epsilon =
      b.epsilon < 0.25 ? rounded_up(b.epsilon / (1 - 2 * b.epsilon) + 2 * kUnit) : std::numeric_limits<double>::infinity();
  return r;
}

double epsilon_of_difference(double of_g, double of_h, double largest, double least) {
  if (!(least > 0)) return std::numeric_limits<double>::infinity();
  const double relative = largest / least;
  return (of_g * (1 + relative) + of_h * std::fmax(relative, 1 / least) + kUnit) * (1 + 0x1p-40);
}

}  // namespace classay::certified
