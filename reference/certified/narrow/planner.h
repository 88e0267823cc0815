// Cuts a grid into blocks: each as large as its bound allows, the size controlled by the bound like the step of an ODE
// solver.
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
  std::size_t first_size = 4096;  // of the first block that is tried on a grid
};

class Planner {
 public:
  Planner(const Function& function, const Aim& aim) : function_(function), aim_(aim) {}

  // Every input of the grid, once, in order.
  std::vector<Block> plan(const Grid& grid) const;

  // One block around zero in the variable x itself, or none: `reach` is the power of two that it holds below.
  struct AroundZero {
    Block block;
    double reach = 0;
  };
  AroundZero around_zero() const;

  // The whole grid, where f is so near a power of two, and all on one side of it, that one value says as much as many.
  std::optional<Block> beside_power(const Grid& grid) const;

  // One value, to at most 2^-52 of it. NaN where there is no value.
  Block point(const Grid& grid, std::size_t index) const;

 private:
  struct Trial;
  class Run;

  const BelowPower* below_power(const Grid& grid, std::size_t at, std::size_t& end) const;

  const Function& function_;
  Aim aim_;
};

}  // namespace classay::certified
