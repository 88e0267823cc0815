// Which SPIR-V instruction a row is, for a format: one of OpenCL.std, or of the core.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suites/row.h"

namespace classay::il {

struct Instruction {
  std::string name;                           // "sin", "s_abs", or "OpFAdd"
  bool is_extended = true;                    // of OpenCL.std
  bool gives_boolean = false;                 // comparisons: one bit a lane
  std::string_view capability = "";           // that it needs besides those of its types, and
  std::string_view extension = "";            // what brings that capability
  std::vector<std::string> decorations = {};  // of its result
  bool names_width = false;                   // as its last operand
  std::string_view rounding = "";             // its last operand
};

// nullopt: there is none.
std::optional<Instruction> instruction(const Row& row, Type format, int width);

}  // namespace classay::il
