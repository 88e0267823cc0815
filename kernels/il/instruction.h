// Which SPIR-V instruction a row is, for a format: one of OpenCL.std, or of the core.
#pragma once

#include <optional>
#include <string>

#include "suites/row.h"

namespace classay::il {

struct Instruction {
  std::string name;                  // "sin", "s_abs", or "OpFAdd"
  bool is_extended = true;           // of OpenCL.std
  bool gives_boolean = false;        // comparisons: one bit a lane
  std::string_view capability = "";  // that it needs besides those of its types, and
  std::string_view extension = "";   // what brings that capability
};

// nullopt: there is none.
std::optional<Instruction> instruction(const Row& row, Type format);

}  // namespace classay::il
