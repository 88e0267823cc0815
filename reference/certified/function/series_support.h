// Provides helpers that the families of series share.
#pragma once

#include "reference/arb/ball.h"
#include "reference/certified/function/series.h"

namespace classay::certified {

using arb::Ball;

// Applies f, a function of Arb that takes (result, x, n, precision).
template <class F>
PowerSeries applied(F f, const PowerSeries& x, slong n, slong precision) {
  PowerSeries r;
  f(r, x, n, precision);
  return r;
}

inline Ball coefficient(const PowerSeries& x, slong i) {
  Ball b;
  arb_poly_get_coeff_arb(b, x, i);
  return b;
}

// Replaces the value at t = 0 by that of a scalar function of Arb, if it is sharper than the series.
template <class F>
PowerSeries starting_with(F f, PowerSeries series, const PowerSeries& x, slong precision) {
  Ball value;
  f(value, coefficient(x, 0), precision);
  arb_poly_set_coeff_arb(series, 0, value);
  return series;
}

inline PowerSeries scaled(const PowerSeries& x, const Ball& factor, slong precision) {
  PowerSeries r;
  arb_poly_scalar_mul(r, x, factor, precision);
  return r;
}

inline PowerSeries negated(PowerSeries x) {
  arb_poly_neg(x, x);
  return x;
}

// constant + sign * x
inline PowerSeries shifted(slong constant, const PowerSeries& x, int sign, slong precision) {
  PowerSeries r;
  arb_poly_set_si(r, constant);
  if (sign < 0) {
    arb_poly_sub(r, r, x, precision);
  } else {
    arb_poly_add(r, r, x, precision);
  }
  return r;
}

inline PowerSeries product(const PowerSeries& a, const PowerSeries& b, slong n, slong precision) {
  PowerSeries r;
  arb_poly_mullow(r, a, b, n, precision);
  return r;
}

inline PowerSeries quotient(const PowerSeries& a, const PowerSeries& b, slong n, slong precision) {
  PowerSeries r;
  arb_poly_div_series(r, a, b, n, precision);
  return r;
}

// Returns the function with f' = derivative(x) and the given value at t = 0.
template <class F>
PowerSeries integrated(F value, const PowerSeries& derivative, const PowerSeries& x, slong precision) {
  PowerSeries r = scaled(derivative, coefficient(x, 1), precision);
  arb_poly_integral(r, r, precision);
  return starting_with(value, std::move(r), x, precision);
}

// x(t) divided by pi.
inline PowerSeries over_pi(const PowerSeries& x, slong precision) {
  Ball pi;
  arb_const_pi(pi, precision);
  PowerSeries r;
  arb_poly_scalar_div(r, x, pi, precision);
  return r;
}

}  // namespace classay::certified
