// Finds the constants and macros of the language that a device's compiler defines, by a kernel that stores them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/read_json.h"
#include "suites/constants.h"

namespace classay {

struct FoundConstant {
  Constant constant;
  bool is_defined = false;
  unsigned bytes = 0;  // sizeof
  Bits pattern = 0;    // of its type; an integer as 64 bits
};

// Runs the kernel. Throws DeviceError.
std::vector<FoundConstant> found_constants(Device& device, Type format);

// Returns an error in one sentence; nullopt if there is none.
std::optional<std::string> objection(const FoundConstant& found);

// Members: format, objections, and values: name and pattern, null if it is not defined.
Json to_json(Type format, const std::vector<FoundConstant>& all);

}  // namespace classay
