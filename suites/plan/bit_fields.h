// Inputs of functions of bit fields, whose last argument says where a field begins and how long it is.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "reference/number/type.h"
#include "suites/plan/boundaries.h"
#include "suites/plan/tuple.h"

namespace classay {

// Fields of a number of `width` bits, as they are told: none and all of its bits, ends and halves, and some that do not fit;
// from `many` on every one of up to 16 bits, from `most` on every one there is.
std::vector<Bits> field_boundaries(int width, Extent extent);

// Operands of any length and a field that fits. `types`: of the arguments.
Tuple field_input(std::span<const Type> types, std::uint64_t seed, std::uint64_t i);

}  // namespace classay
