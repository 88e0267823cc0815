#include "reference/certified/kernels/kernels.h"
#include "reference/certified/kernels/kernels_loops.h"
#include "reference/certified/kernels/kernels_sets.h"
#include "reference/certified/wide/loops.h"

namespace classay::certified {

Kernels avx512_kernels() {
  return {.name = "avx512",
          .is_there = [] { return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"); },
          .polynomial = polynomial,
          .alternating = alternating,
          .sine = sine,
          .cosine = cosine,
          .tangent = tangent,
          .wide = kWideKernels};
}

}  // namespace classay::certified
