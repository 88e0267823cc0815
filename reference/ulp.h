// How far a result is from the exact value, as the documents measure it (section "Relative Error as ULPs"):
// ulp(x) = |b - a| for consecutive finite a < x < b; for x equal to a number, the distance of the two numbers nearest x, so
// at a power of two the smaller spacing counts. Below the smallest normal number the spacing is that of the subnormals,
// beyond the largest finite number it stays that of the last binade.
#pragma once

#include <optional>

#include "reference/truth.h"

namespace classay {

// ulp of an exact value given by an enclosure, as an exponent of two; nullopt when the enclosure spans two binades.
std::optional<int> ulp_exponent(const Format& f, const Interval& v);

// |result - exact|, `t` of kind real and `result` not a NaN. An infinite result stands for 2^(emax+1) with its sign while
// |exact| is below that, and is at distance 0 from an exact value of its sign beyond it.
// nullopt: the enclosure leaves open which of the two it is; refine.
std::optional<Interval> distance(const Format& f, Bits result, const Truth& t);

// distance / ulp(exact), under the same conditions.
std::optional<Interval> ulp_error(const Format& f, Bits result, const Truth& t);

}  // namespace classay
