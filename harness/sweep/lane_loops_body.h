// The loops of lane_loops.h, as each of lane_loops_*.cpp compiles them for its instruction set. All lanes of a vector are
// looked at in one go, because a stride that the compiler knows becomes shuffles, and one that it does not know single
// loads. Everything has internal linkage: the linker would keep one copy for all instruction sets, and might keep the wrong
// one.
#pragma once

#include "harness/sweep/lane_loops.h"

namespace classay {
namespace {

__extension__ typedef unsigned __int128 Pair;  // NOLINT(modernize-use-using): a GNU extension, marked as one

template <class Word>
Word load(const std::byte* p, std::uint64_t at) {
  Word w;
  __builtin_memcpy(&w, p + at * sizeof w, sizeof w);
  return w;
}

template <class Word, int kWidth>
bool equal(const std::byte* vectors, const std::byte* const* lanes, std::uint64_t items) {
  const std::byte* lane[kWidth];
  for (int l = 0; l < kWidth; ++l) lane[l] = lanes[l];
  Word different = 0;
  for (std::uint64_t i = 0; i < items; ++i) {
#pragma GCC unroll 16
    for (int l = 0; l < kWidth; ++l) {
      different |=
          static_cast<Word>(load<Word>(vectors, i * kWidth + static_cast<std::uint64_t>(l)) ^ load<Word>(lane[l], i));
    }
  }
  return different == 0;
}

template <class Word>
LaneLoops::Equal equal_of(int width) {
  switch (width) {
    case 1: return equal<Word, 1>;
    case 2: return equal<Word, 2>;
    case 3: return equal<Word, 3>;
    case 4: return equal<Word, 4>;
    case 8: return equal<Word, 8>;
    case 16: return equal<Word, 16>;
    default: return nullptr;
  }
}

template <class Word>
bool contains(const std::byte* elements, std::uint64_t count, std::uint64_t pattern) {
  const auto sought = static_cast<Word>(pattern);
  Word found = 0;
  for (std::uint64_t i = 0; i < count; ++i) found |= static_cast<Word>(load<Word>(elements, i) == sought);
  return found != 0;
}

inline LaneLoops::Equal equal_for(int element, int width) {
  switch (element) {
    case 1: return equal_of<std::uint8_t>(width);
    case 2: return equal_of<std::uint16_t>(width);
    case 4: return equal_of<std::uint32_t>(width);
    case 8: return equal_of<std::uint64_t>(width);
    case 16: return equal_of<Pair>(width);
    default: return nullptr;
  }
}

inline LaneLoops::Contains contains_for(int element) {
  switch (element) {
    case 1: return contains<std::uint8_t>;
    case 2: return contains<std::uint16_t>;
    case 4: return contains<std::uint32_t>;
    case 8: return contains<std::uint64_t>;
    default: return nullptr;
  }
}

}  // namespace
}  // namespace classay
