// Makes inputs of bit-field functions, whose last argument packs the offset and the length of a field.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reference/number/type.h"
#include "suites/plan/boundaries.h"
#include "suites/plan/tuple.h"

namespace classay {

// Returns packed fields of a number of `width` bits: empty, full, at the ends, halves, and some that exceed the number.
// `many` adds every field of numbers with up to 16 bits, `most` every field.
std::vector<Bits> field_boundaries(int width, Extent extent);

// Returns operands of any length and a field within the number. `types` are the types of the arguments.
Tuple field_input(std::span<const Type> types, std::uint64_t seed, std::uint64_t i);

}  // namespace classay
