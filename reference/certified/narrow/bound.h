// Computes the bound of a block model, term by term, as derived in docs/certified-reference.md. It is a pure function of the
// coefficients and of the reach of the block. It is computed in double, and covers its own roundings.
#pragma once

#include <array>
#include <cstdint>

namespace classay::certified {

inline constexpr int kMaxDegree = 10;
inline constexpr double kUnit = 0x1p-53;  // u: an operation in double has a relative error of at most u

// f(c + h k) = sum of A_j k^j + remainder. b contains the coefficients of the evaluation, with |A_j - b_j| <= beta_j and
// |remainder| <= M |k|^(d+1).
struct Taylor {
  int degree = 0;
  std::array<double, kMaxDegree + 1> b{};
  std::array<double, kMaxDegree + 1> beta{};
  double remainder = 0;        // M
  bool is_zero_exact = false;  // A_0 is proven to be zero, so that b_0 = beta_0 = 0
};

// Defects that tests inject into a bound, to prove that they detect them.
enum class Damage : std::uint8_t {
  none,
  no_remainder,
  no_coefficient_rounding,
  no_evaluation_rounding,
  quarter,          // the bound is a quarter of the correct one
  coefficient_ulp,  // b_0 is off by an ulp
  no_tails,         // f64 only: coefficients have one part
  half_ball,        // the remainder covers half of the block
  bare_centre,      // the remainder covers the centre only
  unseen_centre,    // the same, without the assertion that the ball contains the block
};

struct Bound {
  double epsilon = 0;     // infinite if none was found
  double truncation = 0;  // the part that a smaller block reduces
  double radius = 0;      // the part that a higher precision reduces
};

// |p(k) - f| <= epsilon * max(|f|, floor) for all |k| <= reach, if p is evaluated by Horner's rule with one fma per step.
// Case A: no zero is near.
Bound bound_away_from_zero(const Taylor& t, double reach, double floor, Damage damage = Damage::none);
// Case B: the centre is the grid point nearest to a zero. Valid for 1 <= |k| <= reach, and for k = 0 if `has_centre`. If A_0
// is exactly zero, it is valid for all |k| <= reach, integer or not.
Bound bound_at_zero(const Taylor& t, double reach, bool has_centre, Damage damage = Damage::none);
// Case R: 1 / p approximates 1 / f.
Bound bound_of_reciprocal(const Bound& b);

// Returns the relative error of f = g - h, where g has a relative error of `of_g`, and h an absolute error of `of_h`, or a
// relative one if |h| > 1. `largest`: above every |h|; `least`: below every |f|. Infinite if `least` is not positive.
double epsilon_of_difference(double of_g, double of_h, double largest, double least);

}  // namespace classay::certified
