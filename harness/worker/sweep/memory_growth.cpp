#include "harness/worker/sweep/memory_growth.h"

#include <algorithm>

namespace classay {

std::uint64_t growth_allowed(std::uint64_t memory) {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
  constexpr std::uint64_t kPart = 32;
  return std::clamp(memory / kPart, 128 * kMiB, 512 * kMiB);
}

bool MemoryGrowth::is_too_much(std::uint64_t resident) {
  if (!first_) first_ = resident;
  return resident > *first_ && resident - *first_ > allowed_;
}

}  // namespace classay
