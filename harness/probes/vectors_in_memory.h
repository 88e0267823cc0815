// Vectors as kernels that copy them find them: how far apart they stand, and numbers to fill them with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "reference/number/type.h"

namespace classay {

// Elements from a vector to the next in memory: three lanes have the room of four.
constexpr std::uint64_t memory_stride(int width) { return static_cast<std::uint64_t>(width == 3 ? 4 : width); }

std::string vector_name(Type type, int width);  // "float4", and "float" for width 1

// Random bits, of floating-point types finite numbers: what a copy makes of a NaN is not the question.
std::vector<std::byte> random_elements(Type type, std::uint64_t count);

}  // namespace classay
