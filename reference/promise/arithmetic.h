// Describes how devices and build options may change arithmetic where the specifications permit it.
#pragma once

#include "reference/number/rounding.h"

namespace classay {

// The arithmetic of one format on a device, in a build.
struct Arithmetic {
  Rounding rounding = Rounding::rne;  // the default mode of the format on this device
  bool flushes = false;               // subnormals may be flushed: no CL_FP_DENORM, or -cl-denorms-are-zero
  bool keeps_operands = false;        // operands of a conversion must not be flushed: its formats may differ
  bool keeps_results = false;         // results of a conversion must not be flushed
  bool must_flush = false;            // and have to be: SPIR-V's DenormFlushToZero. Only where they may
  bool nans = true;                   // false: nothing is promised of them. NotNaN, -cl-finite-math-only
  bool infinities = true;             // the same: NotInf, -cl-finite-math-only
  bool zero_signs = true;             // false under -cl-no-signed-zeros
  bool edge_rules = true;             // false under -cl-unsafe-math-optimizations, which "may violate edge case behavior"

  constexpr bool assumes_finite() const { return !nans || !infinities; }  // of some numbers nothing is promised
};

}  // namespace classay
