#include "harness/worker/sweep/checkpoint_pace.h"

#include <algorithm>

namespace classay {
namespace {

constexpr double kBytesPerSecond = 100'000;  // on average: 1 MB per 10 s

}  // namespace

void CheckpointPace::tell(double now, std::uint64_t next, std::size_t bytes) {
  due_ = now + std::max(seconds_, static_cast<double>(bytes) / kBytesPerSecond);
  told_ = next;
}

}  // namespace classay
