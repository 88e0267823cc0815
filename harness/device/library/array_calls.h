// Calls a function of arrays, f(n, x, y), for all inputs of a launch: first one long array, then short ones of all lengths
// up to a few vectors. Each array of arguments ends at memory that cannot be read, and each array of results lies between
// guards, so that a loop that goes beyond n crashes or is seen. Arrays are aligned to their elements only.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "harness/device/library/symbols.h"
#include "harness/process/fenced_memory.h"

namespace classay::library {

class ArrayCalls {
 public:
  // Returns where a function first wrote outside of a result, or into an argument.
  Stray call(const Found& found, const CFunction& function, const Work& work);

 private:
  std::array<FencedMemory, 3> arguments_;
  std::array<FencedMemory, 2> results_;
};

}  // namespace classay::library
