// The numbers of an argument whose pairs and triples are asked: boundaries of its type, each with its neighbours.
#pragma once

#include <vector>

#include "reference/number/type.h"

namespace classay {

enum class Extent : std::uint8_t {
  none,
  few,   // some twenty: zeros, infinities, NaN, the ends of the range, one, the numbers beside it
  some,  // some sixty: beside these powers of two, small numbers, halves, the largest odd ones
  many,  // these with their neighbours
  most,  // hundreds: beside these, a selection of all boundaries of the format
};

// Each once. Integers: small ones, powers of two, the ends of every format's exponents, the ends of the type.
std::vector<Bits> boundaries(Type type, Extent extent);

// Of integers that are operands of integer functions: the ends of the type and of its half, what mul24 takes, small numbers,
// amounts to shift by up to the width and beyond it, and patterns; from `some` on the powers of two and their opposites,
// from `many` on what is beside these.
std::vector<Bits> operand_boundaries(Type type, Extent extent);

// Words of four packed bytes: all of them, or one, at an end of a signed or unsigned byte.
std::vector<Bits> packed_boundaries();

}  // namespace classay
