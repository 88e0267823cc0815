// Selects the blocks of a run over f64 for functions of two arguments. Number 0, 1, ... of a plan is a place: the fixed
// argument, and the position of the varying one. A pure function of the seed and the number.
//
// Of eight consecutive numbers:
//   powers  Three have results of all binades in turn, from far below the subnormals to beyond overflow. One has x next
//           to 1, at all distances from 2^-1 to 2^-52, and results of all binades, so that y is as large as 2^62. One has
//           results that overflow, become subnormal, or vanish. One has an exponent of few bits and x of both signs, or x
//           next to -1 and large y of which not all are integers. One has results next to 1. One is random.
//   roots   Four have n = 1, -1, ... 64, -64 in turn and x of all octaves in turn. Two have n of all sizes. One has n and x
//           at the ends of their ranges. One is random.
//   planes  (atan2, atan2pi, hypot) Two have arguments of any octaves, those of the varying one in turn. Two are at most 64
//           binades apart, one is at any distance, in turn. One has arguments that differ by 0 to 2^51 ulp. One has both at
//           an end of the range. One is random. Signs take turns.
#pragma once

#include "reference/certified/pairs/function.h"
#include "reference/certified/wide/builder.h"

namespace classay::certified {

struct WidePairPlace {
  Varies varies = Varies::first;
  Bits fixed = 0;   // the pattern of the fixed argument: of f64, or of i32 if the function takes one
  WidePlace place;  // position of the varying argument
};

class WidePairPlan {
 public:
  explicit WidePairPlan(const PairFunction& function) : function_(function) {}

  WidePairPlace place(std::uint64_t seed, std::uint64_t number) const;

 private:
  const PairFunction& function_;
};

}  // namespace classay::certified
