// Where values of a function come from when many inputs are judged at once: consecutive inputs in, a value and a proven
// bound for each of them out. Whoever provides them (a certified model, or exact arithmetic) promises the following, and the
// bulk judge builds its verdicts on nothing else.
//
//   NaN      f(x) is NaN
//   ±inf     f(x) is that infinity, or |f(x)| > 2^129 with that sign: beyond what an infinite f32 stands for
//   ±0       f(x) is exactly zero, and where a sign is prescribed for it, it is this one
//   other v  |v - f(x)| <= epsilon * max(|f(x)|, 2^-126), f(x) is not zero and has the sign of v
//
// An epsilon of infinity says that nothing is known of these inputs, whatever the values: they go to a slower judge. An
// epsilon of zero says that the values are exact. Where a document may prescribe a finite result other than zero, as of
// exp(±0) and hypot(x, ±0), no limit counts: there is no value (epsilon is infinite), or one that is exact, is the one
// that is prescribed, and says so (is_prescribed): a result that is this value is right, and of any other nothing is known.
//
// Values that are `rounded_to_odd` are exact where their last place is even.
//
// Values know more than that about results that are only rounded when they say `rounds_alike`: v rounded to nearest in the
// result's format, f16 or f32, is f(x) rounded to nearest, ties to even included.
#pragma once

#include <span>

#include "reference/number/format.h"

namespace classay {

inline constexpr double kFloor = 0x1p-126;  // below it, bounds are absolute: the ulp of f32 does not get smaller there

// What one call gave: the first `count` of the values asked for, at least one, share this bound.
struct Known {
  std::size_t count = 0;
  double epsilon = 0;
  bool rounds_alike = false;  // implied by an epsilon of zero
  bool rounded_to_odd = false;
  bool is_one = false;         // all of them are the same value
  bool is_prescribed = false;  // as above; epsilon is zero
  // v and f(x) lie between the same two adjacent multiples of half the spacing that numbers of the format have there, and
  // neither is such a multiple. Powers of two are, so the spacing around f(x) is certain. So is whether an error in ulp
  // exceeds 1/2, 1, 3/2 and so on, however close it is: it does where the error relative to v does.
  bool same_gap = false;
};

class Values {
 public:
  Values() = default;
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;
  virtual ~Values() = default;

  // f at the patterns first, first + 1, ... of the argument that varies, or at the places first, first + 1, ... of lists of
  // arguments: as many as share a bound and fit. Thread-safe. Precondition: `values` is not empty, and
  // first + values.size() - 1 is a pattern of the format, or a place in the lists.
  virtual Known at(Bits first, std::span<double> values) const = 0;
};

}  // namespace classay
