// What a device is asked to prefetch: a program for a type, with a kernel for each vector width whose work-items prefetch a
// vector each and then copy it. Kernel arguments: where vectors are copied to, and where from; three lanes have the room of
// four.
#pragma once

#include <span>
#include <string>

#include "kernels/source.h"

namespace classay {

std::string prefetching_kernel_name(int width);  // "fetch_v4"

// In OpenCL C.
Source prefetching_source(Type type, std::span<const int> widths = kVectorWidths);

}  // namespace classay
