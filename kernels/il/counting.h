// Writes the program of kernels/counting.h as SPIR-V.
#pragma once

#include "kernels/compiler.h"
#include "kernels/counting.h"

namespace classay::il {

Source counting_source(std::uint32_t factor, const Compiler& compiler);

}  // namespace classay::il
