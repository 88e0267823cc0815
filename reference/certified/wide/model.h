// Provides a function's values over f64 in blocks, from a plan that reaches all of it.
#pragma once

#include "reference/certified/wide/line.h"
#include "reference/certified/wide/plan.h"

namespace classay::certified {

class WideModel {
 public:
  explicit WideModel(const Function& function, const WideAim& aim = {}) : line_(function, aim), plan_(function) {}

  const Function& function() const { return line_.function(); }
  const WidePlan& plan() const { return plan_; }

  WideBlock block(std::uint64_t seed, std::uint64_t number) const { return block(plan_.place(seed, number)); }
  WideBlock block(const WidePlace& place) const { return line_.block(place); }
  bool has_angles(const WidePlace& place) const { return line_.has_angles(place); }
  // Computes the values at the inputs of a block of this model; the spans have `count` elements. Thread-safe.
  void values(const WideBlock& block, std::span<double> head, std::span<double> tail) const {
    line_.values(block, head, tail);
  }
  WideValue single(Bits x) const { return line_.single(x); }

 private:
  WideLine line_;
  WidePlan plan_;
};

}  // namespace classay::certified
