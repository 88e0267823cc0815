// Implements circular and hyperbolic functions and their inverses. MPFR rounds all of them correctly for any argument, with
// as many bits of pi as the reduction needs. Its ternary value identifies the exact cases: functions in units of pi at
// multiples of 1/4 and 1/2, and the diagonals of atan2pi. Its special values are those of C99 Annex F.9. For functions in
// units of pi they are those of IEEE 754-2019, which the additional requirements repeat: sinpi(+-n) = +-0, cospi(n + 1/2) =
// +0, tanpi(n) = copysign(0, +-n), tanpi(n + 1/2) = +-inf by the parity of n.
//
// Results that are multiples of pi (atan2(+-0, -0), acos(-1), atan(+-inf)) are irrational: an enclosure, never "exact".
#include "reference/number/real.h"
#include "reference/oracle/detail.h"
#include "reference/truth/truth.h"

namespace classay::oracle {

Truths sin(const Call& call, Precision p) { return unary(call, p, mpfr_sin); }
Truths cos(const Call& call, Precision p) { return unary(call, p, mpfr_cos); }
Truths tan(const Call& call, Precision p) { return unary(call, p, mpfr_tan); }

// mpfr_sin_cos is not used: its single return value would have to be split to find which of the two is exact.
Truths sincos(const Call& call, Precision p) {
  const Real x = argument(call, 0);
  return truths(unary_truth(x, p, mpfr_sin), unary_truth(x, p, mpfr_cos));
}

Truths asin(const Call& call, Precision p) { return unary(call, p, mpfr_asin); }
Truths acos(const Call& call, Precision p) { return unary(call, p, mpfr_acos); }
Truths atan(const Call& call, Precision p) { return unary(call, p, mpfr_atan); }
Truths atan2(const Call& call, Precision p) { return binary(call, p, mpfr_atan2); }

Truths sinpi(const Call& call, Precision p) { return unary(call, p, mpfr_sinpi); }
Truths cospi(const Call& call, Precision p) { return unary(call, p, mpfr_cospi); }
Truths tanpi(const Call& call, Precision p) { return unary(call, p, mpfr_tanpi); }
Truths asinpi(const Call& call, Precision p) { return unary(call, p, mpfr_asinpi); }
Truths acospi(const Call& call, Precision p) { return unary(call, p, mpfr_acospi); }
Truths atanpi(const Call& call, Precision p) { return unary(call, p, mpfr_atanpi); }
Truths atan2pi(const Call& call, Precision p) { return binary(call, p, mpfr_atan2pi); }

Truths sinh(const Call& call, Precision p) { return unary(call, p, mpfr_sinh); }
Truths cosh(const Call& call, Precision p) { return unary(call, p, mpfr_cosh); }
Truths tanh(const Call& call, Precision p) { return unary(call, p, mpfr_tanh); }
Truths asinh(const Call& call, Precision p) { return unary(call, p, mpfr_asinh); }
Truths acosh(const Call& call, Precision p) { return unary(call, p, mpfr_acosh); }
Truths atanh(const Call& call, Precision p) { return unary(call, p, mpfr_atanh); }

}  // namespace classay::oracle
