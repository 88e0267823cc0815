#include "reference/certified/pairs/series.h"

#include <acb.h>

#include <vector>

#include "reference/certified/function/series_support.h"

namespace classay::certified::series {
namespace {

// |log f| < 800 where f is expanded, and logarithms of numbers near 1 lose 53 bits. With these extra bits, an exponent is as
// precise as the result must be.
constexpr slong kGuard = 64;

Ball exactly(double x) {
  Ball b;
  arb_set_d(b, x);
  return b;
}

struct Complex {
  acb_t z;
  Complex() { acb_init(z); }
  Complex(const Complex&) = delete;
  Complex& operator=(const Complex&) = delete;
  ~Complex() { acb_clear(z); }
};

// p log x
Ball log_of_power(const Ball& x, const Ball& p, slong precision) {
  Ball r;
  arb_log(r, x, precision + kGuard);
  arb_mul(r, r, p, precision + kGuard);
  return r;
}

// y log X
Ball log_of_power_of(const Ball& log_base, const Ball& y, slong precision) {
  Ball r;
  arb_mul(r, log_base, y, precision + kGuard);
  return r;
}

// Im log(z + h t), where h is real if x varies and imaginary if y varies: coefficient n is (-1)^(n-1) / n Im (h / z)^n.
PowerSeries argument(double x_fixed, double y_fixed, bool in_y, const PowerSeries& line, slong n, slong precision) {
  const Ball c = coefficient(line, 0);
  const Ball x = in_y ? exactly(x_fixed) : c;
  const Ball y = in_y ? c : exactly(y_fixed);
  PowerSeries r;
  Ball term;
  arb_atan2(term, y, x, precision);
  arb_poly_set_coeff_arb(r, 0, term);
  Complex w;  // h / z
  acb_set_arb_arb(w.z, x, y);
  acb_inv(w.z, w.z, precision);
  acb_mul_arb(w.z, w.z, coefficient(line, 1), precision);
  if (in_y) acb_mul_onei(w.z, w.z);
  // The formula does not detect the cut along the negative half of the axis.
  const bool has_one_sign = arb_is_positive(y) != 0 || arb_is_negative(y) != 0;
  if (in_y && x_fixed < 0 && !has_one_sign) acb_indeterminate(w.z);
  Complex power;
  acb_one(power.z);
  for (slong j = 1; j < n; ++j) {
    acb_mul(power.z, power.z, w.z, precision);
    arb_div_si(term, acb_imagref(power.z), j % 2 == 1 ? j : -j, precision);
    arb_poly_set_coeff_arb(r, j, term);
  }
  return r;
}

Series argument_of(double x, double y, bool in_y, bool is_over_pi) {
  return [=](const PowerSeries& line, slong n, slong precision) {
    PowerSeries r = argument(x, y, in_y, line, n, precision);
    return is_over_pi ? over_pi(r, precision) : r;
  };
}

// (x^2 + a^2)^(-3/2), with q = x^2 + a^2 = q_0 + q_1 t + q_2 t^2 and q g' = -3/2 q' g.
std::vector<Ball> inverse_cubes(const Ball& q0, const Ball& q1, const Ball& q2, slong n, slong precision) {
  std::vector<Ball> g(static_cast<std::size_t>(n));
  Ball r1;
  Ball r2;
  Ball term;
  arb_div(r1, q1, q0, precision);
  arb_div(r2, q2, q0, precision);
  arb_rsqrt(g[0], q0, precision);
  arb_pow_ui(g[0], g[0], 3, precision);
  for (slong j = 0; j + 1 < n; ++j) {
    Ball& next = g[static_cast<std::size_t>(j) + 1];
    arb_mul(next, r1, g[static_cast<std::size_t>(j)], precision);
    arb_mul_si(next, next, -3 - 2 * j, precision);
    arb_mul_2exp_si(next, next, -1);
    if (j > 0) {
      arb_mul(term, r2, g[static_cast<std::size_t>(j) - 1], precision);
      arb_mul_si(term, term, -2 - j, precision);
      arb_add(next, next, term, precision);
    }
    arb_div_si(next, next, j + 1, precision);
  }
  return g;
}

}  // namespace

// a_j = a_(j-1) (p - j + 1) / j h / c
Series power_with_exponent(const Ball& p) {
  return [p](const PowerSeries& x, slong n, slong precision) {
    const Ball c = coefficient(x, 0);
    Ball a;
    arb_exp(a, log_of_power(c, p, precision), precision);
    Ball ratio;
    if (n > 1) arb_div(ratio, coefficient(x, 1), c, precision);
    PowerSeries r;
    arb_poly_set_coeff_arb(r, 0, a);
    Ball factor;
    for (slong j = 1; j < n; ++j) {
      arb_sub_si(factor, p, j - 1, precision);
      arb_mul(factor, factor, ratio, precision);
      arb_div_si(factor, factor, j, precision);
      arb_mul(a, a, factor, precision);
      arb_poly_set_coeff_arb(r, j, a);
    }
    return r;
  };
}

// a_j = a_(j-1) h log X / j
Series power_with_log_base(const Ball& log_base) {
  return [log_base](const PowerSeries& y, slong n, slong precision) {
    Ball a;
    arb_exp(a, log_of_power_of(log_base, coefficient(y, 0), precision), precision);
    Ball ratio;
    arb_mul(ratio, log_base, coefficient(y, 1), precision);
    PowerSeries r;
    arb_poly_set_coeff_arb(r, 0, a);
    for (slong j = 1; j < n; ++j) {
      arb_mul(a, a, ratio, precision);
      arb_div_si(a, a, j, precision);
      arb_poly_set_coeff_arb(r, j, a);
    }
    return r;
  };
}

Function::Log log_with_exponent(const Ball& p) {
  return [p](const Ball& x) { return log_of_power(x, p, 0); };
}

Function::Log log_with_log_base(const Ball& log_base) {
  return [log_base](const Ball& y) { return log_of_power_of(log_base, y, 0); };
}

Series atan2_in_y(double x, bool over_pi) { return argument_of(x, 0, true, over_pi); }
Series atan2_in_x(double y, bool over_pi) { return argument_of(0, y, false, over_pi); }

// f' = x / f and f'' = A^2 / f^3. The coefficients of a root itself cancel if x is large compared with A, and a ball would
// keep the error.
Series hypot_with(double a) {
  return [a](const PowerSeries& x, slong n, slong precision) {
    const Ball c = coefficient(x, 0);
    const Ball h = coefficient(x, 1);
    Ball square;
    arb_mul(square, exactly(a), exactly(a), precision);
    Ball q0;
    arb_mul(q0, c, c, precision);
    arb_add(q0, q0, square, precision);
    PowerSeries r;
    Ball f;
    arb_sqrt(f, q0, precision);
    arb_poly_set_coeff_arb(r, 0, f);
    if (n < 2) return r;
    Ball q1;
    arb_mul(q1, c, h, precision);
    arb_div(f, q1, f, precision);
    arb_poly_set_coeff_arb(r, 1, f);
    if (n < 3) return r;
    arb_mul_2exp_si(q1, q1, 1);
    Ball q2;
    arb_mul(q2, h, h, precision);
    arb_mul(square, square, q2, precision);  // (A h)^2
    const std::vector<Ball> g = inverse_cubes(q0, q1, q2, n - 2, precision);
    for (slong j = 2; j < n; ++j) {
      arb_mul(f, square, g[static_cast<std::size_t>(j) - 2], precision);
      arb_div_si(f, f, j * (j - 1), precision);
      arb_poly_set_coeff_arb(r, j, f);
    }
    return r;
  };
}

}  // namespace classay::certified::series
