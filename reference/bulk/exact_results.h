// Computes results of exact functions on patterns, and of functions of numbers with integer or NaN results (ilogb, isnan,
// nan). The machine's own integers need a few nanoseconds each. A right result has these bits, or the alternative bits of a
// rule. Tests compare all 8-bit inputs and samples of the other types with reference/exact.
#pragma once

#include <array>
#include <cstddef>

#include "reference/truth/call.h"

namespace classay {

struct ExactResults {
  Bits* right = nullptr;    // zero-extended
  bool* is_open = nullptr;  // the result is undefined
  std::size_t count = 0;
};

// Arrays of arguments, each as long as the results. Unused arguments are null.
using ExactLoop = void (*)(const std::array<const Bits*, 3>& arguments, const ExactResults& results);

// Returns the loop of the function with this reference function, for the type that selects its overload. `lanes`
// distinguishes scalar from vector variants. A comparison returns the scalar result. nullptr: none exists.
ExactLoop exact_loop(Evaluate truth, Type type, int lanes);

}  // namespace classay
