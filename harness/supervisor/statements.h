// Lists the statements about arithmetic outside OpenCL.std and the test cases for each. They are the core SPIR-V
// instructions that compute, and sections of OpenCL C and of OpenCL's SPIR-V environment. tools/pages.cpp writes the
// list as a page.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace classay {

// A core SPIR-V instruction. Rows test it (Row::opcodes); if not, `instead` names the test, or the reason for none.
struct CoreInstruction {
  int opcode;
  std::string_view name;
  std::string_view section;
  std::string_view instead = "";
};
std::span<const CoreInstruction> core_instructions();

// A section of a specification: globs of the cases that test it. Without a glob, `why` gives the reason.
struct StatedSection {
  std::string_view title;
  std::string_view cases;
  std::string_view why = "";
};
struct StatedDocument {
  std::string_view name;
  std::span<const StatedSection> sections;
};
std::span<const StatedDocument> stated_documents();

inline constexpr std::string_view kNotYet = "not tested yet";
inline constexpr std::string_view kInEveryKernel = "in the kernels of other cases";

// "SPIR-V's core has 228 numeric instructions: ...", for `list --coverage`.
std::string core_summary();
std::string statements_markdown();

}  // namespace classay
