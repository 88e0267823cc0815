// Tests the language's macros that describe the device and the build (OpenCL C 3.1, "Preprocessor Directives and Macros",
// "Features", "Optional Extensions"). A kernel stores them. It is built for each language version that the device must
// support, and with the options that affect them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/device/capabilities.h"

namespace classay {

struct Macro {
  enum class Value : std::uint8_t {
    same,     // equals `right`
    no_less,  // `right` or more
    open,     // defined, with any value
  };
  std::string name;
  std::string options;                // build options
  std::optional<std::int64_t> right;  // nullopt: it must not be defined
  Value value = Value::same;
  std::optional<std::int64_t> found = std::nullopt;  // for Value::open, 1 if it is defined
  std::string unbuilt = "";                          // why the kernel does not build with these options
};

// Returns the macros expected from the device's version, profile, byte order, images, formats and extensions. Macros of one
// build are adjacent.
std::vector<Macro> expected_macros(const Capabilities& device);

// Returns an error in one sentence; nullopt if there is none.
std::optional<std::string> violation(const Macro& macro);

}  // namespace classay
