// Declares the loops of direct_values.h, from patterns of f16 or f32 to doubles. They are compiled once per instruction set.
// Every step is exact, or one IEEE 754 operation, so the results do not depend on the instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reference/cpu/instruction_set.h"

namespace classay::bulk {

// In the order of DirectLoops::OfFormat::of.
enum class DirectLoop : std::uint8_t {
  number,  // value of the first argument
  add,     // to odd, as all sums
  sub,
  mul,
  div,
  fdim,
  fma,
  larger,
  smaller,
  larger_magnitude,
  smaller_magnitude,
  copysign,
  next_after,
  scaling,  // multiplication by a power of two; the second argument is its exponent, an i32
};
inline constexpr std::size_t kDirectLoops = 14;

struct DirectLoops {
  // Each argument has `count` patterns. Unused arguments are not read.
  using Loop = void (*)(const std::uint32_t* x, const std::uint32_t* y, const std::uint32_t* z, std::size_t count,
                        double* values);
  InstructionSet set;
  struct OfFormat {
    Loop of[kDirectLoops];
  };
  OfFormat f16;
  OfFormat f32;

  static const DirectLoops baseline, avx2, avx512;  // versions.h
};

}  // namespace classay::bulk
