// Lists known values of functions on parts of the f64 axis, in addition to the regions of all formats in function.h.
#pragma once

#include <optional>
#include <span>

#include "reference/certified/function/function.h"

namespace classay::certified {

// On low <= x <= high the function is value * 2^scale with the bound `epsilon`, as defined in block.h.
struct WideRegion {
  double low;
  double high;
  double value;
  double epsilon;
  int scale = 0;
};

// Returns the first region that contains both ends, which have the same sign.
std::optional<WideRegion> wide_region_of(const Function& f, double a, double b);

// Returns the critical places of results in f64: overflow, underflow, the first subnormal.
std::span<const double> wide_edges(const Function& f);

// tgamma for -2^52 < x <= -192: 0 < |f| < 2^-1097, positive where floor(x) is even, and NaN at integers.
inline constexpr double kAlternatingGamma = -192;

}  // namespace classay::certified
