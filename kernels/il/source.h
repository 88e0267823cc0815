// What is asked of a device, as SPIR-V: the same kernels as in OpenCL C (kernels/source.h), with the same parameters and the
// same place for every input, written as assembly. Arguments are constants, or come from buffers; what a plan makes from an
// index is sent.
#pragma once

#include <string>
#include <vector>

#include "kernels/source.h"

namespace classay::il {

// Can it be asked in SPIR-V?
bool has_source(const Row& row, Type format);

// The module as assembly, for a driver engineer to read. Throws std::invalid_argument when there is none: where there is no
// instruction, or what is asked is neither in a table nor literal.
Source source(const Asked& asked, int address_bits);

// The module itself, validated for OpenCL where SPIRV-Tools know all that it declares. Throws std::invalid_argument with
// what the assembler or the validator says.
std::vector<std::uint32_t> assembled(const std::string& assembly);
// The same of a version of SPIR-V (13 of 1.3), by the rules of SPIR-V itself.
std::vector<std::uint32_t> assembled(const std::string& assembly, int version);
// Not validated: an instruction by itself, say.
std::vector<std::uint32_t> as_words(const std::string& assembly);
std::string tools_version();  // of SPIRV-Tools

}  // namespace classay::il
