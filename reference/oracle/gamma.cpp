// Implements the gamma function and its logarithm. MPFR rounds them correctly, also near the zeros of lgamma on the negative
// axis. Its ternary value identifies the exact cases (factorials, lgamma(1) = lgamma(2) = +0). Special values are those of
// C99 F.9.5. tgamma of a huge argument leaves RealScope's exponent range and returns at once.
//
// The sign of lgamma_r is that of gamma(x). It is 0 for zeros and negative integers (additional requirements), and +1 at
// +inf. No specification defines it at -inf and for a NaN: Kind::any.
#include "reference/number/real.h"
#include "reference/oracle/detail.h"
#include "reference/truth/truth.h"

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
