// Whether the device still answers after something went wrong: a fresh process looks. Where it does not, it is given time,
// and looked at again; in the end the run is called off.
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "harness/children/child.h"
#include "harness/run/run_book.h"

namespace classay {

struct HealthOptions {
  ChildCommand probe;   // exit code 0: the device answers
  std::string recover;  // a shell command, run before the second look of each loss; empty: none
  // Resetting a device takes seconds; rebooting its machine, minutes.
  std::chrono::milliseconds recover_timeout{15 * 60'000};
  std::chrono::milliseconds timeout{60'000};
  std::vector<std::chrono::milliseconds> back_off;  // how long to wait before each other look
};

// `after`: what went wrong. Each look is a line in the book. False: the run is over, be it that it was called off here.
bool is_device_healthy(const HealthOptions& options, RunBook& book, const std::string& after);

}  // namespace classay
