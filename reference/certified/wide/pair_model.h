// The values of a function of two arguments over f64, block by block: one argument is fixed, and the other one runs through
// a window. What block.h promises, and the ways to use it, are the same as for one argument (wide/model.h): inputs(block)
// are those of the argument that varies, and errors_of takes the block.
#pragma once

#include <memory>

#include "reference/certified/wide/line.h"
#include "reference/certified/wide/pair_plan.h"

namespace classay::certified {

// What remains of a function when an argument is fixed, as a line.
struct WideSlice {
  WideSlice(Slice s, const WideAim& aim) : slice(std::move(s)), line(slice.function, aim) {}
  WideSlice(const WideSlice&) = delete;
  WideSlice& operator=(const WideSlice&) = delete;

  Slice slice;
  WideLine line;
};

struct WidePairBlock : WideBlock {
  Varies varies = Varies::first;
  Bits fixed = 0;  // the pattern of the other argument
  std::shared_ptr<const WideSlice> slice;
};

class WidePairModel {
 public:
  // The function has to outlive it; those of pair_functions() do.
  explicit WidePairModel(const PairFunction& function, const WideAim& aim = {})
      : function_(function), aim_(aim), plan_(function) {}

  const PairFunction& function() const { return function_; }
  const WidePairPlan& plan() const { return plan_; }

  WidePairBlock block(std::uint64_t seed, std::uint64_t number) const { return block(plan_.place(seed, number)); }
  WidePairBlock block(const WidePairPlace& place) const;
  // At the inputs of a block of this model's, `count` of them. Thread-safe.
  void values(const WidePairBlock& block, std::span<double> head, std::span<double> tail) const;
  // y: the pattern of an i32 if that is what the function takes.
  WideValue single(Bits x, Bits y) const;

 private:
  const PairFunction& function_;
  WideAim aim_;
  WidePairPlan plan_;
};

}  // namespace classay::certified
