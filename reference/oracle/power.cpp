// Implements powers, roots and hypot. MPFR rounds them correctly, and its ternary value identifies the exact cases (3^5,
// 2.25^1.5, (-8)^(1/3), hypot(3, 4)). Special values of pow are those of C99 F.9.4.4 (pow(1, NaN) = 1, pow(-1, +-inf) = 1).
// Those of pown, rootn and powr are in the additional requirements, and are the operations of IEEE 754-2019, clause 9.2.1.
//
// Choices where the specifications are silent:
//   pown   pown(+-inf, n) is pow(+-inf, n): +-inf or +inf for n > 0, +-0 or +0 for n < 0; pown(NaN, n != 0) = NaN.
//   rootn  rootn(+inf, n) = +inf for n > 0, +0 for n < 0; rootn(-inf, n) = -inf or -0 for odd n, NaN for even n;
//          rootn(NaN, n) = NaN.
//   powr   powr(+inf, y) = +inf for y > 0, +0 for y < 0, also for infinite y; powr(x, +-inf) is the limit for 0 < x != 1;
//          powr(-0, y) is powr(+0, y), because "x < 0" excludes -0.
#include "reference/number/real.h"
#include "reference/oracle/detail.h"
#include "reference/truth/truth.h"

namespace classay::oracle {
namespace {

// mpfr_pow for arguments of our formats. In MPFR 4.2.0 its general code has a wrong error bound if exp(y log|x|) leaves even
// the widest exponent range (its patch "pow_general"). Such results are detected beforehand from y log2|x|. If that product,
// rounded toward zero, exceeds RealScope's range, so does the exact value. |y| < 2^40 cannot lead there, because |log2|x||
// is below 1075 and the widest range is 2^62. A 53-bit number of 2^40 or more may be an odd integer.
Truth pow_truth(const Real& x, const Real& y, Precision p) {
  const bool regular = x.is_finite() && !x.is_zero() && y.is_finite() && !y.is_zero();
  if (!regular || leading_exponent(y) < 40 || (x.sign() < 0 && !y.is_integer())) return binary_truth(x, y, p, mpfr_pow);
  Real t(64);
  mpfr_abs(t, x, MPFR_RNDN);
  mpfr_log2(t, t, MPFR_RNDZ);
  mpfr_mul(t, t, y, MPFR_RNDZ);
  if (t.is_zero() || leading_exponent(t) < 20) return binary_truth(x, y, p, mpfr_pow);
  const bool negative = x.sign() < 0 && mpfr_get_exp(y.get()) == static_cast<mpfr_exp_t>(mpfr_min_prec(y));
  return t.sign() > 0 ? too_large(negative, p) : too_small(negative, p);
}

Truth powr_truth(const Real& x, const Real& y, Precision p) {
  if (x.is_nan() || y.is_nan() || x.sign() < 0) return Truth::not_a_number();
  // 0^0, inf^0 and 1^inf: exp(y log x) contains 0 * inf.
  if ((x.is_zero() || x.is_infinite()) && y.is_zero()) return Truth::not_a_number();
  if (y.is_infinite() && mpfr_cmp_ui(x, 1) == 0) return Truth::not_a_number();
  if (x.is_zero()) return y.sign() < 0 ? Truth::infinity(false) : Truth::zero(false);  // never the -0 of an odd y
  return pow_truth(x, y, p);
}

}  // namespace

Truths pow(const Call& call, Precision p) { return truths(pow_truth(argument(call, 0), argument(call, 1), p)); }

Truths powr(const Call& call, Precision p) { return truths(powr_truth(argument(call, 0), argument(call, 1), p)); }

Truths pown(const Call& call, Precision p) {
  const Real x = argument(call, 0);
  const auto n = static_cast<long>(as_signed(call.args[1]));
  return truths(correctly_rounded(p, [&](Real& r, mpfr_rnd_t direction) { return mpfr_pow_si(r, x, n, direction); }));
}

Truths rootn(const Call& call, Precision p) {
  const Real x = argument(call, 0);
  const auto n = static_cast<long>(as_signed(call.args[1]));
  return truths(correctly_rounded(p, [&](Real& r, mpfr_rnd_t direction) { return mpfr_rootn_si(r, x, n, direction); }));
}

Truths hypot(const Call& call, Precision p) { return binary(call, p, mpfr_hypot); }

}  // namespace classay::oracle
