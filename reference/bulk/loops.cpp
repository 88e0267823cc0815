#include "reference/bulk/loops.h"

#include <array>

#include "reference/number/instruction_sets.h"

namespace classay::bulk {

extern const Loops kBaselineLoops;
#ifdef CLASSAY_X86_64
extern const Loops kAvx2Loops;
extern const Loops kAvx512Loops;
#endif

std::span<const Loops* const> runnable_loops() {
#ifdef CLASSAY_X86_64
  static constexpr std::array kAll{&kBaselineLoops, &kAvx2Loops, &kAvx512Loops};
#else
  static constexpr std::array kAll{&kBaselineLoops};
#endif
  return runnable(std::span<const Loops* const>(kAll));
}

}  // namespace classay::bulk
