// Writes the program that shows whether a device works: each work-item writes one number, computed with integers only.
// Kernel arguments: the destination, and the number of the first work-item. A new factor makes a new program, so that the
// driver cannot load it from a cache.
#pragma once

#include <cstdint>

#include "kernels/source.h"

namespace classay {

inline constexpr const char* kCountingKernel = "count_up";

// Returns (first + item) * factor, modulo 2^32.
constexpr std::uint32_t counted(std::uint64_t first, std::uint64_t item, std::uint32_t factor) {
  return static_cast<std::uint32_t>((first + item) * factor);
}

Source counting_source(std::uint32_t factor);

}  // namespace classay
