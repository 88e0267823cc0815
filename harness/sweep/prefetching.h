// Does prefetch do no harm? A kernel for each type and vector width that prefetches its numbers and then copies them.
#pragma once

#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/run/journal.h"
#include "reference/number/type.h"

namespace classay {

struct Prefetched {
  Type type = Type::i32;
  int width = 1;
  std::vector<std::string> objections;
};
// Asks the device. Throws DeviceError.
std::vector<Prefetched> prefetched(Device& device, Type type);

// format, width, objections.
Json to_json(const Prefetched& prefetched);

}  // namespace classay
