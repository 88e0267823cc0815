// fmod, remainder and remquo of numbers of f16 and f32, in doubles, many at once. Compiled once for each instruction set;
// every step is exact, or rounds to an integer on purpose, so all give the same.
//
// With a = |x|, b = |y| and s from the largest power of 2^28 for which a >= b s may be down to 1, a is reduced by q b s, q
// the integer next to a / (b s). Of a / (b s) < 2^28 + 1, taken as a times 1/b times 1/s, the error is below 2^-23: a - q b
// s is not below -(1/2 + 2^-23) b s, and where it is negative, b s is added. q has up to 29 bits and b 24, so that q b s is
// exact; and so is the difference: below 2 b s or at most a, it is a multiple of the last place of b s or of x, of which
// these are less than 2^25.
#pragma once

#include <cstddef>

#include "reference/cpu/instruction_set.h"

namespace classay::bulk {

struct Remainders {
  // As many results as there are pairs of numbers of f16 or f32, infinities and NaN among them. Precondition: at most
  // kRemainderChunk.
  using Loop = void (*)(const double* x, const double* y, std::size_t count, double* results);
  InstructionSet set;
  Loop truncated;  // fmod
  Loop nearest;    // remainder, and the first result of remquo
  Loop quotient;   // the low 31 bits of that quotient, with the sign of x / y; 0 where there is none

  static const Remainders baseline, avx2, avx512;  // versions.h
};
inline constexpr std::size_t kRemainderChunk = 512;

}  // namespace classay::bulk
