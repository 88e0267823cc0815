// Describes the properties of a device on which the text of its programs depends.
#pragma once

#include <string>
#include <vector>

#include "suites/version.h"

namespace classay {

struct Compiler {
  int address_bits = 64;  // size of a pointer in a kernel
  Version environment{};  // defined in harness/device/capabilities.h
  Version language{};
  std::vector<std::string> extensions{};  // OpenCL extensions that the device reports
};

}  // namespace classay
