// Results of conversions, many at once: what reference/exact says of one at a time, in a loop for each pair of types and
// rounding mode, at a few nanoseconds an input. Integer arithmetic on patterns, as there, but written apart from it, so that
// each is a check of the other.
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
  bool nan_is_zero = false;  // what a NaN gives that is converted to an integer; else that is open
  bool keeps_bits = false;   // as_type, and loads and stores of what they find: nothing is converted
};

// Takes one argument. Any NaN is given as a quiet one, unless bits are kept. Precondition: no boolean; the types have the
// same width when bits are kept; a floating-point type does not saturate, and a NaN is zero only where something does.
ExactLoop conversion_loop(const Conversion& conversion);

}  // namespace classay
