// The loops that go over every result: compiled for several instruction sets, chosen when the program runs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reference/cpu/instruction_set.h"

namespace classay {

struct LaneLoops {
  InstructionSet set;

  // Vectors of `width` elements of `element` bytes, `items` of them: is lane l of each what lanes[l] has, one after the
  // other?
  using Equal = bool (*)(const std::byte* vectors, const std::byte* const* lanes, std::uint64_t items);
  Equal (*equal)(int element, int width);  // nullptr: there is no such width

  // The elements of one lane of `items` vectors, side by side. `vectors` begins with the first of them.
  using Ungroup = void (*)(const std::byte* vectors, std::byte* lane, std::uint64_t items);
  Ungroup (*ungroup)(int element, int width);

  // Elements of two arrays side by side, each in the room that the larger of the two needs. Of the second, three may stand
  // in the room of four (`second_has_gaps`): `count` elements are triples then.
  using Zip = void (*)(const std::byte* first, const std::byte* second, std::byte* pairs, std::uint64_t count);
  Zip (*zip)(int first_element, int second_element, bool second_has_gaps);

  // Is one of the elements this pattern?
  using Contains = bool (*)(const std::byte* elements, std::uint64_t count, std::uint64_t pattern);
  Contains (*contains)(int element);

  // Is one of the elements, without its sign, more than `infinity` and less than `quiet`?
  using Between = bool (*)(const std::byte* elements, std::uint64_t count, std::uint64_t magnitude, std::uint64_t infinity,
                           std::uint64_t quiet);
  Between (*between)(int element);

  // A sum over words of 4 bytes, or of one element where that has fewer: each, and its number, mixed. So it is the same in
  // whatever parts the elements come, and sums of the parts make the sum of the whole. Elements have numbers from `first`
  // on.
  using Digest = std::uint64_t (*)(const std::byte* elements, std::uint64_t count, std::uint64_t first);
  Digest (*digest)(int element);

  static const LaneLoops baseline, avx2, avx512;  // versions.h
};

}  // namespace classay
