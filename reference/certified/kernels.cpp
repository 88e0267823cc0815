#include "reference/certified/kernels.h"

#include <array>

#include "reference/certified/kernels_sets.h"

namespace classay::certified {

std::span<const Kernels> all_kernels() {
  static const std::array kAll{baseline_kernels(), avx2_kernels(), avx512_kernels()};
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
