// Pieces on which f(x) stands beside x itself: sin x is x and a little less. No bound on values says on which side of x it
// is, but the function does, and errors of exactly 1 ulp are decided by it (Known::same_gap of bulk/values.h).
#pragma once

#include <memory>
#include <optional>

#include "reference/certified/function/function.h"
#include "reference/certified/narrow/grid.h"
#include "reference/certified/narrow/piece.h"

namespace classay::certified {

// The number beside x that has its value moved to: x + by(x), which no number of the format, nor one that is halfway between
// two, is. Of one octave.
//
// For normal x >= 2^e the step is 2^(e-52), the last place of doubles there: x has 24 bits, so the sum is exact. Among the
// subnormal numbers it is 2^-178, 2^-29 of their spacing: the sum has 53 bits at most, and the step is within 2^-52 of the
// floor of bounds, 2^-126.
struct BesideItself {
  Grid grid;
  double step = 0;     // with the sign of f(x) - x
  bool is_it = false;  // f(x) is nearer to x than a step

  double at(std::size_t index) const { return grid.at(static_cast<double>(index)) + step; }
};

// nullopt: the function does not stand beside x on this grid, or not near enough for all of it.
std::optional<BesideItself> beside_itself(const Function& function, const Grid& grid);

// `around_zero`: the values where x is not the value to within 2^-52, kept on their side of x.
std::unique_ptr<Piece> piece_beside_itself(const BesideItself& beside, std::unique_ptr<Piece> around_zero);

}  // namespace classay::certified
