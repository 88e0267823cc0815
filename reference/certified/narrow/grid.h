// Defines the inputs of a model. Numbers of one sign and one binade lie on a grid, x_i = base + i step, whose arithmetic is
// exact in double.
#pragma once

#include "reference/number/format.h"

namespace classay::certified {

struct Grid {
  Bits first = 0;  // pattern of the magnitude of x_0
  std::size_t count = 0;
  double base = 0;  // x_0
  double step = 0;  // x_1 - x_0; for negative inputs, base and step are negative

  double at(double i) const { return base + i * step; }  // exact for every i that may be the centre of a block
};

// Returns the exact value of a magnitude. Precondition: it is finite, and the format is not wider than f32.
inline double magnitude_value(const Format& f, Bits magnitude) {
  const Dyadic d = decode(f, magnitude);
  return static_cast<double>(d.significand) * std::bit_cast<double>(static_cast<Bits>(1023 + d.exponent) << 52U);
}

// Returns the number of the binade or octave with this magnitude, counted from zero.
inline std::size_t octave_of(const Format& f, Bits magnitude) {
  const Bits field = magnitude >> f.fraction_bits();
  return static_cast<std::size_t>(field > 0 ? field - 1 + static_cast<Bits>(f.fraction_bits())
                                            : static_cast<Bits>(64 - std::countl_zero(magnitude) - 1));
}

// Returns the magnitudes with exponent field `field`; for subnormals (field 0), those of the octave with `magnitude`.
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
