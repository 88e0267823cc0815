// Which SPIR-V instruction a row is, for a format: one of OpenCL.std, or of the core.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suites/row.h"

namespace classay::il {

struct Instruction {
  std::string name;                                 // "sin", "s_abs", or "OpFAdd"
  bool is_extended = true;                          // of OpenCL.std
  bool gives_boolean = false;                       // comparisons: one bit a lane
  std::vector<std::string_view> capabilities = {};  // that it needs besides those of its types, and
  std::string_view extension = "";                  // what brings them
  std::vector<std::string> decorations = {};        // of its result
  bool names_width = false;                         // as its last operand
  std::string_view last_operand = "";               // of words: a rounding, a format of packed vectors
  bool swaps = false;                               // its operands are the arguments y and x
};

// nullopt: there is none.
std::optional<Instruction> instruction(const Row& row, Type format, int width);

}  // namespace classay::il
