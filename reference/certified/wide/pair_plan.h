// Which blocks a run over f64 is made of, for functions of two arguments: number 0, 1, ... of a plan is a place, which says
// what one argument is and where the other one varies. A pure function of the seed and the number.
//
// Of eight consecutive numbers
//   powers  three have results of all binades in turn, from far below the subnormals to past overflow; one has x next to 1,
//           at all distances from 2^-1 to 2^-52, and results of all binades, so that y is as large as 2^62; one lies where
//           results overflow, become subnormal, or vanish; one has an exponent of few bits and x of both signs, or x next to
//           -1 and integers so large that they are not all; one has results next to 1; one is anywhere.
//   roots   four are of n = 1, -1, ... 64, -64 in turn and x of all octaves in turn, two of n of all sizes, one has n and
//           x at the ends of their ranges, one is anywhere.
//   planes  (atan2, atan2pi, hypot) two have arguments of any octaves, those of the varying one in turn; two are at most 64
//           binades from each other, one at any distance, in turn; one has arguments that differ by 0 to 2^51 ulps; one has
//           both at an end of the range; one is anywhere. Signs take turns.
#pragma once

#include "reference/certified/pairs/function.h"
#include "reference/certified/wide/builder.h"

namespace classay::certified {

struct WidePairPlace {
  Varies varies = Varies::first;
  Bits fixed = 0;   // the pattern of the other argument: of f64, or of i32 if that is what the function takes
  WidePlace place;  // where the one that varies is
};

class WidePairPlan {
 public:
  explicit WidePairPlan(const PairFunction& function) : function_(function) {}

  WidePairPlace place(std::uint64_t seed, std::uint64_t number) const;

 private:
  const PairFunction& function_;
};

}  // namespace classay::certified
