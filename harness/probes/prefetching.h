// Does prefetch do no harm? For each type and vector width, what was prefetched and then copied (kernels/prefetching.h).
#pragma once

#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/read_json.h"
#include "suites/cases.h"

namespace classay {

struct Prefetched {
  Type type = Type::i32;
  int width = 1;
  std::vector<std::string> objections;
  std::string log;  // of a program that does not build
};
// Asks the device. Throws DeviceError.
std::vector<Prefetched> prefetched(Device& device, FrontEnd front_end, Type type);

// format, width, objections.
Json to_json(const Prefetched& prefetched);

}  // namespace classay
