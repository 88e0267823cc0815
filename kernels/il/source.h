// Writes the kernels of kernels/source.h as SPIR-V assembly, with the same parameters and the same place for every input.
// Arguments are constants or come from buffers. Inputs that a plan derives from an index are sent in buffers.
#pragma once

#include <string>
#include <vector>

#include "kernels/compiler.h"
#include "kernels/source.h"

namespace classay::il {

// Returns whether a SPIR-V module exists for the row and format.
bool has_source(const Row& row, Type format);

// Returns the module as assembly, readable for a driver engineer. Throws std::invalid_argument if no instruction exists, or
// if the inputs are neither from a table nor literal.
Source source(const Asked& asked, const Compiler& compiler);

// Returns the binary module, validated for OpenCL if SPIRV-Tools know all of its declarations. Throws std::invalid_argument
// with the message of the assembler or the validator.
std::vector<std::uint32_t> assembled(const std::string& assembly);
// Does the same for a version of SPIR-V (13 is 1.3), with the rules of SPIR-V itself.
std::vector<std::uint32_t> assembled(const std::string& assembly, int version);
// Assembles without validation, for example a single instruction.
std::vector<std::uint32_t> as_words(const std::string& assembly);
std::string tools_version();  // version of SPIRV-Tools

}  // namespace classay::il
