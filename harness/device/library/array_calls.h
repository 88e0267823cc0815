// Calls a function of arrays, f(n, x, y), for all inputs of a launch: first one long array, then short ones of all lengths
// up to a few vectors. Each array of arguments ends at memory that cannot be read, and each array of results lies between
// guards, so that a loop that goes beyond n crashes or is seen. Arrays are aligned to their elements only.
#pragma once

#include <array>
#include <memory>
#include <string_view>

#include "harness/device/library/symbols.h"

namespace classay::library {

// Memory between two pages that cannot be accessed. It grows, and is reused for the next array.
class FencedMemory {
 public:
  FencedMemory() = default;
  FencedMemory(const FencedMemory&) = delete;
  FencedMemory& operator=(const FencedMemory&) = delete;
  ~FencedMemory();

  // Throws DeviceError(out_of_resources). The content is undefined.
  std::byte* before_fence(std::size_t bytes);  // ends at the page behind
  std::byte* behind_fence(std::size_t bytes);  // begins at the page in front

 private:
  void reserve(std::size_t bytes);
  void release();

  std::byte* begin_ = nullptr;  // between the two pages
  std::size_t bytes_ = 0;
};

class ArrayCalls {
 public:
  // Returns where a function first wrote outside of a result, or into an argument.
  Stray call(const Found& found, const CFunction& function, const Work& work);

 private:
  std::array<FencedMemory, 3> arguments_;
  std::array<FencedMemory, 2> results_;
};

}  // namespace classay::library
