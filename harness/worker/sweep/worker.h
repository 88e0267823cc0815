// Runs the worker: it opens one device, runs one task after the other, and reports to the supervisor by the messages of
// harness/journal/message.h.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/case_result.h"
#include "harness/journal/message.h"

namespace classay {

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
