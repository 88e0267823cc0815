// Values of a function by power series around the points of a grid, each made when it is first asked for: for functions that
// Arb takes microseconds for, one value after the other.
#pragma once

#include <mutex>
#include <vector>

#include "reference/arb/ball.h"
#include "reference/certified/function/series.h"

namespace classay::certified {

class Expansions {
 public:
  // On from <= x < to, which does not contain 0, both multiples of `spacing`, a power of two.
  Expansions(Series series, double from, double to, double spacing);

  bool covers(double x) const { return from_ <= x && x < to_; }
  // Contains f(x), with a radius of about 2^-82 of it. Thread-safe. Precondition: covers(x).
  arb::Ball at(double x) const;

 private:
  struct Cell {
    std::once_flag once;
    // Of t = (x - centre) / (spacing / 2); the last one over all of the cell, which is Lagrange's remainder.
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
