// Writes the program of kernels/prefetching.h as SPIR-V.
#pragma once

#include <span>

#include "kernels/compiler.h"
#include "kernels/source.h"

namespace classay::il {

Source prefetching_source(Type type, const Compiler& compiler, std::span<const int> widths = kVectorWidths);

}  // namespace classay::il
