// The worker: opens one device, does one task after the other, and tells the supervisor in the lines of protocol/protocol.h.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/protocol.h"

namespace classay {

// Lines in, lines out. What a worker does is no more than these.
struct Dialogue {
  std::function<std::optional<std::string>()> next_line;  // nullopt at the end of the input
  std::function<void(const Json&)> tell;
};

struct WorkerOptions {
  // What is looked for after the sweep of a task: a tally as journals have it, or null.
  using Search = std::function<Json(Device& device, const Task& task)>;

  std::string device;
  Json build;                      // which program this is
  std::string dump_kernels;        // a folder; empty: none
  double checkpoint_seconds = 10;  // from one state to the next, at least
  std::vector<std::string> known;  // folders of runs that have found bad inputs
  Search search;                   // may be empty
};

// How many threads judge: as many as the host runs at once.
unsigned judging_threads();

// Returns when there are no more tasks, or after trouble.
void serve(Backend& backend, const WorkerOptions& options, const Dialogue& dialogue);

}  // namespace classay
