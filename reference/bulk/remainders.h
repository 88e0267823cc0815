// Computes fmod, remainder and remquo of many numbers of f16 and f32 in double. The loops are compiled once per instruction
// set. Every step is exact, or rounds to an integer on purpose, so the results do not depend on the instruction set.
//
// Let a = |x| and b = |y|. s runs through the powers of 2^28, from the largest one with a >= b s down to 1. Each step
// reduces a by q b s, where q is the integer nearest to a / (b s). This quotient is below 2^28 + 1. Computed as a times 1/b
// times 1/s, its error is below 2^-23. Therefore a - q b s is not below -(1/2 + 2^-23) b s, and b s is added if it is
// negative.
//
// q has up to 29 bits and b has 24, so that q b s is exact. The difference is exact too: it is below 2 b s or at most a. It
// is a multiple of the last place of b s or of x, of which 2 b s and a contain less than 2^25.
#pragma once

#include <cstddef>

#include "reference/cpu/instruction_set.h"

namespace classay::bulk {

struct Remainders {
  // Computes one result per pair of numbers of f16 or f32, which may be infinities and NaN. Precondition: at most
  // kRemainderChunk pairs.
  using Loop = void (*)(const double* x, const double* y, std::size_t count, double* results);
  InstructionSet set;
  Loop truncated;  // fmod
  Loop nearest;    // remainder, and the first result of remquo
  Loop quotient;   // the low 31 bits of the quotient of remquo, with the sign of x / y; 0 if it is undefined

  static const Remainders baseline, avx2, avx512;  // versions.h
};
inline constexpr std::size_t kRemainderChunk = 512;

}  // namespace classay::bulk
