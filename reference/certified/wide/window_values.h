// Provides the values of a model's block as a source for bulk judging.
#pragma once

#include <algorithm>
#include <array>

#include "reference/bulk/wide_values.h"
#include "reference/certified/wide/block.h"

namespace classay::certified {

// `Model` has values(block, head, tail): WideModel or WidePairModel. Input 0 is the input number `begin` of the block. Model
// and block must outlive this object.
template <class Model, class Block>
class WindowValues : public WideValues {
 public:
  WindowValues(const Model& model, const Block& block, std::size_t begin = 0)
      : model_(model), block_(block), begin_(begin) {}

  WideKnown at(std::uint64_t first, std::span<double> head, std::span<double> tail) const override {
    first += begin_;
    const std::size_t count = std::min<std::uint64_t>(head.size(), block_.count - first);
    if (first == 0) {
      model_.values(block_, head.first(count), tail.first(count));
    } else {
      // A block is always evaluated from its first input.
      std::array<double, kWideCount> heads;
      std::array<double, kWideCount> tails;
      const std::size_t end = first + count;
      model_.values(block_, std::span(heads).first(end), std::span(tails).first(end));
      std::copy_n(heads.begin() + static_cast<std::ptrdiff_t>(first), count, head.begin());
      std::copy_n(tails.begin() + static_cast<std::ptrdiff_t>(first), count, tail.begin());
    }
    return {.count = count, .epsilon = block_.epsilon, .scale = block_.scale};
  }

 private:
  const Model& model_;
  const Block& block_;
  std::size_t begin_;
};

}  // namespace classay::certified
