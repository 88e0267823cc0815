// Operands of expressions (expressions.h): whole numbers that a type represents, and bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <functional>

#include "harness/worker/probes/expressions.h"
#include "reference/inputs/inputs.h"
#include "reference/number/rounding.h"

namespace classay {

using SmallNumber = std::int64_t;
using NumberOf = std::function<SmallNumber(int item, int lane)>;

inline CounterRandom random_of(std::uint64_t seed, int item, int lane) {
  return {seed, static_cast<std::uint64_t>(item) * 64 + static_cast<std::uint64_t>(lane)};
}

// Precondition: the type represents the number.
inline Bits bits_of(Type type, SmallNumber n) {
  if (!is_float(type)) return static_cast<Bits>(n) & mask(type);
  return round_to(format(type), {.negative = n < 0, .significand = static_cast<Wide>(std::abs(n))}, Rounding::rne);
}

inline LaneOf bits_of(Type type, const NumberOf& n) {
  return [=](int item, int lane) { return bits_of(type, n(item, lane)); };
}

// The digits of the whole numbers that the type represents without gaps, with one to spare for a sum. A SmallNumber has
// them.
inline int digits_of(Type type) {
  constexpr int kDigits = 61;
  return std::min(kDigits, is_float(type) ? format(type).precision - 1 : width(type) - (is_signed(type) ? 2 : 1));
}

// Numbers of at most so many digits, whose low bits vary; negative ones too if the type has them. Never 0.
inline NumberOf numbers(std::uint64_t seed, int digits, bool with_sign) {
  return [=](int item, int lane) {
    CounterRandom random = random_of(seed, item, lane);
    const SmallNumber n = 1 + static_cast<SmallNumber>(random.below((std::uint64_t{1} << digits) - 1));
    return with_sign && random.coin() ? -n : n;
  };
}

// Small numbers, which are often equal and often 0, so that relations have both results.
inline NumberOf few_numbers(std::uint64_t seed, bool with_sign) {
  return [=](int item, int lane) { return random_of(seed, item, lane).between(with_sign ? -1 : 0, 1); };
}

// All bits of an integer; normal numbers of a floating-point type.
inline LaneOf any_bits(std::uint64_t seed, Type type) {
  return [=](int item, int lane) {
    const Bits bits = random_of(seed, item, lane).next() & mask(type);
    return is_float(type) && !format(type).is_normal(bits) ? format(type).one() : bits;
  };
}

}  // namespace classay
