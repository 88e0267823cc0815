#include "reference/ulp.h"

#include <algorithm>

namespace classay {
namespace {

bool is_power_of_two(const Real& x) { return mpfr_min_prec(x.get()) == 1; }

// Exponent of the spacing for values just below |x| (`below`) or just above it.
int spacing_beside(const Format& f, const Real& x, bool below) {
  if (x.is_zero()) return f.subnormal_exponent();
  if (x.is_infinite()) return spacing_exponent(f, f.emax);
  const long e = leading_exponent(x) - (below && is_power_of_two(x) ? 1 : 0);
  return spacing_exponent(f, static_cast<int>(std::clamp<long>(e, f.emin() - 1, f.emax + 1)));
}

// a - b exactly where both are points, else an enclosure.
Interval difference(const Interval& a, const Interval& b) {
  Precision p = std::max(a.low.precision(), b.low.precision()) + 64;
  if (a.is_point() && b.is_point() && !a.low.is_zero() && !b.low.is_zero()) {
    const long top = std::max(leading_exponent(a.low), leading_exponent(b.low));
    const auto last = [](const Real& x) { return leading_exponent(x) - static_cast<long>(mpfr_min_prec(x.get())); };
    p = std::max<Precision>(p, top - std::min(last(a.low), last(b.low)) + 4);
  }
  return subtract(a, b, p);
}

}  // namespace

std::optional<int> ulp_exponent(const Format& f, const Interval& v) {
  if (v.is_point()) return spacing_beside(f, v.low, true);  // equal to a power of two: the smaller spacing
  // The value lies strictly between the ends. On one side of zero its binade is bounded by those just inside the ends.
  const Real& inner = v.low.sign() >= 0 ? v.low : v.high;
  const Real& outer = v.low.sign() >= 0 ? v.high : v.low;
  if (v.low.sign() < 0 && v.high.sign() > 0) {
    const int a = spacing_beside(f, v.low, true);
    const int b = spacing_beside(f, v.high, true);
    const bool all_subnormal = std::max(a, b) == f.subnormal_exponent();
    return all_subnormal ? std::optional(f.subnormal_exponent()) : std::nullopt;
  }
  const int low = spacing_beside(f, inner, false);
  const int high = spacing_beside(f, outer, true);
  return low == high ? std::optional(low) : std::nullopt;
}

std::optional<Interval> distance(const Format& f, Bits result, const Truth& t) {
  const Interval& v = *t.value;
  if (f.is_finite(result)) return absolute(difference(Interval::point(exact(f, result)), v));

  const bool negative = f.is_negative(result);
  Real stand_in = power_of_two(f.emax + 1);
  if (negative) mpfr_neg(stand_in, stand_in, MPFR_RNDN);
  const bool beyond = negative ? compare(v.high, stand_in) <= 0 : compare(v.low, stand_in) >= 0;
  if (beyond) return Interval::point(exact(f, f.zero(false)));
  const bool within = negative ? compare(v.low, stand_in) >= 0 : compare(v.high, stand_in) <= 0;
  if (!within) return std::nullopt;
  return absolute(difference(Interval::point(stand_in), v));
}

std::optional<Interval> ulp_error(const Format& f, Bits result, const Truth& t) {
  const std::optional<int> ulp = ulp_exponent(f, *t.value);
  std::optional<Interval> d = distance(f, result, t);
  if (!ulp || !d) return std::nullopt;
  mpfr_mul_2si(d->low, d->low, -*ulp, MPFR_RNDD);
  mpfr_mul_2si(d->high, d->high, -*ulp, MPFR_RNDU);
  return d;
}

}  // namespace classay
