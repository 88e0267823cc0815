// Writes a program in SPIR-V with the instructions shuffle and shuffle2 of OpenCL.std, between vectors of any widths. Its
// kernel has the arguments and the places of the kernel in OpenCL C (harness/worker/probes/expressions_probe.cpp).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "kernels/compiler.h"
#include "kernels/source.h"

namespace classay::il {

struct Shuffle {
  int from = 2;     // width of a source
  int to = 2;       // width of the mask and of the result
  int sources = 1;  // 2: shuffle2
};

// `place`: bytes of each operand and result; operands are sources and mask.
Source shuffles_source(const Compiler& compiler, Type type, std::span<const Shuffle> all, std::string_view kernel,
                       std::uint64_t place);

}  // namespace classay::il
