// When a worker tells its state. In double precision the tallies of all widths have thousands of binades, some megabytes as
// text, and each goes through a pipe and onto a disk: the larger a state is, the longer until the next. A kill costs no more
// than what was done since.
#pragma once

#include <cstddef>
#include <cstdint>

namespace classay {

// However fast inputs go by.
inline constexpr std::uint64_t kCheckpointInputs = std::uint64_t{1} << 28;

class CheckpointPace {
 public:
  // `seconds`: from one state to the next, at least; `first`: the input that the task begins with.
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
