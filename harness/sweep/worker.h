// The worker: opens one device, does one task after the other, and tells the supervisor in the lines of run/protocol.h.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "harness/devices/backend.h"
#include "harness/run/protocol.h"

namespace classay {

// Lines in, lines out. What a worker does is no more than these.
struct Dialogue {
  std::function<std::optional<std::string>()> next_line;  // nullopt at the end of the input
  std::function<void(const Json&)> tell;
};

struct WorkerOptions {
  std::string device;
  std::string dump_kernels;        // a folder; empty: none
  double checkpoint_seconds = 10;  // from one state to the next, at least
};

// How many threads judge: as many as the host runs at once.
unsigned judging_threads();

// Returns when there are no more tasks, or after trouble.
void serve(Backend& backend, const WorkerOptions& options, const Dialogue& dialogue);

// Why the device can not be asked in this format and mode, with the query that proves it; nullopt when it can.
std::optional<std::string> unsupported(const DeviceIdentity& device, const Case& c);

}  // namespace classay
