// The values of a function of one argument over f64, wherever a block of them is wanted: what block.h promises. The function
// may be one of two arguments of which one is fixed.
#pragma once

#include <span>
#include <vector>

#include "reference/certified/wide/block.h"
#include "reference/certified/wide/builder.h"

namespace classay::certified {

class WideLine {
 public:
  // The function has to outlive it.
  explicit WideLine(const Function& function, const WideAim& aim = {});

  const Function& function() const { return function_; }

  WideBlock block(const WidePlace& place) const { return builder_.block(place); }
  bool has_angles(const WidePlace& place) const { return builder_.has_angles(place); }
  // At the inputs of a block of this line's, `count` of them. Thread-safe.
  void values(const WideBlock& block, std::span<double> head, std::span<double> tail) const;
  WideValue single(Bits x) const { return builder_.single().at(x); }

 private:
  void by_angles(const WideBlock& block, std::span<double> head, std::span<double> tail) const;
  void put_single(const WideBlock& block, Bits x, double& head, double& tail) const;

  const Function& function_;
  WideBuilder builder_;
  std::vector<WideValue> period_;  // of half turns, for x >= kWidePeriod; the scale is 0
};

}  // namespace classay::certified
