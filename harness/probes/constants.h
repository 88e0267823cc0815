// The constants and macros of the language as a device's compiler has them, found out by a kernel that writes them down.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/read_json.h"
#include "suites/constants.h"

namespace classay {

struct FoundConstant {
  Constant constant;
  bool is_defined = false;
  unsigned bytes = 0;  // sizeof
  Bits pattern = 0;    // of its type; an integer as 64 bits
};

// Asks the device. Throws DeviceError.
std::vector<FoundConstant> found_constants(Device& device, Type format);

// What is wrong with it, in a sentence.
std::optional<std::string> objection(const FoundConstant& found);

// format, objections, and values: name and pattern, null where it is not defined.
Json to_json(Type format, const std::vector<FoundConstant>& all);

}  // namespace classay
