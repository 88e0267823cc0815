// Tests the language's constants, and its macros that describe the device and the build (OpenCL C 3.1, "Preprocessor
// Directives and Macros", "Features", "Optional Extensions"). A kernel stores them, and whether conditions of #if find the
// same values. It is built for each language version that the device must support, and with the options that affect them.
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
  bool fails_in_if = false;                          // condition_of() is false
  std::string unbuilt = "";                          // why the kernel does not build with these options
};

// Returns the macros expected from the device's version, profile, byte order, images, formats and extensions. Macros of one
// build are adjacent.
std::vector<Macro> expected_macros(const Capabilities& device);

// Returns a condition of #if that holds if the preprocessor finds the right value: "CL_VERSION_1_2 == 120". A name that is
// not defined has the value 0 there (C99 6.10.1). Precondition: the macro is defined if and only if it should be.
std::string condition_of(const Macro& macro);
// Returns a number as a constant of #if, in which all integers have 64 bits.
std::string number_in_if(std::int64_t value);

// Returns an error in one sentence; nullopt if there is none.
std::optional<std::string> violation(const Macro& macro);

}  // namespace classay
