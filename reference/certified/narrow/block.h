// Defines a block: consecutive inputs of a grid with one polynomial in the index, and one bound.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "reference/certified/narrow/bound.h"

namespace classay::certified {

struct Block {
  std::size_t first = 0;  // index in the grid
  std::size_t count = 0;
  double start = 0;  // k of the first input: k = start + (i - first) * pace
  double pace = 1;   // 1, or the step of the grid if k is x itself
  std::array<double, kMaxDegree + 1> b{};
  double epsilon = 0;          // defined in bulk/values.h
  bool same_gap = false;       // defined in bulk/values.h
  double most = kUnbounded;    // largest magnitude of a value; larger results of the polynomial are replaced by it
  bool is_reciprocal = false;  // the value is 1 / p(k)
  // Where f, or 1 / f, is exactly zero, the polynomial gives a zero without its sign. This is the value there.
  std::size_t exact_at = kNowhere;
  double exact_value = 0;

  static constexpr std::size_t kNowhere = ~std::size_t{0};
  static constexpr double kUnbounded = std::numeric_limits<double>::infinity();
};

// Returns a block with one value for all inputs.
inline Block constant_block(std::size_t first, std::size_t count, double value, double epsilon) {
  Block block{.first = first, .count = count, .epsilon = epsilon};
  block.b[0] = value;
  return block;
}

}  // namespace classay::certified
