// Writes the program of kernels/prefetching.h as SPIR-V.
#pragma once

#include <span>

#include "kernels/source.h"

namespace classay::il {

Source prefetching_source(Type type, int address_bits, std::span<const int> widths = kVectorWidths);

}  // namespace classay::il
