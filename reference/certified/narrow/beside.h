// Pieces on which f(x) lies next to x itself: sin x is slightly nearer to zero. No bound on values shows the side of x, but
// the function determines it, and the side decides errors of exactly 1 ulp (Known::same_gap of bulk/values.h).
#pragma once

#include <memory>
#include <optional>

#include "reference/certified/function/function.h"
#include "reference/certified/narrow/grid.h"
#include "reference/certified/narrow/piece.h"

namespace classay::certified {

// The number next to x to which values are moved: x + step. It is neither a number of the format nor halfway between two of
// them. One object serves one octave.
//
// For normal x >= 2^e the step is 2^(e-52), the last place of doubles there: x has 24 bits, so the sum is exact. Among the
// subnormal numbers it is 2^-178, 2^-29 of their spacing: the sum has 53 bits at most, and the step is within 2^-52 of the
// floor of bounds, 2^-126.
struct BesideItself {
  Grid grid;
  double step = 0;     // with the sign of f(x) - x
  bool is_it = false;  // f(x) is nearer to x than a step
};

// nullopt: f(x) does not lie next to x on this grid, or is not near enough to x on all of it.
std::optional<BesideItself> beside_itself(const Function& function, const Grid& grid);

// `around_zero`: the values where x differs from f(x) by more than 2^-52 |x|. They are kept on f's side of x.
std::unique_ptr<Piece> piece_beside_itself(const BesideItself& beside, std::unique_ptr<Piece> around_zero);

}  // namespace classay::certified
