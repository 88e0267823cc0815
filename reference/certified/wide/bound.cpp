#include "reference/certified/wide/bound.h"

#include <cmath>
#include <limits>

namespace classay::certified {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// As in narrow/bound.cpp: one factor for every rounding of this file, one summand for every underflow.
double rounded_up(double sum) { return sum * (1 + 0x1p-40) + 0x1p-1000; }

// Bounds after all steps but the last, j >= 1. They enter the result multiplied by t.
struct Above {
  double q1 = 0;          // Q_1, above every |q_1|, and above every |sum of A_j t^(j-1)|
  double q2 = 0;          // Q_2
  double lambda = 0;      // Lambda_1, above every |lambda_1|
  double error = 0;       // R: |value - f| <= beta_0 + |t| R + rho_0
  double truncation = 0;  // the part of R that is M
  double radius = 0;      // the part of R from Arb
};

Above above(const WideTaylor& t, double reach, Damage damage) {
  const bool rounds = damage != Damage::no_evaluation_rounding;
  Above all;
  double q = std::fabs(t.b[kWideDegree]);  // Q_D = |b_D|
  double lambda = 0;                       // Lambda_H = 0
  for (int j = kWideDegree; j >= 1; --j) {
    const double power = std::pow(reach, j - 1);
    const double below = q;  // Q_(j+1)
    double rounding = 0;
    if (j < kWideHeads) {
      const double l = std::fabs(t.l[j]);
      q = (std::fabs(t.b[j]) + l + reach * below) * (1 + 8 * kUnit);
      const double e = reach * (kUnit * below + lambda) * (1 + 8 * kUnit);  // e_j, above |t lambda + error of the product|
      lambda = (kUnit * q + e + l) * (1 + 8 * kUnit);                       // Lambda_j
      rounding = kUnit * (2 * e + l + lambda);                              // rho_j: three additions are rounded
    } else if (j < kWideDegree) {
      q = (std::fabs(t.b[j]) + reach * below) * (1 + 8 * kUnit);
      rounding = kUnit * q;  // an fma rounds once
    }
    if (j == 2) all.q2 = q;
    all.radius += power * t.radius[j];
    all.error += power * ((damage == Damage::no_coefficient_rounding ? 0 : t.beta[j]) + (rounds ? rounding : 0));
  }
  all.q1 = q;
  all.lambda = lambda;
  all.truncation = damage == Damage::no_remainder ? 0 : t.remainder * std::pow(reach, kWideDegree);
  all.error = rounded_up(all.error + all.truncation);
  return all;
}

// The last step, divided by `unit`: 1, or |t| if all terms shrink with it.
struct Last {
  double error = 0;   // E
  double lambda = 0;  // Lambda_0
};

Last last(const WideTaylor& t, const Above& all, double reach, double unit, Damage damage) {
  const double b = std::fabs(t.b[0]) / unit;
  const double l = std::fabs(t.l[0]) / unit;
  const double beta = damage == Damage::no_coefficient_rounding ? 0 : t.beta[0] / unit;
  const double e = reach * (kUnit * all.q1 + all.lambda) * (1 + 8 * kUnit);
  const double q = b + l + reach * all.q1;
  const double lambda = (kUnit * q + e + l) * (1 + 8 * kUnit);
  const double rho = damage == Damage::no_evaluation_rounding ? 0 : kUnit * (2 * e + l + lambda);
  return {.error = rounded_up(beta + reach * all.error + rho), .lambda = rounded_up(lambda)};
}

Bound finished(const Last& e, double truncation, double radius, double magnitude, Damage damage) {
  // The sum of q_0 and lambda_0 is normalised as if |q_0| were larger: |q_0| >= |f| - E - Lambda_0.
  const bool is_normalised = magnitude - e.error >= 2 * e.lambda;
  if (!(magnitude > 0) || !std::isfinite(e.error) || !is_normalised) {
    return {.epsilon = kInfinity, .truncation = kInfinity, .radius = kInfinity};
  }
  return {.epsilon = (damage == Damage::quarter ? 0.25 : 1) * rounded_up(e.error / magnitude),
          .truncation = rounded_up(truncation / magnitude),
          .radius = rounded_up(radius / magnitude)};
}

}  // namespace

Bound wide_bound_away_from_zero(const WideTaylor& t, double reach, Damage damage) {
  const Above all = above(t, reach, damage);
  const Last e = last(t, all, reach, 1, damage);
  // |f| >= |b_0| - |l_0| - tau Q_1 - E
  const double least = std::fabs(t.b[0]) * (1 - 0x1p-40) - rounded_up(std::fabs(t.l[0]) + reach * all.q1 + e.error);
  return finished(e, reach * all.truncation, t.radius[0] + reach * all.radius, least, damage);
}

Bound wide_bound_at_zero(const WideTaylor& t, double reach, double pace, bool has_centre, Damage damage) {
  const Above all = above(t, reach, damage);
  // For |t| >= pace all terms may be divided by |t|. A term that does not shrink with t is at most 1 / pace of itself.
  const Last e = last(t, all, 1, pace, damage);
  const double at_centre = rounded_up((std::fabs(t.b[0]) + std::fabs(t.l[0]) + t.beta[0]) / pace);
  const double slope =
      std::fabs(t.b[1]) * (1 - 0x1p-40) - rounded_up(std::fabs(t.l[1]) + reach * all.q2 + at_centre + e.error);
  Bound bound = finished(e, all.truncation, t.radius[0] / pace + all.radius, slope, damage);
  if (has_centre && !t.is_zero_exact) {
    // The value there is b_0 + l_0, without rounding.
    const double f = std::fabs(t.b[0]) * (1 - 0x1p-40) - std::fabs(t.l[0]) - t.beta[0];
    const Bound centre = finished({.error = t.beta[0], .lambda = std::fabs(t.l[0])}, 0, t.radius[0], f, damage);
    bound.epsilon = std::fmax(bound.epsilon, centre.epsilon);
    bound.radius = std::fmax(bound.radius, centre.radius);
  }
  return bound;
}

Bound wide_bound_of_reciprocal(const Bound& b) {
  // |1/p - 1/q| <= epsilon / (1 - epsilon) / |q|. Let v = RN(1 / h), with the residual r' = 1 - v (h + l), |r'| <= 2.01 u.
  // The error of the value v + v r' consists of r'^2, the rounding of r' (of its sum), and that of the product: 8.2 u^2 <
  // 2^-102.
  Bound r = b;
  r.epsilon = b.epsilon < 0.25 ? rounded_up(b.epsilon / (1 - 2 * b.epsilon) + 0x1p-102) : kInfinity;
  return r;
}

}  // namespace classay::certified
