#include "reference/number/instruction_sets.h"

namespace classay {

// The features that cmake/Classay.cmake names to the compiler.
std::size_t runnable_instruction_sets() {
#ifdef __x86_64__
  const bool has_avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
  const bool has_avx512 = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                          __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
  return !has_avx2 ? 1 : has_avx512 ? 3 : 2;
#else
  return 1;
#endif
}

}  // namespace classay
