// Provides blocks of values of a function of one argument at any place in f64, with the guarantees of block.h. The function
// may have a second argument that is fixed.
#pragma once

#include <span>
#include <vector>

#include "reference/certified/wide/block.h"
#include "reference/certified/wide/builder.h"

namespace classay::certified {

class WideLine {
 public:
  // The function must outlive this object.
  explicit WideLine(const Function& function, const WideAim& aim = {});

  const Function& function() const { return function_; }

  WideBlock block(const WidePlace& place) const { return builder_.block(place); }
  bool has_angles(const WidePlace& place) const { return builder_.has_angles(place); }
  // Computes the values at the inputs of a block of this line; the spans have `count` elements. Thread-safe.
  void values(const WideBlock& block, std::span<double> head, std::span<double> tail) const;
  WideValue single(Bits x) const { return builder_.single().at(x); }

 private:
  void by_angles(const WideBlock& block, std::span<double> head, std::span<double> tail) const;
  void put_single(const WideBlock& block, Bits x, double& head, double& tail) const;

  const Function& function_;
  WideBuilder builder_;
  std::vector<WideValue> period_;  // for half turns and x >= kWidePeriod; the scale is 0
};

}  // namespace classay::certified
