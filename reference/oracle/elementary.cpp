// Implements exponentials, logarithms, powers with a fixed exponent, and error functions. MPFR rounds all of them correctly.
// Its ternary value identifies the exact cases (exp2 of integers, log2 of powers of two, cbrt of cubes, rsqrt of powers of
// four ...). Its special values are those of C99 Annex F.9, except for rsqrt.
//
// Choices where the specifications are silent:
//   rsqrt(-0) = -inf, rsqrt(+0) = +inf, rsqrt(+inf) = +0, rsqrt(x < 0) = NaN: rSqrt of IEEE 754-2019, clause 9.2.1.
#include "reference/number/real.h"
#include "reference/oracle/detail.h"
#include "reference/truth/truth.h"

namespace classay::oracle {

Truths exp(const Call& call, Precision p) { return unary(call, p, mpfr_exp); }
Truths exp2(const Call& call, Precision p) { return unary(call, p, mpfr_exp2); }
Truths exp10(const Call& call, Precision p) { return unary(call, p, mpfr_exp10); }
Truths expm1(const Call& call, Precision p) { return unary(call, p, mpfr_expm1); }

Truths log(const Call& call, Precision p) { return unary(call, p, mpfr_log); }
Truths log2(const Call& call, Precision p) { return unary(call, p, mpfr_log2); }
Truths log10(const Call& call, Precision p) { return unary(call, p, mpfr_log10); }
Truths log1p(const Call& call, Precision p) { return unary(call, p, mpfr_log1p); }

Truths sqrt(const Call& call, Precision p) { return unary(call, p, mpfr_sqrt); }
Truths cbrt(const Call& call, Precision p) { return unary(call, p, mpfr_cbrt); }

Truths rsqrt(const Call& call, Precision p) {
  const Real x = argument(call, 0);
  if (x.is_zero()) return truths(Truth::infinity(x.signbit()));  // MPFR returns +inf for both zeros
  return truths(unary_truth(x, p, mpfr_rec_sqrt));
}

Truths recip(const Call& call, Precision p) {
  return unary(call, p, [](mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t direction) { return mpfr_ui_div(r, 1, x, direction); });
}

Truths erf(const Call& call, Precision p) { return unary(call, p, mpfr_erf); }
Truths erfc(const Call& call, Precision p) { return unary(call, p, mpfr_erfc); }

}  // namespace classay::oracle
