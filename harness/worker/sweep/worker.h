// Runs the worker: it opens one device, runs one task after the other, and reports to the supervisor by the messages of
// harness/journal/message.h. Decides when the worker sends its state, and when a fresh process should take its place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/case_result.h"
#include "harness/journal/message.h"

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
  std::uint64_t first_ = 0;  // after the first task; 0: no task has ended
};

struct Task;

// The worker's only input and output: one record per line.
struct Dialogue {
  std::function<std::optional<std::string>()> next_line;  // nullopt at the end of the input
  std::function<void(const message::Any&)> tell;
};

struct WorkerOptions {
  // Searches for large errors after the sweep of a task, if the task needs it.
  using Search = std::function<std::optional<SearchRecord>(Device& device, const Task& task)>;

  std::string device;
  SharedJson build;                // identifies this program
  std::string dump_kernels;        // a folder; empty: none
  double checkpoint_seconds = 10;  // minimum time between two states
  std::vector<std::string> known;  // folders of runs that have found bad inputs
  Search search;                   // may be empty
};

// Returns the number of threads that judge: as many as the host runs at once, or fewer if kJudgingThreads limits them.
// Throws UsageError if that is not a number.
unsigned judging_threads();

// Returns when there are no more tasks, or after an error.
void serve(Backend& backend, const WorkerOptions& options, const Dialogue& dialogue);

}  // namespace classay
