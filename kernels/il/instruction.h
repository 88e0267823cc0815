// Maps a row and a format to a SPIR-V instruction of OpenCL.std or of the core.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "suites/row.h"

namespace classay::il {

struct Instruction {
  std::string name;                                 // "sin", "s_abs", or "OpFAdd"
  bool is_extended = true;                          // an instruction of OpenCL.std
  bool gives_boolean = false;                       // comparisons: one bit per lane
  std::vector<std::string_view> capabilities = {};  // required in addition to those of its types
  std::string_view extension = "";                  // the extension of these capabilities
  std::vector<std::string> decorations = {};        // decorations of the result
  bool names_width = false;                         // the width is its last operand
  std::string_view last_operand = "";               // in words: a rounding mode, a packed vector format
  bool swaps = false;                               // its operands are the arguments y, x
};

// Returns nullopt if no instruction exists.
std::optional<Instruction> instruction(const Row& row, Type format, int width);

// A capability that is optional in every OpenCL version, and the SPIR-V extension that defines it.
struct OptionalCapability {
  std::string_view name;
  std::string_view extension;
};
// Returns the optional capabilities of a module with this row and format. A device supports them only if it reports them.
std::vector<OptionalCapability> optional_capabilities(const Row& row, Type format);
std::optional<OptionalCapability> optional_capability(Type type);  // needed to declare the type

// Returns the number of a capability that SPIRV-Tools may be too old to know; nullopt if they know it.
std::optional<unsigned> new_capability(std::string_view name);

}  // namespace classay::il
