#include "reference/certified/kernels/kernels.h"

#include <array>

#include "reference/certified/kernels/kernels_sets.h"

namespace classay::certified {

std::span<const Kernels> all_kernels() {
#ifdef CLASSAY_X86_64
  static const std::array kAll{baseline_kernels(), avx2_kernels(), avx512_kernels()};
#else
  static const std::array kAll{baseline_kernels()};
#endif
  return kAll;
}

const Kernels& kernels() {
  static const Kernels* const kBest = [] {
    const Kernels* best = nullptr;
    for (const Kernels& k : all_kernels()) {
      if (k.is_there()) best = &k;
    }
    return best;
  }();
  return *kBest;
}

}  // namespace classay::certified
