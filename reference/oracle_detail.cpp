#include "reference/oracle_detail.h"

#include <algorithm>
#include <stdexcept>

namespace classay::oracle {
namespace {

bool is_regular(const Real& x) { return x.is_finite() && !x.is_zero(); }

// Exponent of the last set bit of a regular number.
mpfr_exp_t last_exponent(const Real& x) { return mpfr_get_exp(x.get()) - static_cast<mpfr_exp_t>(mpfr_min_prec(x)); }

// Enough bits for the sum of two numbers, the carry included.
Precision bits_of_sum(const Real& a, const Real& b) {
  if (!is_regular(a) || !is_regular(b)) return std::max(a.precision(), b.precision());
  const mpfr_exp_t top = std::max(mpfr_get_exp(a.get()), mpfr_get_exp(b.get())) + 1;
  return std::max<Precision>(top - std::min(last_exponent(a), last_exponent(b)), MPFR_PREC_MIN);
}

void require_exact(int ternary) {
  if (ternary != 0) throw std::logic_error("an operation that must be exact was rounded: widen RealScope's exponent range");
}

}  // namespace

Truth too_large(bool negative, Precision p) {
  Interval v{Real(p), Real(p)};
  mpfr_set_inf(v.high, 1);
  v.low = v.high;
  mpfr_nextbelow(v.low);
  return Truth::of_real(negative ? negate(v) : std::move(v));
}

Truth too_small(bool negative, Precision p) {
  Interval v{Real(p), Real(p)};
  mpfr_set_zero(v.low, 1);
  v.high = v.low;
  mpfr_nextabove(v.high);
  return Truth::of_real(negative ? negate(v) : std::move(v));
}

Real exact_sum(const Real& a, const Real& b) {
  Real r(bits_of_sum(a, b));
  require_exact(mpfr_add(r, a, b, MPFR_RNDN));
  return r;
}

Real exact_difference(const Real& a, const Real& b) {
  Real r(bits_of_sum(a, b));
  require_exact(mpfr_sub(r, a, b, MPFR_RNDN));
  return r;
}

Real exact_product(const Real& a, const Real& b) {
  const Precision bits = is_regular(a) && is_regular(b) ? mpfr_min_prec(a) + mpfr_min_prec(b) : MPFR_PREC_MIN;
  Real r(std::max<Precision>(bits, MPFR_PREC_MIN));
  require_exact(mpfr_mul(r, a, b, MPFR_RNDN));
  return r;
}

Interval pi(Precision p) {
  return enclose(p, [](Real& r, mpfr_rnd_t direction) { return mpfr_const_pi(r, direction); });
}

}  // namespace classay::oracle
