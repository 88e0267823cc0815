// Rounds an exact (or sticky) binary number to a format, in integer arithmetic, in every mode, with subnormal results
// rounded once. All correctly rounded results of the project come from here.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "reference/number/format.h"

namespace classay {

enum class Rounding : std::uint8_t { rne, rtp, rtn, rtz };
inline constexpr std::array kRoundings{Rounding::rne, Rounding::rtp, Rounding::rtn, Rounding::rtz};

constexpr std::string_view name(Rounding r) {
  constexpr std::array<std::string_view, 4> names{"rne", "rtp", "rtn", "rtz"};
  return names[static_cast<std::size_t>(r)];
}

__extension__ typedef unsigned __int128 Wide;  // NOLINT(modernize-use-using): a GNU extension, marked as one

// (-1)^negative * (significand + t) * 2^exponent with t = 0, or 0 < t < 1 unknown when `sticky`.
struct Unrounded {
  bool negative = false;
  Wide significand = 0;
  int exponent = 0;
  bool sticky = false;
};

// Returns the nearest pattern in the given mode. A zero keeps its sign. If `sticky`, the significand must have at least
// precision + 2 bits, or the value must be below half of the smallest subnormal.
Bits round_to(const Format& f, const Unrounded& x, Rounding mode);

// Returns whether the magnitude is rounded up. `half` is the first discarded bit, and `below` whether any later bit is set.
constexpr bool rounds_away(Rounding mode, bool negative, bool odd, bool half, bool below) {
  switch (mode) {
    case Rounding::rne: return half && (below || odd);
    case Rounding::rtp: return !negative && (half || below);
    case Rounding::rtn: return negative && (half || below);
    case Rounding::rtz: return false;
  }
  return false;
}

}  // namespace classay
