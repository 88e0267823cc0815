#include "reference/judge/ulp.h"

#include <algorithm>

namespace classay {
namespace {

// |a - b|, exactly where b is a point, else an enclosure.
Interval distance(const Real& a, const Interval& b) {
  if (b.is_point()) {
    Real d = exact_difference(a, b.low);
    mpfr_abs(d, d, MPFR_RNDN);
    return Interval::point(std::move(d));
  }
  const Precision p = std::max(a.precision(), b.low.precision()) + 64;
  Interval r{Real(p), Real(p)};
  mpfr_sub(r.low, a, b.high, MPFR_RNDD);
  mpfr_sub(r.high, a, b.low, MPFR_RNDU);
  return absolute(std::move(r));
}

// nullopt: the enclosure leaves open whether an infinite result stands for a number.
std::optional<Interval> distance(const Format& f, Bits result, const Interval& v) {
  if (f.is_finite(result)) return distance(exact(f, result), v);
  const bool negative = f.is_negative(result);
  Real stand_in = power_of_two(f.emax + 1);
  if (negative) mpfr_neg(stand_in, stand_in, MPFR_RNDN);
  const bool beyond = negative ? compare(v.high, stand_in) <= 0 : compare(v.low, stand_in) >= 0;
  if (beyond) return Interval::point(exact(f, f.zero(false)));
  const bool within = negative ? compare(v.low, stand_in) >= 0 : compare(v.high, stand_in) <= 0;
  return within ? std::optional(distance(stand_in, v)) : std::nullopt;
}

bool is_below(const Format& f, Bits result, const Interval& v) {
  if (f.is_infinite(result)) return f.is_negative(result);
  const int order = compare(exact(f, result), v.low);
  return v.is_point() ? order < 0 : order <= 0;  // open: the value is neither of its ends
}

}  // namespace

std::optional<int> ulp_exponent(const Format& f, const Interval& v) {
  if (v.is_point()) return ulp_exponent(f, v.low);
  // The value lies strictly between the ends. On one side of zero its binade is bounded by those just inside the ends.
  if (v.low.sign() < 0 && v.high.sign() > 0) {
    const int ulp = std::max(ulp_exponent(f, v.low), ulp_exponent(f, v.high));
    return ulp == f.subnormal_exponent() ? std::optional(ulp) : std::nullopt;
  }
  const bool positive = v.low.sign() >= 0;
  const int inner = spacing_exponent(f, positive ? v.low : v.high);
  const int outer = ulp_exponent(f, positive ? v.high : v.low);
  return inner == outer ? std::optional(inner) : std::nullopt;
}

std::optional<Error> ulp_error(const Format& f, Bits result, const Interval& exact) {
  const std::optional<int> ulp = ulp_exponent(f, exact);
  if (!ulp) return std::nullopt;
  std::optional<Interval> d = distance(f, result, exact);
  if (!d) return std::nullopt;
  return Error{*ulp, *std::move(d), is_below(f, result, exact)};
}

Interval in_ulps(Error error) {
  Interval& d = error.distance;
  mpfr_mul_2si(d.low, d.low, -error.ulp, MPFR_RNDD);
  mpfr_mul_2si(d.high, d.high, -error.ulp, MPFR_RNDU);
  return std::move(d);
}

}  // namespace classay
