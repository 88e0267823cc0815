// Provides intervals of reals with directed rounding: every operation encloses the exact image of its operands. "Proven" in
// this project means that a statement holds for the complete interval.
//
// Invariant: an interval is either one point, low == high, or *open*: the enclosed number is neither of its ends. (Directed
// rounding with a nonzero ternary value is strict, and strict monotonicity preserves this.) Openness decides tanh of a huge
// number, which is below 1 at any precision. An infinite end means "beyond the range of RealScope".
#pragma once

#include "reference/number/real.h"

namespace classay {

struct Interval {
  Real low;
  Real high;

  Interval(Real l, Real h) : low(std::move(l)), high(std::move(h)) {}
  static Interval point(Real x) {
    Real low = x;
    return {std::move(low), std::move(x)};
  }

  bool is_point() const { return mpfr_equal_p(low, high) != 0; }
  bool contains_zero() const { return low.sign() <= 0 && high.sign() >= 0; }
};

// Evaluates a correctly rounded MPFR function once. The ternary value gives the side of the exact value, so [rounded down,
// next above] encloses it. A ternary value of zero proves that it is exact. `f(Real& result, mpfr_rnd_t)` returns MPFR's
// ternary value.
template <class F>
Interval enclose(Precision p, F&& f) {
  Real low(p);
  const int ternary = f(low, MPFR_RNDD);
  Real high = low;
  if (ternary != 0) mpfr_nextabove(high);
  return {std::move(low), std::move(high)};
}

Interval add(const Interval& a, const Interval& b, Precision p);
Interval subtract(const Interval& a, const Interval& b, Precision p);
Interval multiply(const Interval& a, const Interval& b, Precision p);
Interval divide(const Interval& a, const Interval& b, Precision p);  // the whole axis if b contains zero
Interval negate(Interval a);
Interval absolute(Interval a);
Interval hull(const Interval& a, const Interval& b);
Interval whole_line(Precision p);
Interval pi(Precision p);  // between two neighbours: open, because pi is irrational

// Returns the image under a function that is monotone on [low, high] and correctly rounded in MPFR.
template <class F>
Interval increasing(const Interval& a, Precision p, F&& f) {
  Interval r{Real(p), Real(p)};
  f(r.low, a.low, MPFR_RNDD);
  f(r.high, a.high, MPFR_RNDU);
  return r;
}
template <class F>
Interval decreasing(const Interval& a, Precision p, F&& f) {
  Interval r{Real(p), Real(p)};
  f(r.low, a.high, MPFR_RNDD);
  f(r.high, a.low, MPFR_RNDU);
  return r;
}

}  // namespace classay
