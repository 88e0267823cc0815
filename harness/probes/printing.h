// What kernels of a device print (kernels/printing.h), for each type and vector width: what came out of them, and what is
// wrong with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/protocol/read_json.h"
#include "harness/sweep/programs.h"
#include "suites/printf.h"

namespace classay {

struct Printed {
  FrontEnd front_end = FrontEnd::clc;
  Type type = Type::i32;
  int width = 1;
  std::string text;                     // of the whole kernel
  std::vector<std::uint64_t> returned;  // by each call
  std::optional<BuildFailure> unbuilt;  // there is no program, and nothing else is known
};
// Asks the device. Throws DeviceError.
std::vector<Printed> printed(Device& device, FrontEnd front_end, Type type);

// What is wrong with it, in sentences.
std::vector<std::string> objections(const Printed& printed);

// format, width, objections, and how many lines there were.
Json to_json(const Printed& printed);

}  // namespace classay
