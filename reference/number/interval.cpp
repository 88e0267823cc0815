#include "reference/number/interval.h"

#include <array>

namespace classay {
namespace {

// 0 * infinity is 0 here: an infinite end of an interval means "arbitrarily large", not a value.
void multiply_ends(Real& r, const Real& a, const Real& b, mpfr_rnd_t direction) {
  if (a.is_zero() || b.is_zero()) {
    mpfr_set_zero(r, 1);
  } else {
    mpfr_mul(r, a, b, direction);
  }
}

void divide_ends(Real& r, const Real& a, const Real& b, mpfr_rnd_t direction) {
  if (a.is_zero() || b.is_infinite()) {
    mpfr_set_zero(r, 1);
  } else {
    mpfr_div(r, a, b, direction);
  }
}

// Returns the hull of op over the four pairs of ends.
template <class Op>
Interval corners(const Interval& a, const Interval& b, Precision p, Op&& op) {
  Interval r{Real(p), Real(p)};
  Real t(p);
  op(r.low, a.low, b.low, MPFR_RNDD);
  op(r.high, a.low, b.low, MPFR_RNDU);
  const std::array<std::pair<const Real*, const Real*>, 3> rest{{{&a.low, &b.high}, {&a.high, &b.low}, {&a.high, &b.high}}};
  for (const auto& [x, y] : rest) {
    op(t, *x, *y, MPFR_RNDD);
    mpfr_min(r.low, r.low, t, MPFR_RNDD);
    op(t, *x, *y, MPFR_RNDU);
    mpfr_max(r.high, r.high, t, MPFR_RNDU);
  }
  return r;
}

}  // namespace

Interval whole_line(Precision p) {
  Interval r{Real(p), Real(p)};
  mpfr_set_inf(r.low, -1);
  mpfr_set_inf(r.high, 1);
  return r;
}

Interval pi(Precision p) {
  return enclose(p, [](Real& r, mpfr_rnd_t direction) { return mpfr_const_pi(r, direction); });
}

Interval add(const Interval& a, const Interval& b, Precision p) {
  Interval r{Real(p), Real(p)};
  mpfr_add(r.low, a.low, b.low, MPFR_RNDD);
  mpfr_add(r.high, a.high, b.high, MPFR_RNDU);
  return r;
}

Interval subtract(const Interval& a, const Interval& b, Precision p) {
  Interval r{Real(p), Real(p)};
  mpfr_sub(r.low, a.low, b.high, MPFR_RNDD);
  mpfr_sub(r.high, a.high, b.low, MPFR_RNDU);
  return r;
}

Interval multiply(const Interval& a, const Interval& b, Precision p) { return corners(a, b, p, multiply_ends); }

Interval divide(const Interval& a, const Interval& b, Precision p) {
  if (b.contains_zero()) return whole_line(p);
  return corners(a, b, p, divide_ends);
}

Interval negate(Interval a) {
  mpfr_neg(a.low, a.low, MPFR_RNDN);
  mpfr_neg(a.high, a.high, MPFR_RNDN);
  return {std::move(a.high), std::move(a.low)};
}

Interval absolute(Interval a) {
  if (a.low.sign() >= 0) return a;
  if (a.high.sign() <= 0) return negate(std::move(a));
  Interval r = hull(negate(a), a);
  mpfr_set_zero(r.low, 1);
  mpfr_nextbelow(r.low);  // the image contains 0, and an interval that is not a point is open
  return r;
}

Interval hull(const Interval& a, const Interval& b) {
  return {compare(a.low, b.low) <= 0 ? a.low : b.low, compare(a.high, b.high) >= 0 ? a.high : b.high};
}

}  // namespace classay
