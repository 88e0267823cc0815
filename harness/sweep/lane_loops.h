// The loops that go over every result: compiled for several instruction sets, chosen when the program runs.
#pragma once

#include <cstddef>
#include <cstdint>

namespace classay {

struct LaneLoops {
  // Vectors of `width` elements of `element` bytes, `items` of them: is lane l of each what lanes[l] has, one after the
  // other?
  using Equal = bool (*)(const std::byte* vectors, const std::byte* const* lanes, std::uint64_t items);
  Equal (*equal)(int element, int width);  // nullptr: there is no such width

  // Is one of the elements this pattern?
  using Contains = bool (*)(const std::byte* elements, std::uint64_t count, std::uint64_t pattern);
  Contains (*contains)(int element);
};

// The best set that this machine has.
const LaneLoops& lane_loops();

}  // namespace classay
