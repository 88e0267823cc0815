// Macros of the language that tell of the device and of the build (OpenCL C 3.1, "Preprocessor Directives and Macros",
// "Features", "Optional Extensions"), as a device's compiler defines them, found out by a kernel that writes them down:
// built for each version of the language that the device must have, and with options that say something of them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/read_json.h"

namespace classay {

struct Macro {
  enum class Value : std::uint8_t {
    same,     // `right`
    no_less,  // `right` or more
    open,     // it is defined, as whatever
  };
  std::string name;
  std::string options;                // of the build
  std::optional<std::int64_t> right;  // nullopt: it must not be defined
  Value value = Value::same;
  std::optional<std::int64_t> found = std::nullopt;  // 1 of one that is open
  std::string unbuilt = "";                          // why the kernel does not build with these options
};

// With what the device says of itself: its version, profile, byte order, images, formats and extensions. Macros of one build
// stand together.
std::vector<Macro> expected_macros(const Capabilities& device);
// Asks the device. Throws DeviceError.
std::vector<Macro> found_macros(Device& device);

// What is wrong with it, in a sentence.
std::optional<std::string> objection(const Macro& macro);

// format (i32), objections, and values: name, options and value, null where it is not defined.
Json to_json(const std::vector<Macro>& all);

}  // namespace classay
