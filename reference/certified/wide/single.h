// The value of a function at one f64 input, by Arb: for inputs that no block takes, and for those that a block's bound
// leaves undecided.
#pragma once

#include <span>

#include "reference/certified/function/function.h"
#include "reference/certified/wide/block.h"
#include "reference/certified/wide/expansions.h"

namespace classay::certified {

class WideSingle {
 public:
  explicit WideSingle(const Function& function);

  // To a relative 2^-76, or better where `epsilon` asks for that; open (the tail is NaN) where Arb can not, and for what
  // rules prescribe.
  WideValue at(Bits x, double epsilon = 0x1p-76) const;

 private:
  using Scalar = void (*)(arb_t result, const arb_t x, slong precision);

  WideValue positive(double x, double epsilon) const;
  WideValue by_arb(double x, double epsilon) const;

  const Function& function_;
  Scalar scalar_ = nullptr;                 // faster than the series, if there is one
  std::span<const Expansions> expansions_;  // where they cover x, faster than both
};

}  // namespace classay::certified
