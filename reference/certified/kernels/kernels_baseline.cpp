#include "reference/certified/kernels/kernels.h"
#include "reference/certified/kernels/kernels_loops.h"
#include "reference/certified/kernels/kernels_sets.h"
#include "reference/certified/wide/loops.h"

namespace classay::certified {

Kernels baseline_kernels() {
  return {.name = "baseline",
          .is_there = [] { return true; },
          .polynomial = polynomial,
          .alternating = alternating,
          .sine = sine,
          .cosine = cosine,
          .tangent = tangent,
          .wide = kWideKernels};
}

}  // namespace classay::certified
