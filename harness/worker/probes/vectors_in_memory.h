// Describes vectors in memory for kernels that copy them: their stride, and numbers to fill them with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/number/type.h"

namespace classay {

// Elements from one vector to the next in memory: three lanes take the space of four.
constexpr std::uint64_t memory_stride(int width) { return static_cast<std::uint64_t>(width == 3 ? 4 : width); }

std::string vector_name(Type type, int width);  // "float4", and "float" for width 1

// Returns random bits; for floating-point types only finite numbers, because copies of NaNs are not under test.
std::vector<std::byte> random_elements(Type type, std::uint64_t count);

}  // namespace classay
