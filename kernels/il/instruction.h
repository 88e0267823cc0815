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

// A capability that no version of OpenCL has every device accept, and the extension of SPIR-V that brings it.
struct OptionalCapability {
  std::string_view name;
  std::string_view extension;
};
// What a module that asks the row of the format needs of them: a device has it where it says so.
std::vector<OptionalCapability> optional_capabilities(const Row& row, Type format);
std::optional<OptionalCapability> optional_capability(Type type);  // that of its declaration

// The number of a capability that is newer than SPIRV-Tools may be; nullopt: they know it.
std::optional<unsigned> new_capability(std::string_view name);

}  // namespace classay::il
