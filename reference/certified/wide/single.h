// Computes the value of a function at one f64 input with Arb, for inputs without a block, and for results that a block's
// bound leaves undecided.
#pragma once

#include <span>

#include "reference/certified/function/function.h"
#include "reference/certified/wide/block.h"
#include "reference/certified/wide/expansions.h"

namespace classay::certified {

class WideSingle {
 public:
  explicit WideSingle(const Function& function);

  // The relative error is at most 2^-76, or `epsilon` if it is smaller. The tail is NaN if Arb cannot reach it, or if rules
  // prescribe the result.
  WideValue at(Bits x, double epsilon = 0x1p-76) const;

 private:
  using Scalar = void (*)(arb_t result, const arb_t x, slong precision);

  WideValue positive(double x, double epsilon) const;
  WideValue by_arb(double x, double epsilon) const;

  const Function& function_;
  Scalar scalar_ = nullptr;                 // faster than the series, if it exists
  std::span<const Expansions> expansions_;  // faster than both, if they cover x
};

}  // namespace classay::certified
