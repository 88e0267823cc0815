// Tests what kernels print (kernels/printing.h), for each type and vector width.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/read_json.h"
#include "harness/worker/sweep/programs.h"
#include "suites/printf.h"

namespace classay {

struct Printed {
  FrontEnd front_end = FrontEnd::clc;
  Type type = Type::i32;
  int width = 1;
  std::string text;                     // output of the whole kernel
  std::vector<std::uint64_t> returned;  // by each call
  std::optional<BuildFailure> unbuilt;  // the program did not build, and nothing else is known
};
// Runs the kernels. Throws DeviceError.
std::vector<Printed> printed(Device& device, FrontEnd front_end, Type type);

// Returns the errors, one sentence each.
std::vector<std::string> objections(const Printed& printed);

// Members: format, width, objections, and the number of lines.
Json to_json(const Printed& printed);

}  // namespace classay
