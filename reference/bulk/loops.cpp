#include "reference/bulk/loops.h"

#include <vector>

namespace classay::bulk {

extern const Loops kBaselineLoops;
#ifdef CLASSAY_X86_64
extern const Loops kAvx2Loops;
extern const Loops kAvx512Loops;
#endif

std::span<const Loops* const> runnable_loops() {
  static const std::vector<const Loops*> kRunnable = [] {
    std::vector<const Loops*> all{&kBaselineLoops};
#ifdef CLASSAY_X86_64
    const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
    const bool has_avx512 = __builtin_cpu_supports("avx512f") != 0 && __builtin_cpu_supports("avx512bw") != 0 &&
                            __builtin_cpu_supports("avx512dq") != 0 && __builtin_cpu_supports("avx512vl") != 0;
    if (has_avx2) all.push_back(&kAvx2Loops);
    if (has_avx2 && has_avx512) all.push_back(&kAvx512Loops);
#endif
    return all;
  }();
  return kRunnable;
}

}  // namespace classay::bulk
