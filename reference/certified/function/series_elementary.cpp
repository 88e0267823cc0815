// Expands exponentials, logarithms, hyperbolic functions and their inverses. Over a wide ball, closed forms of the
// coefficients stay tight. If a function has none, the series of its derivative is integrated. The derivative is written so
// that the ball occurs in it as rarely as possible.
#include "reference/certified/function/series_support.h"

namespace classay::certified::series {
namespace {

Ball log_of(ulong base, slong precision) {
  Ball r;
  arb_log_ui(r, base, precision);
  return r;
}

PowerSeries log_to_base(ulong base, const PowerSeries& x, slong n, slong precision) {
  PowerSeries r = log(x, n, precision);
  arb_poly_scalar_div(r, r, log_of(base, precision), precision);
  return r;
}

}  // namespace

PowerSeries exp(const PowerSeries& x, slong n, slong precision) { return applied(arb_poly_exp_series, x, n, precision); }

PowerSeries exp2(const PowerSeries& x, slong n, slong precision) {
  return exp(scaled(x, log_of(2, precision), precision), n, precision);
}

PowerSeries exp10(const PowerSeries& x, slong n, slong precision) {
  return exp(scaled(x, log_of(10, precision), precision), n, precision);
}

PowerSeries expm1(const PowerSeries& x, slong n, slong precision) {
  return starting_with(arb_expm1, exp(x, n, precision), x, precision);
}

PowerSeries log(const PowerSeries& x, slong n, slong precision) { return applied(arb_poly_log_series, x, n, precision); }
PowerSeries log2(const PowerSeries& x, slong n, slong precision) { return log_to_base(2, x, n, precision); }
PowerSeries log10(const PowerSeries& x, slong n, slong precision) { return log_to_base(10, x, n, precision); }

PowerSeries log1p(const PowerSeries& x, slong n, slong precision) {
  return starting_with(arb_log1p, log(shifted(1, x, +1, precision), n, precision), x, precision);
}

PowerSeries sinh(const PowerSeries& x, slong n, slong precision) { return applied(arb_poly_sinh_series, x, n, precision); }
PowerSeries cosh(const PowerSeries& x, slong n, slong precision) { return applied(arb_poly_cosh_series, x, n, precision); }

// Beyond 1 the quotient sinh / cosh cancels, but 1 - 2 / (e^2x + 1) does not.
PowerSeries tanh(const PowerSeries& x, slong n, slong precision) {
  if (arf_cmpabs_2exp_si(arb_midref(static_cast<arb_srcptr>(coefficient(x, 0))), 0) < 0) {
    PowerSeries s;
    PowerSeries c;
    arb_poly_sinh_cosh_series(s, c, x, n, precision);
    return quotient(s, c, n, precision);
  }
  PowerSeries r;
  arb_poly_scalar_mul_2exp_si(r, x, 1);
  r = reciprocal(shifted(1, exp(r, n, precision), +1, precision), n, precision);
  arb_poly_scalar_mul_2exp_si(r, r, 1);
  return shifted(1, r, -1, precision);
}

PowerSeries asinh(const PowerSeries& x, slong n, slong precision) {
  const PowerSeries square = product(x, x, n, precision);
  return integrated(arb_asinh, rsqrt(shifted(1, square, +1, precision), n, precision), x, precision);
}

PowerSeries acosh(const PowerSeries& x, slong n, slong precision) {
  const PowerSeries factors = product(shifted(-1, x, +1, precision), shifted(1, x, +1, precision), n, precision);
  return integrated(arb_acosh, rsqrt(factors, n, precision), x, precision);
}

PowerSeries atanh(const PowerSeries& x, slong n, slong precision) {
  const PowerSeries factors = product(shifted(1, x, -1, precision), shifted(1, x, +1, precision), n, precision);
  return integrated(arb_atanh, reciprocal(factors, n, precision), x, precision);
}

}  // namespace classay::certified::series
