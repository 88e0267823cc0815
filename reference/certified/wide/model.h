// A function's values over f64, block by block: what wide.h promises.
#pragma once

#include <span>
#include <vector>

#include "reference/certified/wide/block.h"
#include "reference/certified/wide/builder.h"
#include "reference/certified/wide/plan.h"

namespace classay::certified {

class WideModel {
 public:
  explicit WideModel(const Function& function, const WideAim& aim = {});

  const Function& function() const { return function_; }
  const WidePlan& plan() const { return plan_; }

  WideBlock block(std::uint64_t seed, std::uint64_t number) const { return block(plan_.place(seed, number)); }
  WideBlock block(const WidePlace& place) const { return builder_.block(place); }
  // At the inputs of a block of this model's, `count` of them. Thread-safe.
  void values(const WideBlock& block, std::span<double> head, std::span<double> tail) const;
  WideValue single(Bits x) const { return builder_.single().at(x); }

 private:
  void by_angles(const WideBlock& block, std::span<double> head, std::span<double> tail) const;
  void put_single(const WideBlock& block, Bits x, double& head, double& tail) const;

  const Function& function_;
  WideBuilder builder_;
  WidePlan plan_;
  std::vector<WideValue> period_;  // of half turns, for x >= kWidePeriod; the scale is 0
};

}  // namespace classay::certified
