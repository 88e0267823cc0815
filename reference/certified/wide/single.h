// Computes the value of a function at one f64 input with Arb, for inputs without a block, and for results that a block's
// bound leaves undecided.
#pragma once

#include <memory>

#include "reference/certified/function/function.h"
#include "reference/certified/wide/block.h"

namespace classay::certified {

class WideSingle {
 public:
  explicit WideSingle(const Function& function);

  // The relative error is at most 2^-76, or `epsilon` if it is smaller. The tail is NaN if Arb cannot reach it, or if rules
  // prescribe the result.
  WideValue at(Bits x, double epsilon = 0x1p-76) const;

 private:
  WideValue positive(double x, double epsilon) const;
  WideValue by_arb(double x, double epsilon) const;

  const Function& function_;
  struct Means;
  std::shared_ptr<const Means> means_;  // faster than the series, if they exist
};

}  // namespace classay::certified
