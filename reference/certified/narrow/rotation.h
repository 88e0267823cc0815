// Computes sines and cosines of large angles. The angles of a binade are equally spaced. Each is the sum of a centre and one
// of 1,024 offsets, both from tables, and the addition theorems apply.
#pragma once

#include <vector>

#include "reference/certified/narrow/grid.h"
#include "reference/certified/narrow/piece.h"
#include "reference/certified/simd/kernels.h"

namespace classay::certified {

// Returns sine and cosine of x, or of pi x, from Arb. Each error is at most 2^-107 + 2^-120.
Angle angle(double x, bool in_half_turns = false);
// Returns sine and cosine of the sum of two angles.
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
