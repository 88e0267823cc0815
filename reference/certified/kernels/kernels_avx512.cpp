#include "reference/certified/kernels/kernels_body.h"

namespace classay::certified {

Kernels avx512_kernels() {
  return kernels_for("avx512", [] { return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"); });
}

}  // namespace classay::certified
