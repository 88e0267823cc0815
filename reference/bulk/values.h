// Defines the source of values for bulk judging: for consecutive inputs it returns a value and a proven bound each. A source
// is a certified model or exact arithmetic. It guarantees the following, and the verdicts of the bulk judge depend on
// nothing else.
//
//   NaN      f(x) is NaN
//   ±inf     f(x) is that infinity, or |f(x)| > 2^129 with that sign, which an infinite f32 represents
//   ±0       f(x) is exactly zero; a prescribed sign is this one
//   other v  |v - f(x)| <= epsilon * max(|f(x)|, 2^-126), f(x) is not zero and has the sign of v
//
// An epsilon of infinity means that nothing is known about these inputs, whatever the values: they go to the MPFR fallback.
// An epsilon of zero means that the values are exact.
//
// Where a specification may prescribe a finite nonzero result, as for exp(±0) and hypot(x, ±0), the limit does not count.
// Either the value is missing (epsilon is infinite), or the value is exact, is the prescribed one, and is marked
// is_prescribed. A result that equals it is right, and any other result is open.
//
// Values that are `rounded_to_odd` are exact if their last place is even.
//
// `rounds_alike` adds a guarantee for results that are only rounded. v, rounded to nearest in the result's format, f16 or
// f32, equals f(x) rounded to nearest, including ties to even.
#pragma once

#include <span>

#include "reference/number/format.h"

namespace classay {

inline constexpr double kFloor = 0x1p-126;  // below it, bounds are absolute, because the ulp of f32 is constant there

// The properties of the values from one call. The first `count` of the requested values, at least one, share this bound.
struct Known {
  std::size_t count = 0;
  double epsilon = 0;
  bool rounds_alike = false;  // implied by epsilon = 0
  bool rounded_to_odd = false;
  bool is_one = false;         // all values are equal
  bool is_prescribed = false;  // see above; epsilon is zero
  // v and f(x) lie between the same two adjacent multiples of half the format's spacing, and neither is a multiple. The
  // spacing at f(x) is certain, because powers of two are multiples. An error in ulp exceeds 1/2, 1, 3/2 and so on exactly
  // if the error relative to v does, however close it is.
  bool same_gap = false;
};

class Values {
 public:
  Values() = default;
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;
  virtual ~Values() = default;

  // Computes f at the patterns first, first + 1, ... of the varying argument, or at these indices of lists of arguments.
  // Returns as many values as share a bound and fit. Thread-safe. Precondition: `values` is not empty, and first +
  // values.size() - 1 is a pattern of the format, or an index in the lists.
  virtual Known at(Bits first, std::span<double> values) const = 0;
};

}  // namespace classay
