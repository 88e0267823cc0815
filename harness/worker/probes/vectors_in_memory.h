// Describes vectors in memory for kernels that copy them: their stride, and numbers to fill them with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/worker/lanes/lanes.h"
#include "reference/inputs/inputs.h"
#include "reference/number/type.h"

namespace classay {

// Elements from one vector to the next in memory: three lanes take the space of four.
constexpr std::uint64_t memory_stride(int width) { return static_cast<std::uint64_t>(width == 3 ? 4 : width); }

// "float4", and "float" for width 1.
inline std::string vector_name(Type type, int width) {
  return std::string(info(type).clc) + (width == 1 ? "" : std::to_string(width));
}

// Returns random bits; for floating-point types only finite numbers, because copies of NaNs are not under test.
inline std::vector<std::byte> random_elements(Type type, std::uint64_t count) {
  std::vector<std::byte> bytes(count * static_cast<std::uint64_t>(width(type) / 8));
  for (std::uint64_t i = 0; i < count; ++i) {
    Bits b = CounterRandom(static_cast<std::uint64_t>(type), i).next() & mask(type);
    if (is_float(type) && !format(type).is_normal(b)) b = format(type).one();
    put_element(bytes, width(type) / 8, i, b);
  }
  return bytes;
}

}  // namespace classay
