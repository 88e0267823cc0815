// The gamma function and its logarithm. MPFR rounds them correctly, near the zeros of lgamma on the negative axis too, and
// tells the exact cases (factorials, lgamma(1) = lgamma(2) = +0). Special values as in C99 F.9.5.
// tgamma of a huge argument leaves RealScope's exponent range and is over at once.
//
// lgamma_r's sign: of gamma(x); 0 for zeros and negative integers (additional requirements), +1 at +inf. At -inf and for a
// NaN no document names one: Kind::any.
#include "reference/oracle_detail.h"

namespace classay::oracle {
namespace {

Truth lgamma_truth(const Real& x, Precision p, int& sign) {
  return correctly_rounded(p, [&](Real& r, mpfr_rnd_t direction) { return mpfr_lgamma(r, &sign, x, direction); });
}

Truth sign_truth(const Real& x, int sign_of_gamma) {
  if (x.is_nan() || (x.is_infinite() && x.sign() < 0)) return Truth::anything();
  const bool pole = x.is_zero() || (x.sign() < 0 && x.is_integer());
  return Truth::of_integer(int_value(Type::i32, pole ? 0 : sign_of_gamma));
}

}  // namespace

Truths tgamma(const Call& call, Precision p) { return unary(call, p, mpfr_gamma); }

Truths lgamma(const Call& call, Precision p) {
  int sign = 0;
  return truths(lgamma_truth(argument(call, 0), p, sign));
}

Truths lgamma_r(const Call& call, Precision p) {
  const Real x = argument(call, 0);
  int sign = 0;
  Truth value = lgamma_truth(x, p, sign);
  return truths(std::move(value), sign_truth(x, sign));
}

}  // namespace classay::oracle
