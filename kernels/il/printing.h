// The program of kernels/printing.h as SPIR-V, with operands of the types that the environment lists ("Printf Operands").
#pragma once

#include <span>

#include "kernels/source.h"

namespace classay::il {

Source printing_source(Type type, int address_bits, std::span<const int> widths = kVectorWidths);

}  // namespace classay::il
