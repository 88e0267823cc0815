#include "harness/worker/sweep/upkeep.h"

#include <algorithm>

namespace classay {
namespace {

constexpr double kBytesPerSecond = 100'000;  // on average: 1 MB per 10 s

}  // namespace

void CheckpointPace::tell(double now, std::uint64_t next, std::size_t bytes) {
  due_ = now + std::max(seconds_, static_cast<double>(bytes) / kBytesPerSecond);
  told_ = next;
}

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
