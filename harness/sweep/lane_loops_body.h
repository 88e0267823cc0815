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

// Weights that have nothing to do with each other: a multiplicative hash of 32 bits with two rounds (constants from the
// search of C. Wellons, "Prospecting for hash functions").
inline std::uint32_t mixed(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352dU;
  x = (x ^ (x >> 15)) * 0x846ca68bU;
  return x ^ (x >> 16);
}

// Elements of more than 4 bytes are `kParts` words.
template <class Word, int kParts>
std::uint64_t digest(const std::byte* elements, std::uint64_t count, std::uint64_t first) {
  std::uint64_t sum = 0;
  const std::uint64_t begin = first * kParts;
  const std::uint64_t end = begin + count * kParts;
  // In pieces whose words' numbers differ in their low 32 bits only.
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t stop = std::uint64_t{(at >> 32) + 1} << 32;
    const std::uint64_t words = (stop < end ? stop : end) - at;
    const std::uint32_t key = mixed(static_cast<std::uint32_t>(at >> 32));
    const auto low = static_cast<std::uint32_t>(at);
    const std::byte* from = elements + (at - begin) * sizeof(Word);
    for (std::uint64_t i = 0; i < words; ++i) {
      const std::uint32_t weight = mixed((low + static_cast<std::uint32_t>(i)) ^ key);
      const std::uint32_t value = static_cast<std::uint32_t>(load<Word>(from, i)) ^ (weight * 0x9e3779b1U);
      sum += static_cast<std::uint64_t>(value) * (weight | 1U);
    }
    at += words;
  }
  return sum;
}

inline LaneLoops::Digest digest_for(int element) {
  switch (element) {
    case 1: return digest<std::uint8_t, 1>;
    case 2: return digest<std::uint16_t, 1>;
    case 4: return digest<std::uint32_t, 1>;
    case 8: return digest<std::uint32_t, 2>;
    case 16: return digest<std::uint32_t, 4>;
    default: return nullptr;
  }
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
