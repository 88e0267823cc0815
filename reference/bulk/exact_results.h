// Results of exact functions of patterns, and of those of numbers whose results are integers or no numbers (ilogb, isnan,
// nan), a few nanoseconds each, in the arithmetic of the machine's own integers: what a device gives right has these bits,
// or those that a rule gives beside them. That they are those of reference/exact is tested over all 8 bits and by samples.
#pragma once

#include <array>
#include <cstddef>

#include "reference/truth/truth.h"

namespace classay {

struct ExactResults {
  Bits* right = nullptr;    // with zeros above the result's own bits
  bool* is_open = nullptr;  // nothing is promised of these arguments
  std::size_t count = 0;
};

// Arrays of arguments, each as long as the results. Those that are not there are null.
using ExactLoop = void (*)(const std::array<const Bits*, 3>& arguments, const ExactResults& results);

// The loop of the function whose truth this is, for the type that names its overload; `lanes` tells scalar forms from vector
// forms where they differ. A comparison gives what it gives for scalars. nullptr: there is none.
ExactLoop exact_loop(Evaluate truth, Type type, int lanes);

}  // namespace classay
