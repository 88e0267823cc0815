#include "reference/judge/range.h"

#include <algorithm>

#include "reference/judge/gross.h"

namespace classay {
namespace {

// max * max, exactly.
Real largest_square(const Call& call) {
  Real largest(64);
  mpfr_set_zero(largest, 1);
  for (const Value v : call.args) {
    if (!is_finite(v)) continue;
    Real m = exact(v);
    mpfr_abs(m, m, MPFR_RNDN);
    mpfr_max(largest, largest, m, MPFR_RNDN);
  }
  Real r(256);
  mpfr_sqr(r, largest, MPFR_RNDU);
  return r;
}

// The sum of the squares of the elements, or of their differences. Precondition: all are finite.
Interval sum_of_squares(const Question& q) {
  const auto lanes = static_cast<std::size_t>(q.call.lanes);
  Interval sum = Interval::point(exact(format(q.call.type), 0));
  for (std::size_t i = 0; i < lanes; ++i) {
    Interval x = Interval::point(exact(q.call.args[i]));
    if (q.call.args.size() == 2 * lanes) x = subtract(x, Interval::point(exact(q.call.args[lanes + i])), q.precision);
    x = absolute(x);
    sum = add(sum, multiply(x, x, q.precision), q.precision);
  }
  return sum;
}

bool all_finite(const Question& q) { return std::ranges::all_of(q.call.args, is_finite); }

// Returns whether that sum is a normal number.
bool squares_in_range(const Question& q, const Format& f) {
  if (!all_finite(q)) return false;
  const Interval sum = sum_of_squares(q);
  return compare(sum.low, power_of_two(f.emin())) >= 0 && compare(sum.high, exact(f, f.max_finite())) <= 0;
}

}  // namespace

Real scaled_by_operands(const Call& call, const ScaledAbsolute& limit) {
  Real r = largest_square(call);
  mpfr_mul_d(r, r, limit.base + limit.per_lane * call.lanes, MPFR_RNDU);
  mpfr_mul_d(r, r, limit.epsilon, MPFR_RNDU);
  return r;
}

bool sums_in_range(const Question& q, const Format& f, const ScaledAbsolute& limit) {
  Real sum = largest_square(q.call);
  mpfr_mul_d(sum, sum, limit.base + limit.per_lane * q.call.lanes, MPFR_RNDU);
  return compare(sum, exact(f, f.max_finite())) <= 0;
}

bool has_steps_in_range(const Question& q, const Format& f, const ScaledAbsolute& limit) {
  Real share = largest_square(q.call);
  if (share.is_zero()) return true;
  mpfr_mul_d(share, share, limit.epsilon, MPFR_RNDD);
  const Real lost = q.arithmetic.flushes ? power_of_two(f.emin()) : exact(f, f.min_subnormal());
  return sums_in_range(q, f, limit) && compare(share, lost) >= 0;
}

bool holds(const UlpByLanes& limit, const Question& q, const Format& f) {
  if (!limit.squares_in_range || squares_in_range(q, f)) return true;
  return q.promise.builtin == "fast_normalize" && all_finite(q) &&
         compare(sum_of_squares(q).high, power_of_two(f.emin())) < 0;
}

// An underflow of squares is "extraordinary" where not even half of the bits are left; about a result that is itself near
// the subnormals the words say nothing.
bool loses_range(const Question& q, const Format& f, Bits result, const Truth& t) {
  const Interval magnitude = absolute(*t.value);
  const Real nothing = exact(f, 0);
  if (!f.is_finite(result)) return is_gross(f, result, t, nothing);
  if (squares_in_range(q, f)) return false;
  const bool is_one_of_many = q.promise.results.size() == 1 && q.promise.builtin == "normalize";
  const Real scale = is_one_of_many ? exact_double(1) : nothing;
  return compare(magnitude.low, power_of_two(f.emin() + f.precision)) >= 0 && is_gross(f, result, t, scale);
}

bool gives_itself(const Question& q, std::span<const Bits> results) {
  if (q.promise.builtin != "fast_normalize" || !all_finite(q)) return false;
  const auto is_itself = [](const Value& v, Bits result) {
    return v.bits == result || (format(v.type).is_zero(v.bits) && format(v.type).is_zero(result));
  };
  return compare(sum_of_squares(q).low, power_of_two(format(q.call.type).emin())) < 0 &&
         std::ranges::equal(q.call.args, results, is_itself);
}

}  // namespace classay
