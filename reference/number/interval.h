// Intervals of reals with directed rounding: every operation encloses the exact image of its operands. This is how
// "proven" is spelt in the project: a statement about a real number is made only when it holds for the whole interval.
//
// Invariant: an interval is either one point, low == high, or *open*: the number that it encloses is neither of its ends.
// (Directed rounding with a nonzero ternary value is strict, and strict monotony keeps it so.) Openness is what decides
// tanh of a huge number, which is below 1 at any precision. An infinite end means "beyond the range of RealScope".
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

// A correctly rounded MPFR function, evaluated once: the ternary value tells on which side the exact value lies, so
// [rounded down, next above] encloses it, and a ternary of zero proves that it is exact.
// `f(Real& result, mpfr_rnd_t)` returns MPFR's ternary value.
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
Interval divide(const Interval& a, const Interval& b, Precision p);  // the whole line when b contains zero
Interval negate(Interval a);
Interval absolute(Interval a);
Interval hull(const Interval& a, const Interval& b);
Interval whole_line(Precision p);
Interval pi(Precision p);  // between two neighbours: open, pi being irrational

// The image under a function that is monotone on [low, high] and correctly rounded in MPFR.
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
