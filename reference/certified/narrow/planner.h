// Divides a grid into blocks. Like the step of an ODE solver, the bound controls the size: each block is as large as
// allowed.
#pragma once

#include <optional>
#include <vector>

#include "reference/certified/function/function.h"
#include "reference/certified/narrow/block.h"
#include "reference/certified/narrow/grid.h"

namespace classay::certified {

struct Aim {
  int degree = 6;
  double epsilon = 0x1p-50;
  double floor = 0x1p-126;
  Damage damage = Damage::none;
  std::size_t first_size = 4096;  // size of the first block that is tried on a grid
};

class Planner {
 public:
  Planner(const Function& function, const Aim& aim) : function_(function), aim_(aim) {}

  // Returns blocks that contain every input of the grid once, in order.
  std::vector<Block> plan(const Grid& grid) const;

  // One block around zero in the variable x itself, or none. It is valid below `reach`, a power of two.
  struct AroundZero {
    Block block;
    double reach = 0;
  };
  AroundZero around_zero() const;

  // Returns one block for the grid if f is near a power of two and on one side of it, so that one value represents all.
  std::optional<Block> beside_power(const Grid& grid) const;

  // Returns one value with a relative error of at most 2^-52. NaN if it cannot be computed.
  Block point(const Grid& grid, std::size_t index) const;

 private:
  struct Trial;
  class Run;

  const BelowPower* below_power(const Grid& grid, std::size_t at, std::size_t& end) const;

  const Function& function_;
  Aim aim_;
};

}  // namespace classay::certified
