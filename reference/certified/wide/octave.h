// Describes equally spaced numbers: f64 numbers of one sign between two powers of two, and windows among them.
#pragma once

#include <algorithm>
#include <bit>

#include "reference/number/format.h"

namespace classay::certified {

struct Octave {
  Bits first = 0;  // magnitudes first ... first + 2^bits - 1
  int bits = 0;
  int spacing = 0;  // exponent of their distance

  Bits end() const { return first + (Bits{1} << bits); }
  // Returns the first number of a window of 2^width numbers, with `magnitude` as near to its middle as possible.
  Bits window(Bits magnitude, int width) const {
    const Bits half = width > 0 ? Bits{1} << (width - 1) : 0;
    const Bits from = magnitude - first < half ? first : magnitude - half;
    return std::min(from, end() - (Bits{1} << width));
  }
};

inline Octave octave_of(Bits magnitude) {
  const Bits field = magnitude >> kF64.fraction_bits();
  const int first = kF64.subnormal_exponent();
  if (field == 0)
    return {.first = std::bit_floor(magnitude), .bits = static_cast<int>(std::bit_width(magnitude)) - 1, .spacing = first};
  return {
      .first = field << kF64.fraction_bits(), .bits = kF64.fraction_bits(), .spacing = first + static_cast<int>(field) - 1};
}

}  // namespace classay::certified
