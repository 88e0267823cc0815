// Circular and hyperbolic functions and their inverses. MPFR rounds all of them correctly for any argument (it reduces with
// as many bits of pi as that takes) and tells the exact cases: the forms in units of pi at multiples of 1/4 and 1/2, the
// diagonals of atan2pi. Its special values are those of C99 Annex F.9, and for the forms in units of pi those of IEEE
// 754-2019, which the documents' additional requirements repeat: sinpi(+-n) = +-0, cospi(n + 1/2) = +0,
// tanpi(n) = copysign(0, +-n), tanpi(n + 1/2) = +-inf by the parity of n.
//
// Results that are multiples of pi (atan2(+-0, -0), acos(-1), atan(+-inf)) are irrational: an enclosure, never "exact".
#include "reference/oracle_detail.h"

namespace classay::oracle {

Truths sin(const Call& call, Precision p) { return unary(call, p, mpfr_sin); }
Truths cos(const Call& call, Precision p) { return unary(call, p, mpfr_cos); }
Truths tan(const Call& call, Precision p) { return unary(call, p, mpfr_tan); }

// Not mpfr_sin_cos: its one return value would have to be taken apart to learn which of the two is exact.
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
