// Decides when a worker sends its state. In double precision the tallies of all widths have thousands of binades, some
// megabytes as text, which go through a pipe and to disk. So the interval grows with the size of the state. A killed worker
// loses at most the work since its last state.
#pragma once

#include <cstddef>
#include <cstdint>

namespace classay {

// At most this many inputs between two states.
inline constexpr std::uint64_t kCheckpointInputs = std::uint64_t{1} << 28;

class CheckpointPace {
 public:
  // `seconds`: minimum time between two states; `first`: the first input of the task.
  CheckpointPace(double seconds, std::uint64_t first) : seconds_(seconds), due_(seconds), told_(first) {}

  // Times are seconds since the task began; `next`: the first input that is not accounted for.
  bool is_due(double now, std::uint64_t next) const { return now >= due_ || next - told_ >= kCheckpointInputs; }
  void tell(double now, std::uint64_t next, std::size_t bytes);

 private:
  double seconds_;
  double due_;
  std::uint64_t told_;
};

}  // namespace classay
