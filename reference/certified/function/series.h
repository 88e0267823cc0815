// Expands functions into power series with Arb's balls: the coefficients of f(x(t)), x(t) = c + h t, in powers of t. With an
// exact c they are the coefficients of the model. With a ball for c, coefficient n encloses f^(n)(x) h^n / n! for every x of
// the ball, which is Lagrange's remainder. Coefficients are not finite if f is not analytic on the ball, so the code needs
// no list of poles and branch points.
#pragma once

#include <arb_poly.h>

#include <utility>

namespace classay::certified {

class PowerSeries {
 public:
  PowerSeries() { arb_poly_init(p_); }
  PowerSeries(const PowerSeries& o) {
    arb_poly_init(p_);
    arb_poly_set(p_, o.p_);
  }
  PowerSeries(PowerSeries&& o) noexcept {
    arb_poly_init(p_);
    arb_poly_swap(p_, o.p_);
  }
  PowerSeries& operator=(PowerSeries o) noexcept {
    arb_poly_swap(p_, o.p_);
    return *this;
  }
  ~PowerSeries() { arb_poly_clear(p_); }

  operator arb_poly_struct*() { return p_; }              // NOLINT(google-explicit-constructor): for arb_poly_ functions
  operator const arb_poly_struct*() const { return p_; }  // NOLINT(google-explicit-constructor)

 private:
  arb_poly_t p_;
};

namespace series {

PowerSeries exp(const PowerSeries& x, slong n, slong precision);
PowerSeries exp2(const PowerSeries& x, slong n, slong precision);
PowerSeries exp10(const PowerSeries& x, slong n, slong precision);
PowerSeries expm1(const PowerSeries& x, slong n, slong precision);
PowerSeries log(const PowerSeries& x, slong n, slong precision);
PowerSeries log2(const PowerSeries& x, slong n, slong precision);
PowerSeries log10(const PowerSeries& x, slong n, slong precision);
PowerSeries log1p(const PowerSeries& x, slong n, slong precision);
PowerSeries sinh(const PowerSeries& x, slong n, slong precision);
PowerSeries cosh(const PowerSeries& x, slong n, slong precision);
PowerSeries tanh(const PowerSeries& x, slong n, slong precision);
PowerSeries asinh(const PowerSeries& x, slong n, slong precision);
PowerSeries acosh(const PowerSeries& x, slong n, slong precision);
PowerSeries atanh(const PowerSeries& x, slong n, slong precision);

PowerSeries sin(const PowerSeries& x, slong n, slong precision);
PowerSeries cos(const PowerSeries& x, slong n, slong precision);
PowerSeries tan(const PowerSeries& x, slong n, slong precision);
PowerSeries cot(const PowerSeries& x, slong n, slong precision);
PowerSeries sinpi(const PowerSeries& x, slong n, slong precision);
PowerSeries cospi(const PowerSeries& x, slong n, slong precision);
PowerSeries tanpi(const PowerSeries& x, slong n, slong precision);
PowerSeries cotpi(const PowerSeries& x, slong n, slong precision);
PowerSeries asin(const PowerSeries& x, slong n, slong precision);
PowerSeries acos(const PowerSeries& x, slong n, slong precision);
PowerSeries atan(const PowerSeries& x, slong n, slong precision);
PowerSeries asinpi(const PowerSeries& x, slong n, slong precision);
PowerSeries acospi(const PowerSeries& x, slong n, slong precision);
PowerSeries atanpi(const PowerSeries& x, slong n, slong precision);

PowerSeries sqrt(const PowerSeries& x, slong n, slong precision);
PowerSeries rsqrt(const PowerSeries& x, slong n, slong precision);
PowerSeries cbrt(const PowerSeries& x, slong n, slong precision);  // positive x
PowerSeries reciprocal(const PowerSeries& x, slong n, slong precision);
PowerSeries identity(const PowerSeries& x, slong n, slong precision);
PowerSeries degrees(const PowerSeries& x, slong n, slong precision);
PowerSeries radians(const PowerSeries& x, slong n, slong precision);
PowerSeries erf(const PowerSeries& x, slong n, slong precision);
PowerSeries erfc(const PowerSeries& x, slong n, slong precision);

PowerSeries tgamma(const PowerSeries& x, slong n, slong precision);
PowerSeries rgamma(const PowerSeries& x, slong n, slong precision);  // 1 / tgamma
PowerSeries lgamma(const PowerSeries& x, slong n, slong precision);  // log |tgamma|
// The parts of lgamma(x) = log_pi_minus_lgamma(x) - log_sinpi(x) for x < 0. Both are real, and the first one is smooth.
PowerSeries log_pi_minus_lgamma(const PowerSeries& x, slong n, slong precision);  // log pi - lgamma(1 - x)
PowerSeries log_sinpi(const PowerSeries& x, slong n, slong precision);            // log |sin pi x|

}  // namespace series
}  // namespace classay::certified
