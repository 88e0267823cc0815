// Declares the loops over every result, compiled for several instruction sets and selected at run time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "reference/cpu/instruction_set.h"

namespace classay {

struct LaneLoops {
  InstructionSet set;

  // Compares `items` vectors of `width` elements of `element` bytes: returns whether lane l of the vectors equals lanes[l].
  using Equal = bool (*)(const std::byte* vectors, const std::byte* const* lanes, std::uint64_t items);
  Equal (*equal)(int element, int width);  // nullptr: unsupported width

  // Copies the elements of one lane of `items` vectors into an array. `vectors` begins with the first of them.
  using Ungroup = void (*)(const std::byte* vectors, std::byte* lane, std::uint64_t items);
  Ungroup (*ungroup)(int element, int width);

  // Interleaves the elements of two arrays, each padded to the larger of the two sizes. With `second_has_gaps`, the second
  // array stores three elements in the space of four, and `count` counts triples.
  using Zip = void (*)(const std::byte* first, const std::byte* second, std::byte* pairs, std::uint64_t count);
  Zip (*zip)(int first_element, int second_element, bool second_has_gaps);

  // Splits such pairs into two arrays.
  using Unzip = void (*)(const std::byte* pairs, std::byte* first, std::byte* second, std::uint64_t count);
  Unzip (*unzip)(int first_element, int second_element);

  // Returns whether each int equals its number. A NaN equals every int.
  bool (*are_ints)(const std::byte* ints, const double* numbers, std::uint64_t count);

  using Contains = bool (*)(const std::byte* elements, std::uint64_t count, std::uint64_t pattern);
  Contains (*contains)(int element);

  // Returns whether one of the elements, without its sign, is greater than `infinity` and less than `quiet`.
  using Between = bool (*)(const std::byte* elements, std::uint64_t count, std::uint64_t magnitude, std::uint64_t infinity,
                           std::uint64_t quiet);
  Between (*between)(int element);

  // Sums over words of 4 bytes, or over elements if they are smaller, each mixed with its number. The sum does not depend on
  // how the elements are split into parts. Numbers of elements begin at `first`.
  using Digest = std::uint64_t (*)(const std::byte* elements, std::uint64_t count, std::uint64_t first);
  Digest (*digest)(int element);

  static const LaneLoops baseline, avx2, avx512;  // versions.h
};

}  // namespace classay
