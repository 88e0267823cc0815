// What is known of functions on parts of the line of f64 numbers, beside what function.h says of every format's.
#pragma once

#include <optional>
#include <span>

#include "reference/certified/function/function.h"
#include "reference/certified/wide/taylor.h"

namespace classay::certified {

// On low <= x <= high the function is value * 2^scale with the bound `epsilon`, as block.h means them.
struct WideRegion {
  double low;
  double high;
  double value;
  double epsilon;
  int scale = 0;
};

// The region that holds both ends, which have one sign. Of several the first one counts.
std::optional<WideRegion> wide_region_of(const Function& f, double a, double b);

// Places where something happens to results in f64: overflow, underflow, the first subnormal.
std::span<const double> wide_edges(const Function& f);

// tgamma for -2^52 < x <= -192: 0 < |f| < 2^-1097 with the sign + where floor(x) is even, and no number at integers.
inline constexpr double kAlternatingGamma = -192;

}  // namespace classay::certified
