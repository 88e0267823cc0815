// What the documents state of arithmetic beside OpenCL.std, and what asks it: the instructions of SPIR-V's core that
// compute, and the sections of OpenCL C and of OpenCL's SPIR-V environment. docs/statements.md is made of it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace classay {

// Of the core of SPIR-V. Rows ask it (Row::opcodes), or `instead` says who does, or why nobody does.
struct CoreInstruction {
  int opcode;
  std::string_view name;
  std::string_view section;
  std::string_view instead = "";
};
std::span<const CoreInstruction> core_instructions();

// A section of a document: globs of cases that ask it; without one `why` says what takes it out.
struct StatedSection {
  std::string_view title;
  std::string_view cases;
  std::string_view why = "";
};
std::span<const StatedSection> c_sections();            // of OpenCL C 3.1
std::span<const StatedSection> environment_sections();  // of OpenCL's SPIR-V environment 3.1

inline constexpr std::string_view kNotYet = "not tested yet";
inline constexpr std::string_view kInEveryKernel = "in the kernels of other cases";

// "Of 128 instructions of the core that compute ...", for `list --coverage`.
std::string core_summary();
std::string statements_markdown();

}  // namespace classay
