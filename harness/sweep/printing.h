// What kernels of a device print: for each type and vector width a kernel with all lines of suites/printf.h, one work-item,
// and what came out of it.
#pragma once

#include <string>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/run/journal.h"
#include "suites/printf.h"

namespace classay {

// A program for a type, with a kernel for each width.
std::string printing_source(Type type);

struct Printed {
  Type type = Type::i32;
  int width = 1;
  std::string text;                     // of the whole kernel
  std::vector<std::uint64_t> returned;  // by each call
};
// Asks the device. Throws DeviceError.
std::vector<Printed> printed(Device& device, Type type);

// What is wrong with it, in sentences.
std::vector<std::string> objections(const Printed& printed);

// format, width, objections, and how many lines there were.
Json to_json(const Printed& printed);

}  // namespace classay
