// Writes the programs of kernels/copying.h in SPIR-V: a work-group has four work-items and copies one part.
#pragma once

#include <span>

#include "kernels/source.h"

namespace classay::il {

Source copying_source(Type type, int address_bits, std::span<const int> widths = kVectorWidths);

}  // namespace classay::il
