// Decides when a worker sends its state, and when a fresh process should take its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace classay {

// At most this many inputs between two states.
inline constexpr std::uint64_t kCheckpointInputs = std::uint64_t{1} << 28;

// In double precision the tallies of all widths have thousands of binades, some megabytes as text, which go through a pipe
// and to disk. So the interval grows with the size of the state. A killed worker loses at most the work since its last
// state.
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

// Returns how many bytes a worker may grow on a machine with `memory` bytes (0: unknown): a 32nd. The minimum is 128 MiB,
// since a fresh process costs as much as some small tasks. The maximum is 512 MiB, since there may be many workers.
std::uint64_t growth_allowed(std::uint64_t memory);

// Drivers may keep what each program took until their process ends, and a run builds thousands.
class MemoryGrowth {
 public:
  explicit MemoryGrowth(std::uint64_t memory) : allowed_(growth_allowed(memory)) {}
  // Called after each task with the bytes of memory that the process has. The first task has loaded everything that all
  // tasks need, so a later increase is growth.
  bool is_too_much(std::uint64_t resident);

 private:
  std::uint64_t allowed_;
  std::optional<std::uint64_t> first_;
};

}  // namespace classay
