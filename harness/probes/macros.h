// Macros of the language that tell of the device and of the build (OpenCL C 3.1, "Preprocessor Directives and Macros"), as a
// device's compiler defines them, found out by a kernel that writes them down: once built without -cl-fast-relaxed-math, and
// once with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/run/journal.h"

namespace classay {

struct Macro {
  std::string name;
  std::string options;                // of the build
  std::optional<std::int64_t> right;  // nullopt: it must not be defined
  std::optional<std::int64_t> found = std::nullopt;
};

// With what the device says of itself: its version, byte order and images.
std::vector<Macro> expected_macros(const DeviceIdentity& device);
// Asks the device. Throws DeviceError.
std::vector<Macro> found_macros(Device& device);

// What is wrong with it, in a sentence.
std::optional<std::string> objection(const Macro& macro);

// format (i32), objections, and values: name, options and value, null where it is not defined.
Json to_json(const std::vector<Macro>& all);

}  // namespace classay
