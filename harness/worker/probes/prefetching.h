// Tests that prefetch has no effect on results: for each type and vector width, copies data after prefetching it
// (kernels/prefetching.h).
#pragma once

#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/read_json.h"
#include "suites/cases.h"

namespace classay {

struct Prefetched {
  Type type = Type::i32;
  int width = 1;
  std::vector<std::string> objections;
  std::string log;  // build log of a failed build
};
// Runs the kernels. Throws DeviceError.
std::vector<Prefetched> prefetched(Device& device, FrontEnd front_end, Type type);

// Members: format, width, objections.
Json to_json(const Prefetched& prefetched);

}  // namespace classay
