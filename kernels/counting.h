// The program by which a device shows that it answers: each work-item writes one number, by integer arithmetic alone. Kernel
// arguments: where to, and the number of the first. Another factor makes another program, which no driver has kept.
#pragma once

#include <cstdint>

#include "kernels/source.h"

namespace classay {

inline constexpr const char* kCountingKernel = "count_up";

// (first + work-item) * factor, of 32 bits.
constexpr std::uint32_t counted(std::uint64_t first, std::uint64_t item, std::uint32_t factor) {
  return static_cast<std::uint32_t>((first + item) * factor);
}

// In OpenCL C.
Source counting_source(std::uint32_t factor);

}  // namespace classay
