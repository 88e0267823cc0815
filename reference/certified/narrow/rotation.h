// Sines and cosines of a whole binade of big angles, which are equally spaced: the sum of a centre and one of 1024 offsets,
// both from tables, by the addition theorems.
#pragma once

#include <vector>

#include "reference/certified/narrow/grid.h"
#include "reference/certified/narrow/piece.h"
#include "reference/certified/simd/kernels.h"

namespace classay::certified {

// Sine and cosine of x, or of pi x, by Arb: either is off by at most 2^-107 + 2^-120.
Angle angle(double x, bool in_half_turns = false);
// Of the sum of two angles.
Angle sum(const Angle& a, const Angle& b);

class Rotation : public Piece {
 public:
  enum class Of : std::uint8_t { sine, cosine, tangent };
  Rotation(const Grid& grid, Of of);

  Known at(std::size_t index, std::span<double> values) const override;

 private:
  AngleTable offsets(std::size_t from) const;

  Of of_;
  std::vector<Angle> centres_;
  std::vector<double> sine_high_, sine_low_, cosine_high_, cosine_low_;
};

}  // namespace classay::certified
