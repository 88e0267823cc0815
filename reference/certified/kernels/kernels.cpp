#include "reference/certified/kernels/kernels.h"

#include <array>

#include "reference/certified/kernels/kernels_sets.h"
#include "reference/number/instruction_sets.h"

namespace classay::certified {

std::span<const Kernels> runnable_kernels() {
#ifdef CLASSAY_X86_64
  static const std::array kAll{baseline_kernels(), avx2_kernels(), avx512_kernels()};
#else
  static const std::array kAll{baseline_kernels()};
#endif
  return runnable(std::span<const Kernels>(kAll));
}

const Kernels& kernels() {
  static const Kernels& kBest = runnable_kernels().back();
  return kBest;
}

}  // namespace classay::certified
