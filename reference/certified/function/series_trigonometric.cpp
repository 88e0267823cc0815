// Expands trigonometric functions and their inverses.
#include "reference/certified/function/series_support.h"

namespace classay::certified::series {
namespace {

struct SineCosine {
  PowerSeries sine;
  PowerSeries cosine;
  SineCosine(const PowerSeries& x, bool times_pi, slong n, slong precision) {
    (times_pi ? arb_poly_sin_cos_pi_series : arb_poly_sin_cos_series)(sine, cosine, x, n, precision);
  }
};

// The derivative of asin, as a product: in 1 - x^2 the ball would occur twice in one square.
PowerSeries asin_derivative(const PowerSeries& x, slong n, slong precision) {
  const PowerSeries factors = product(shifted(1, x, -1, precision), shifted(1, x, +1, precision), n, precision);
  return rsqrt(factors, n, precision);
}

}  // namespace

PowerSeries sin(const PowerSeries& x, slong n, slong precision) { return applied(arb_poly_sin_series, x, n, precision); }
PowerSeries cos(const PowerSeries& x, slong n, slong precision) { return applied(arb_poly_cos_series, x, n, precision); }

PowerSeries tan(const PowerSeries& x, slong n, slong precision) {
  const SineCosine both(x, false, n, precision);
  return quotient(both.sine, both.cosine, n, precision);
}

PowerSeries cot(const PowerSeries& x, slong n, slong precision) {
  const SineCosine both(x, false, n, precision);
  return quotient(both.cosine, both.sine, n, precision);
}

PowerSeries sinpi(const PowerSeries& x, slong n, slong precision) {
  return applied(arb_poly_sin_pi_series, x, n, precision);
}
PowerSeries cospi(const PowerSeries& x, slong n, slong precision) {
  return applied(arb_poly_cos_pi_series, x, n, precision);
}

PowerSeries tanpi(const PowerSeries& x, slong n, slong precision) {
  const SineCosine both(x, true, n, precision);
  return quotient(both.sine, both.cosine, n, precision);
}

PowerSeries cotpi(const PowerSeries& x, slong n, slong precision) {
  const SineCosine both(x, true, n, precision);
  return quotient(both.cosine, both.sine, n, precision);
}

PowerSeries asin(const PowerSeries& x, slong n, slong precision) {
  return integrated(arb_asin, asin_derivative(x, n, precision), x, precision);
}

PowerSeries acos(const PowerSeries& x, slong n, slong precision) {
  return integrated(arb_acos, negated(asin_derivative(x, n, precision)), x, precision);
}

PowerSeries atan(const PowerSeries& x, slong n, slong precision) {
  const PowerSeries square = product(x, x, n, precision);
  return integrated(arb_atan, reciprocal(shifted(1, square, +1, precision), n, precision), x, precision);
}

PowerSeries asinpi(const PowerSeries& x, slong n, slong precision) { return over_pi(asin(x, n, precision), precision); }
PowerSeries acospi(const PowerSeries& x, slong n, slong precision) { return over_pi(acos(x, n, precision), precision); }
PowerSeries atanpi(const PowerSeries& x, slong n, slong precision) { return over_pi(atan(x, n, precision), precision); }

}  // namespace classay::certified::series
