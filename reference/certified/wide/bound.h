// Computes the bound of a block of f64 inputs, term by term, as derived in docs/certified-reference-f64.md. Values have two
// parts, and so have the lowest coefficients of the polynomial. A pure function, like narrow/bound.h.
#pragma once

#include "reference/certified/narrow/bound.h"
#include "reference/certified/wide/kernels.h"

namespace classay::certified {

// f(c + W t) * 2^-scale = sum of A_j t^j + remainder, |A_j - b_j - l_j| <= beta_j, |remainder| <= M |t|^(D+1). The scale
// makes the larger of A_0 and A_1 about one, for any size of f and x.
struct WideTaylor {
  double b[kWideDegree + 1] = {};
  double l[kWideHeads] = {};
  double beta[kWideDegree + 1] = {};
  double radius[kWideDegree + 1] = {};  // the part of beta that a higher precision reduces
  double remainder = 0;                 // M
  int scale = 0;
  bool is_zero_exact = false;  // A_0 is proven to be zero
};

// The bounds are relative to the normalised value h + l: |h + l - f| <= epsilon |f|. Case A: no zero is near, for all |t| <=
// reach.
Bound wide_bound_away_from_zero(const WideTaylor& t, double reach, Damage damage = Damage::none);
// Case B: the centre is the grid point nearest to a zero. Valid for pace <= |t| <= reach, and for t = 0 if `has_centre`. If
// A_0 is exactly zero, the value at t = 0 is zero too, which the caller handles.
Bound wide_bound_at_zero(const WideTaylor& t, double reach, double pace, bool has_centre, Damage damage = Damage::none);
// Case R: 1 / (h + l) approximates 1 / f.
Bound wide_bound_of_reciprocal(const Bound& b);

}  // namespace classay::certified
