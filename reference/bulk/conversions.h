// Computes the results of many conversions at once. There is a loop for each pair of types and rounding mode, at a few
// nanoseconds per input. Like reference/exact it uses integer arithmetic on patterns. The two are written independently, so
// that each checks the other.
#pragma once

#include "reference/bulk/exact_results.h"
#include "reference/number/rounding.h"
#include "reference/number/type.h"

namespace classay {

struct Conversion {
  Type from = Type::f32;
  Type to = Type::f32;
  Rounding rounding = Rounding::rne;
  bool saturate = false;
  bool nan_is_zero = false;  // a NaN becomes the integer 0; otherwise its result is undefined
  bool keeps_bits = false;   // as_type, and loads and stores without a conversion
};

// Returns a loop over one argument. Every NaN becomes a quiet NaN, unless bits are kept. Preconditions: neither type is a
// boolean; the types have the same width if bits are kept; a floating-point type does not saturate; nan_is_zero implies
// saturation.
ExactLoop conversion_loop(const Conversion& conversion);

}  // namespace classay
