#include "reference/certified/kernels/kernels.h"
#include "reference/certified/kernels/kernels_loops.h"
#include "reference/certified/kernels/kernels_sets.h"
#include "reference/certified/wide/loops.h"

namespace classay::certified {

Kernels avx2_kernels() {
  return {.name = "avx2",
          .is_there = [] { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); },
          .polynomial = polynomial,
          .alternating = alternating,
          .sine = sine,
          .cosine = cosine,
          .tangent = tangent,
          .wide = kWideKernels};
}

}  // namespace classay::certified
