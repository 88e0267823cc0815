// Lists the boundary values of a type, and their neighbours. Plans combine them to pairs and triples.
#pragma once

#include <vector>

#include "reference/number/type.h"

namespace classay {

enum class Extent : std::uint8_t {
  none,
  few,   // about 20: zeros, infinities, NaN, limits of the range, one and its neighbours
  some,  // about 60: also powers of two, small numbers, halves, the largest odd numbers
  many,  // `some`, with the neighbours of each
  most,  // hundreds: `many`, and a selection of all boundaries of the format
};

// Each number once. Integers: small numbers, powers of two, the exponent limits of every format, the limits of the type.
std::vector<Bits> boundaries(Type type, Extent extent);

// Returns operands of integer functions: the limits of the type and of its half, the limits of mul24, small numbers, shift
// amounts up to and beyond the width, and bit patterns. `some` adds the powers of two and their negatives, `many` their
// neighbours.
std::vector<Bits> operand_boundaries(Type type, Extent extent);

// Returns words of four packed bytes, of which one or all are a limit of a signed or unsigned byte.
std::vector<Bits> packed_boundaries();

}  // namespace classay
