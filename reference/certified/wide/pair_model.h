// Provides values of a function of two arguments over f64 in blocks: one argument is fixed, and the other runs through a
// window. The guarantees of block.h and its use are the same as for one argument (wide/model.h). inputs(block) returns the
// varying argument, and errors_of takes the block.
#pragma once

#include <memory>

#include "reference/certified/wide/line.h"
#include "reference/certified/wide/pair_plan.h"

namespace classay::certified {

// The function that remains with one argument fixed, as a line.
struct WideSlice {
  WideSlice(Slice s, const WideAim& aim) : slice(std::move(s)), line(slice.function, aim) {}
  WideSlice(const WideSlice&) = delete;
  WideSlice& operator=(const WideSlice&) = delete;

  Slice slice;
  WideLine line;
};

struct WidePairBlock : WideBlock {
  Varies varies = Varies::first;
  Bits fixed = 0;  // the pattern of the fixed argument
  std::shared_ptr<const WideSlice> slice;
};

class WidePairModel {
 public:
  // The function must outlive this object, as those of pair_functions() do.
  explicit WidePairModel(const PairFunction& function, const WideAim& aim = {})
      : function_(function), aim_(aim), plan_(function) {}

  const PairFunction& function() const { return function_; }
  const WidePairPlan& plan() const { return plan_; }

  WidePairBlock block(std::uint64_t seed, std::uint64_t number) const { return block(plan_.place(seed, number)); }
  WidePairBlock block(const WidePairPlace& place) const;
  // Computes the values at the inputs of a block of this model; the spans have `count` elements. Thread-safe.
  void values(const WidePairBlock& block, std::span<double> head, std::span<double> tail) const;
  // y is the pattern of an i32 if the function takes one.
  WideValue single(Bits x, Bits y) const;

 private:
  const PairFunction& function_;
  WideAim aim_;
  WidePairPlan plan_;
};

}  // namespace classay::certified
