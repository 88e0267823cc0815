// Defines ranges of the values of an argument. The rank of a pattern is its place in the order of values: -0 lies directly
// below +0, and NaN lies beyond the infinities. A range of numbers is therefore an interval of ranks.
#pragma once

#include <cstdint>

#include "reference/number/type.h"

namespace classay {

constexpr std::uint64_t rank_of(Type type, Bits bits) {
  const Bits sign = Bits{1} << (width(type) - 1);
  if (!is_signed(type)) return bits;
  const bool falls = is_float(type) && (bits & sign) != 0;  // a larger magnitude is a smaller number
  return falls ? ~bits & mask(type) : bits ^ sign;
}

constexpr Bits bits_of_rank(Type type, std::uint64_t rank) {
  const Bits sign = Bits{1} << (width(type) - 1);
  if (!is_signed(type)) return rank;
  const bool falls = is_float(type) && (rank & sign) == 0;
  return falls ? ~rank & mask(type) : rank ^ sign;
}

// Ranks from `first` to `last`, both included.
struct ArgumentRange {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  bool operator==(const ArgumentRange&) const = default;
  constexpr bool contains(std::uint64_t rank) const { return first <= rank && rank <= last; }
};

constexpr ArgumentRange every_value(Type type) { return {0, mask(type)}; }

}  // namespace classay
