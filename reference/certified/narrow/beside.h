// Provides pieces on which f(x) lies next to x: for example, sin x is slightly nearer to zero. A bound on values cannot show
// the side of x, but the function determines it. The side decides errors of exactly 1 ulp (Known::same_gap in
// bulk/values.h).
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
// For normal x >= 2^e the step is 2^(e-52), the last place of doubles there. The sum is exact because x has 24 bits. For
// subnormal numbers the step is 2^-178, which is 2^-29 of their spacing. The sum then has at most 53 bits, and the step is
// within 2^-52 of the floor of bounds, 2^-126.
struct BesideItself {
  Grid grid;
  double step = 0;     // with the sign of f(x) - x
  bool is_it = false;  // f(x) is nearer to x than a step
};

// Returns nullopt if f(x) is not next to x, or not near enough on all of the grid.
std::optional<BesideItself> beside_itself(const Function& function, const Grid& grid);

// `around_zero` provides the values if f(x) may differ from x by more than 2^-52 |x|. They are kept on f's side of x.
std::unique_ptr<Piece> piece_beside_itself(const BesideItself& beside, std::unique_ptr<Piece> around_zero);

}  // namespace classay::certified
