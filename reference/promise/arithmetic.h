// What devices and build options do to arithmetic, as far as the documents leave it to them.
#pragma once

#include "reference/number/rounding.h"

namespace classay {

// What a device and a build do to arithmetic, for the format in question.
struct Arithmetic {
  Rounding rounding = Rounding::rne;  // the default mode of the format on this device
  bool flushes = false;               // subnormals may be flushed: no CL_FP_DENORM, or -cl-denorms-are-zero
  bool finite_only = false;           // -cl-finite-math-only: nothing is promised of NaN and infinities
  bool zero_signs = true;             // false under -cl-no-signed-zeros
  bool edge_rules = true;             // false under -cl-unsafe-math-optimizations, which "may violate edge case behavior"
};

}  // namespace classay
