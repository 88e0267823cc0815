// Defines a piece: the values of a function on one grid, computed in the way that suits the function there.
#pragma once

#include "reference/bulk/values.h"

namespace classay::certified {

class Piece {
 public:
  Piece() = default;
  Piece(const Piece&) = delete;
  Piece& operator=(const Piece&) = delete;
  virtual ~Piece() = default;

  // Returns values at the grid's inputs index, index + 1, ..., as many as share a bound. Precondition: they are inputs of
  // the grid.
  virtual Known at(std::size_t index, std::span<double> values) const = 0;
};

}  // namespace classay::certified
