// Checks in a fresh process whether the device still works after a failure. If it does not, the check repeats after growing
// delays and finally calls the run off.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "harness/supervisor/child_process.h"
#include "harness/supervisor/run_state.h"

namespace classay {

struct HealthOptions {
  ChildCommand probe;   // exit code 0: the device works
  std::string recover;  // shell command, run before the second check of each loss; empty: none
  // Resetting a device takes seconds; rebooting its machine takes minutes.
  std::chrono::milliseconds recover_timeout{15 * 60'000};
  std::chrono::milliseconds timeout{60'000};
  std::vector<std::chrono::milliseconds> back_off;  // the wait before each further check
};

// `after`: the failure that preceded. Each check writes a journal record. false: the run is over, possibly called off here.
bool is_device_healthy(const HealthOptions& options, RunState& state, const Host& host, const std::string& after);

}  // namespace classay
