// Evaluates a function by power series around the points of a grid, for functions that cost Arb microseconds per value. Each
// series is made at its first use.
#pragma once

#include <mutex>
#include <vector>

#include "reference/arb/ball.h"
#include "reference/certified/function/function.h"

namespace classay::certified {

class Expansions {
 public:
  // Covers from <= x < to, which must not contain 0. Both are multiples of `spacing`, a power of two.
  Expansions(Series series, double from, double to, double spacing);

  bool covers(double x) const { return from_ <= x && x < to_; }
  // Returns a ball that contains f(x), with a relative radius of about 2^-82. Thread-safe. Precondition: covers(x).
  arb::Ball at(double x) const;

 private:
  struct Cell {
    std::once_flag once;
    // In powers of t = (x - centre) / (spacing / 2). The last coefficient covers the cell, which is Lagrange's remainder.
    std::vector<arb::Ball> coefficients;
  };
  std::vector<arb::Ball> expanded(double centre) const;

  Series series_;
  double from_;
  double to_;
  double spacing_;
  mutable std::vector<Cell> cells_;
};

}  // namespace classay::certified
