// Writes the programs that test prefetch. A program for a type has a kernel for each vector width. Each work-item prefetches
// a vector and then copies it. Kernel arguments: the destination, and the source. Three lanes occupy the space of four.
#pragma once

#include <span>
#include <string>

#include "kernels/source.h"

namespace classay {

std::string prefetching_kernel_name(int width);  // "fetch_v4"

Source prefetching_source(Type type, std::span<const int> widths = kVectorWidths);

}  // namespace classay
