// Expands powers with a fixed exponent, linear functions, the error functions and gamma.
#include <arb_hypgeom.h>

#include "reference/certified/function/series_support.h"

namespace classay::certified::series {
namespace {

// 2 / sqrt(pi) e^(-x^2)
PowerSeries erf_derivative(const PowerSeries& x, slong n, slong precision) {
  Ball factor;
  arb_const_sqrt_pi(factor, precision);
  arb_ui_div(factor, 2, factor, precision);
  return scaled(exp(negated(product(x, x, n, precision)), n, precision), factor, precision);
}

Ball degrees_per_radian(slong precision) {
  Ball r;
  arb_const_pi(r, precision);
  arb_ui_div(r, 180, r, precision);
  return r;
}

}  // namespace

PowerSeries sqrt(const PowerSeries& x, slong n, slong precision) { return applied(arb_poly_sqrt_series, x, n, precision); }
PowerSeries rsqrt(const PowerSeries& x, slong n, slong precision) { return applied(arb_poly_rsqrt_series, x, n, precision); }
PowerSeries reciprocal(const PowerSeries& x, slong n, slong precision) {
  return applied(arb_poly_inv_series, x, n, precision);
}

PowerSeries cbrt(const PowerSeries& x, slong n, slong precision) {
  Ball third;
  arb_set_ui(third, 1);
  arb_div_ui(third, third, 3, precision);
  PowerSeries r;
  arb_poly_pow_arb_series(r, x, third, n, precision);
  return starting_with([](arb_t y, const arb_t c, slong p) { arb_root_ui(y, c, 3, p); }, std::move(r), x, precision);
}

PowerSeries identity(const PowerSeries& x, slong, slong) { return x; }
PowerSeries degrees(const PowerSeries& x, slong, slong precision) {
  return scaled(x, degrees_per_radian(precision), precision);
}
PowerSeries radians(const PowerSeries& x, slong, slong precision) {
  PowerSeries r;
  arb_poly_scalar_div(r, x, degrees_per_radian(precision), precision);
  return r;
}

PowerSeries erf(const PowerSeries& x, slong n, slong precision) {
  return integrated(arb_hypgeom_erf, erf_derivative(x, n, precision), x, precision);
}
PowerSeries erfc(const PowerSeries& x, slong n, slong precision) {
  return integrated(arb_hypgeom_erfc, negated(erf_derivative(x, n, precision)), x, precision);
}

PowerSeries tgamma(const PowerSeries& x, slong n, slong precision) {
  return applied(arb_poly_gamma_series, x, n, precision);
}
PowerSeries rgamma(const PowerSeries& x, slong n, slong precision) {
  return applied(arb_poly_rgamma_series, x, n, precision);
}

PowerSeries lgamma(const PowerSeries& x, slong n, slong precision) {
  if (arb_is_positive(coefficient(x, 0)) != 0) return applied(arb_poly_lgamma_series, x, n, precision);
  PowerSeries r;
  arb_poly_sub(r, log_pi_minus_lgamma(x, n, precision), log_sinpi(x, n, precision), precision);
  return r;
}

PowerSeries log_pi_minus_lgamma(const PowerSeries& x, slong n, slong precision) {
  PowerSeries r = negated(applied(arb_poly_lgamma_series, shifted(1, x, -1, precision), n, precision));
  Ball value;
  arb_const_pi(value, precision);
  arb_log(value, value, precision);
  arb_add(value, value, coefficient(r, 0), precision);
  arb_poly_set_coeff_arb(r, 0, value);
  return r;
}

PowerSeries log_sinpi(const PowerSeries& x, slong n, slong precision) {
  PowerSeries s = sinpi(x, n, precision);
  if (arb_is_negative(coefficient(s, 0)) != 0) s = negated(std::move(s));
  return log(s, n, precision);
}

}  // namespace classay::certified::series
