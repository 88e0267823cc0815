// Measures the error of a result as the specifications define it (section "Relative Error as ULPs"): ulp(x) = |b - a| for
// consecutive finite a < x < b. If x is a number of the format, it is the distance of the two numbers nearest x, so at a
// power of two the smaller spacing counts. Below the smallest normal number the spacing is that of the subnormals. Beyond
// the largest finite number it is that of the last binade.
#pragma once

#include <optional>

#include "reference/truth/truth.h"

namespace classay {

// ulp of an exact value given by an enclosure, as an exponent of two; nullopt when the enclosure spans two binades.
std::optional<int> ulp_exponent(const Format& f, const Interval& v);

struct Error {
  int ulp;                // ulp of the exact value, as an exponent of two
  Interval distance;      // |result - exact|
  bool is_below = false;  // result < exact; false where the enclosure leaves it open, which is nearer than any ulp shown
};

// Precondition: `result` is not a NaN. An infinite result stands for 2^(emax+1) with its sign while |exact| is below that,
// and is at distance 0 from an exact value of its sign beyond it.
// nullopt: the enclosure is too wide to decide between the two, or to give the size of an ulp. Increase the precision.
std::optional<Error> ulp_error(const Format& f, Bits result, const Interval& exact);

Interval in_ulps(Error error);  // distance / ulp

}  // namespace classay
