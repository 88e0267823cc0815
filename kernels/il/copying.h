// kernels/copying.h in SPIR-V: work-groups of four work-items, a part for each.
#pragma once

#include <span>

#include "kernels/source.h"

namespace classay::il {

Source copying_source(Type type, int address_bits, std::span<const int> widths = kVectorWidths);

}  // namespace classay::il
