#include "reference/bulk/remainders.h"

#include <array>

#include "reference/number/instruction_sets.h"

namespace classay::bulk {

extern const Remainders kBaselineRemainders;
#ifdef CLASSAY_X86_64
extern const Remainders kAvx2Remainders;
extern const Remainders kAvx512Remainders;
#endif

std::span<const Remainders* const> runnable_remainders() {
#ifdef CLASSAY_X86_64
  static constexpr std::array kAll{&kBaselineRemainders, &kAvx2Remainders, &kAvx512Remainders};
#else
  static constexpr std::array kAll{&kBaselineRemainders};
#endif
  return runnable(std::span<const Remainders* const>(kAll));
}

}  // namespace classay::bulk
