// Writes the programs of kernels/copying.h in SPIR-V: a work-group has four work-items and copies one part.
#pragma once

#include <span>

#include "kernels/compiler.h"
#include "kernels/source.h"

namespace classay::il {

Source copying_source(Type type, const Compiler& compiler, std::span<const int> widths = kVectorWidths);

}  // namespace classay::il
