// The bound of a block model, term by term, as docs/certified-reference.md derives it. A pure function of the coefficients
// and of how far the block reaches; computed in double, with all roundings of the computation itself covered.
#pragma once

#include <array>
#include <cstdint>

namespace classay::certified {

inline constexpr int kMaxDegree = 10;
inline constexpr double kUnit = 0x1p-53;  // u: an operation in double is off by at most u of its result

// f(c + h k) = sum of A_j k^j + remainder. b: what the evaluation uses; beta: |A_j - b_j| at most; remainder: |.| <= M
// |k|^(d+1).
struct Taylor {
  int degree = 0;
  std::array<double, kMaxDegree + 1> b{};
  std::array<double, kMaxDegree + 1> beta{};
  double remainder = 0;        // M
  bool is_zero_exact = false;  // A_0 is proven to be zero, so that b_0 = beta_0 = 0
};

// What damages a bound. For tests, which prove that they see it.
enum class Damage : std::uint8_t {
  none,
  no_remainder,
  no_coefficient_rounding,
  no_evaluation_rounding,
  quarter,          // the whole bound
  coefficient_ulp,  // b_0 is off by an ulp
  no_tails,         // in f64: coefficients are in one part
  half_ball,        // the remainder is taken over half of the block
  bare_centre,      // the remainder is taken at the centre only
  unseen_centre,    // the same, past the assertion that the ball contains the block
};

struct Bound {
  double epsilon = 0;     // infinite when there is none
  double truncation = 0;  // the part of it that a smaller block makes smaller
  double radius = 0;      // the part of it that a higher precision makes smaller
};

// |p(k) - f| <= epsilon * max(|f|, floor) for all |k| <= reach, p evaluated by Horner's rule with one fma a step.
// Case A, no zero near.
Bound bound_away_from_zero(const Taylor& t, double reach, double floor, Damage damage = Damage::none);
// Case B, the centre is the grid point nearest a zero: for 1 <= |k| <= reach, and for k = 0 if `has_centre`. If A_0 is
// exactly zero, for all |k| <= reach, whole or not.
Bound bound_at_zero(const Taylor& t, double reach, bool has_centre, Damage damage = Damage::none);
// Case R: of 1 / p for 1 / f.
Bound bound_of_reciprocal(const Bound& b);

}  // namespace classay::certified
