// The inputs of a model: floats of one sign and one binade lie on a grid, x_i = base + i step, and everything about it is
// exact in double.
#pragma once

#include "reference/number/format.h"

namespace classay::certified {

struct Grid {
  Bits first = 0;  // pattern of the magnitude of x_0
  std::size_t count = 0;
  double base = 0;  // x_0, and
  double step = 0;  // x_1 - x_0: both negative for negative inputs

  double at(double i) const { return base + i * step; }  // exact for every i that a block's centre may be
};

// The value of a magnitude, exactly. Precondition: finite, and the format is not wider than f32.
inline double magnitude_value(const Format& f, Bits magnitude) {
  const Dyadic d = decode(f, magnitude);
  return static_cast<double>(d.significand) * std::bit_cast<double>(static_cast<Bits>(1023 + d.exponent) << 52U);
}

// Binades and octaves in their order, from zero on: the number of the one that holds the magnitude.
inline std::size_t octave_of(const Format& f, Bits magnitude) {
  const Bits field = magnitude >> f.fraction_bits();
  return static_cast<std::size_t>(field > 0 ? field - 1 + static_cast<Bits>(f.fraction_bits())
                                            : static_cast<Bits>(64 - std::countl_zero(magnitude) - 1));
}

// Magnitudes whose exponent field is `field`, or, of the subnormals (field 0), those of the octave that holds `magnitude`.
inline Grid grid_of(const Format& f, Bits magnitude, bool negative) {
  const Bits field = magnitude >> f.fraction_bits();
  const Bits first = field > 0 ? field << f.fraction_bits() : std::bit_floor(magnitude);
  const double sign = negative ? -1 : 1;
  return {.first = first,
          .count = field > 0 ? f.min_normal() : first,
          .base = sign * magnitude_value(f, first),
          .step = sign * (magnitude_value(f, first + 1) - magnitude_value(f, first))};
}

}  // namespace classay::certified
