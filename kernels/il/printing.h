// Writes the program of kernels/printing.h as SPIR-V. Its operands have the types of the environment ("Printf Operands").
#pragma once

#include <span>

#include "kernels/compiler.h"
#include "kernels/source.h"

namespace classay::il {

Source printing_source(Type type, const Compiler& compiler, std::span<const int> widths = kVectorWidths);

}  // namespace classay::il
