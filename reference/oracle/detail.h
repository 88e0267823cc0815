// Provides helpers of the oracle's families: arguments as numbers, and the step from a correctly rounded MPFR function to a
// truth. Private to this folder. The caller of the oracle holds a RealScope.
#pragma once

#include "reference/oracle/oracle.h"
#include "reference/truth/truth.h"

namespace classay::oracle {

inline Real argument(const Call& call, std::size_t i) { return exact(call.args[i]); }

// Moves truths into place: an initializer list would copy every number in them.
template <class... T>
Truths truths(T&&... t) {
  Truths all;
  all.reserve(sizeof...(t));
  (all.push_back(std::forward<T>(t)), ...);
  return all;
}

// Returns the truth of a correctly rounded function. `f(Real& result, mpfr_rnd_t)` returns MPFR's ternary value. If it is
// zero, the result is exact: a number, a NaN, a pole. An overflow has a nonzero ternary value, and remains a real number
// between the largest number of RealScope and infinity. Underflow is treated in the same way. Precondition: MPFR's results
// for special arguments are the desired ones in every rounding mode (signs of zeros).
template <class F>
Truth correctly_rounded(Precision p, F&& f) {
  Interval v = enclose(p, std::forward<F>(f));
  if (v.low.is_nan() || v.is_point()) return Truth::of(v.low);
  return Truth::of_real(std::move(v));
}

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

inline Truth unary_truth(const Real& x, Precision p, Unary f) {
  return correctly_rounded(p, [&](Real& r, mpfr_rnd_t direction) { return f(r, x, direction); });
}
inline Truths unary(const Call& call, Precision p, Unary f) { return truths(unary_truth(argument(call, 0), p, f)); }

inline Truth binary_truth(const Real& x, const Real& y, Precision p, Binary f) {
  return correctly_rounded(p, [&](Real& r, mpfr_rnd_t direction) { return f(r, x, y, direction); });
}
inline Truths binary(const Call& call, Precision p, Binary f) {
  return truths(binary_truth(argument(call, 0), argument(call, 1), p, f));
}

// Return a number outside RealScope's exponent range: above every number in it, or between zero and the smallest.
Truth too_large(bool negative, Precision p);
Truth too_small(bool negative, Precision p);

}  // namespace classay::oracle
