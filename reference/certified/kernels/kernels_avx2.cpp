#include "reference/certified/kernels/kernels_body.h"

namespace classay::certified {

Kernels avx2_kernels() {
  return kernels_for("avx2", [] { return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"); });
}

}  // namespace classay::certified
