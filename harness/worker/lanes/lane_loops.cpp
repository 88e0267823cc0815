// Defines the loops of lane_loops.h, compiled once for each instruction set. All lanes of a vector are processed together: a
// stride that the compiler knows becomes shuffles, an unknown one single loads. Everything has internal linkage. If not, the
// linker would keep one copy for all instruction sets, perhaps the wrong one.
#include "harness/worker/lanes/lane_loops.h"

#include "kernels/digest.h"

namespace classay {
namespace {

using digest_words::key_of_group;
using digest_words::kGroup;
using digest_words::mixed;
using digest_words::value_of_place;
using digest_words::weight_of_place;

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

template <class Word, int kWidth>
void ungroup(const std::byte* __restrict vectors, std::byte* __restrict lane, std::uint64_t items) {
  for (std::uint64_t i = 0; i < items; ++i) {
    const Word w = load<Word>(vectors, i * kWidth);
    __builtin_memcpy(lane + i * sizeof w, &w, sizeof w);
  }
}

template <template <class, int> class Of, class Word>
auto of_width(int width) -> decltype(Of<Word, 1>::kLoop) {
  switch (width) {
    case 1: return Of<Word, 1>::kLoop;
    case 2: return Of<Word, 2>::kLoop;
    case 3: return Of<Word, 3>::kLoop;
    case 4: return Of<Word, 4>::kLoop;
    case 8: return Of<Word, 8>::kLoop;
    case 16: return Of<Word, 16>::kLoop;
    default: return nullptr;
  }
}

template <template <class, int> class Of>
auto of_element(int element, int width) -> decltype(Of<std::uint8_t, 1>::kLoop) {
  switch (element) {
    case 1: return of_width<Of, std::uint8_t>(width);
    case 2: return of_width<Of, std::uint16_t>(width);
    case 4: return of_width<Of, std::uint32_t>(width);
    case 8: return of_width<Of, std::uint64_t>(width);
    case 16: return of_width<Of, Pair>(width);
    default: return nullptr;
  }
}

template <class Word, int kWidth>
struct EqualOf {
  static constexpr LaneLoops::Equal kLoop = equal<Word, kWidth>;
};
template <class Word, int kWidth>
struct UngroupOf {
  static constexpr LaneLoops::Ungroup kLoop = ungroup<Word, kWidth>;
};
inline LaneLoops::Equal equal_for(int element, int width) { return of_element<EqualOf>(element, width); }
inline LaneLoops::Ungroup ungroup_for(int element, int width) { return of_element<UngroupOf>(element, width); }

template <std::uint64_t kBytes>
struct WordOf;
template <>
struct WordOf<4> {
  using Type = std::uint32_t;
};
template <>
struct WordOf<8> {
  using Type = std::uint64_t;
};
template <>
struct WordOf<16> {
  using Type = Pair;
};

// Uses `kUsed` elements of each `kRoom` of the second array. Compilers can vectorise a loop that writes both as one word.
template <class First, class Second, std::uint64_t kUsed, std::uint64_t kRoom>
void zip(const std::byte* __restrict first, const std::byte* __restrict second, std::byte* __restrict pairs,
         std::uint64_t count) {
  constexpr std::uint64_t part = sizeof(First) > sizeof(Second) ? sizeof(First) : sizeof(Second);
  using Both = typename WordOf<2 * part>::Type;
  for (std::uint64_t i = 0; i < count; ++i) {
#pragma GCC unroll 3
    for (std::uint64_t k = 0; k < kUsed; ++k) {
      const std::uint64_t at = i * kUsed + k;
      const Both both = static_cast<Both>(load<First>(first, at)) | static_cast<Both>(load<Second>(second, i * kRoom + k))
                                                                        << (8 * part);
      __builtin_memcpy(pairs + at * sizeof both, &both, sizeof both);
    }
  }
}

template <class First, class Second>
LaneLoops::Zip zip_of(bool second_has_gaps) {
  return second_has_gaps ? zip<First, Second, 3, 4> : zip<First, Second, 1, 1>;
}

// For results of one format, or a number and an int.
inline LaneLoops::Zip zip_for(int first_element, int second_element, bool second_has_gaps) {
  switch (first_element * 10 + second_element) {
    case 22: return zip_of<std::uint16_t, std::uint16_t>(second_has_gaps);
    case 24: return zip_of<std::uint16_t, std::uint32_t>(second_has_gaps);
    case 44: return zip_of<std::uint32_t, std::uint32_t>(second_has_gaps);
    case 84: return zip_of<std::uint64_t, std::uint32_t>(second_has_gaps);
    case 88: return zip_of<std::uint64_t, std::uint64_t>(second_has_gaps);
    default: return nullptr;
  }
}

template <class First, class Second>
void unzip(const std::byte* __restrict pairs, std::byte* __restrict first, std::byte* __restrict second,
           std::uint64_t count) {
  constexpr std::uint64_t part = sizeof(First) > sizeof(Second) ? sizeof(First) : sizeof(Second);
  using Both = typename WordOf<2 * part>::Type;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Both both = load<Both>(pairs, i);
    const auto a = static_cast<First>(both);
    const auto b = static_cast<Second>(both >> (8 * part));
    __builtin_memcpy(first + i * sizeof a, &a, sizeof a);
    __builtin_memcpy(second + i * sizeof b, &b, sizeof b);
  }
}

inline LaneLoops::Unzip unzip_for(int first_element, int second_element) {
  switch (first_element * 10 + second_element) {
    case 22: return unzip<std::uint16_t, std::uint16_t>;
    case 24: return unzip<std::uint16_t, std::uint32_t>;
    case 44: return unzip<std::uint32_t, std::uint32_t>;
    case 84: return unzip<std::uint64_t, std::uint32_t>;
    case 88: return unzip<std::uint64_t, std::uint64_t>;
    default: return nullptr;
  }
}

inline bool equal_ints(const std::byte* ints, const double* numbers, std::uint64_t count) {
  std::int64_t all = 1;
  for (std::uint64_t i = 0; i < count; ++i) {
    const double number = numbers[i];
    const double got = load<std::int32_t>(ints, i);
    all &= static_cast<std::int64_t>(got == number) | static_cast<std::int64_t>(number != number);
  }
  return all != 0;
}

template <class Word>
bool contains(const std::byte* elements, std::uint64_t count, std::uint64_t pattern) {
  const auto sought = static_cast<Word>(pattern);
  Word found = 0;
  for (std::uint64_t i = 0; i < count; ++i) found |= static_cast<Word>(load<Word>(elements, i) == sought);
  return found != 0;
}

// One comparison suffices: values up to the lower end wrap around.
template <class Word>
bool between(const std::byte* elements, std::uint64_t count, std::uint64_t magnitude, std::uint64_t infinity,
             std::uint64_t quiet) {
  const auto without_sign = static_cast<Word>(magnitude);
  const auto first = static_cast<Word>(infinity + 1);
  const auto fewer = static_cast<Word>(quiet - infinity - 1);
  Word found = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto beyond = static_cast<Word>((load<Word>(elements, i) & without_sign) - first);
    found |= static_cast<Word>(beyond < fewer);
  }
  return found != 0;
}

struct Weights {
  std::uint32_t of_value[kGroup];
  std::uint32_t of_place[kGroup];
};
constexpr Weights weights() {
  Weights w{};
  for (std::uint32_t i = 0; i < kGroup; ++i) {
    w.of_value[i] = value_of_place(i);
    w.of_place[i] = weight_of_place(i);
  }
  return w;
}
inline constexpr Weights kWeights = weights();

// Digests `count` words from place `first` of a group on.
template <class Word>
std::uint64_t digest_of_group(const std::byte* words, std::uint64_t first, std::uint64_t count, std::uint64_t group) {
  const std::uint32_t value_key = key_of_group(group);
  const std::uint32_t place_key = mixed(value_key);
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t value = static_cast<std::uint32_t>(load<Word>(words, i)) ^ kWeights.of_value[first + i] ^ value_key;
    const std::uint32_t weight = (kWeights.of_place[first + i] ^ place_key) | 1U;
    sum += static_cast<std::uint64_t>(value) * weight;
  }
  return sum;
}

// An element of more than 4 bytes is `kParts` words.
template <class Word, int kParts>
std::uint64_t digest(const std::byte* elements, std::uint64_t count, std::uint64_t first) {
  std::uint64_t sum = 0;
  const std::uint64_t end = (first + count) * kParts;
  for (std::uint64_t at = first * kParts; at < end;) {
    const std::uint64_t place = at % kGroup;
    const std::uint64_t words = kGroup - place < end - at ? kGroup - place : end - at;
    const std::byte* const from = elements + (at - first * kParts) * sizeof(Word);
    // The compiler knows the size of a whole group.
    sum += words == kGroup ? digest_of_group<Word>(from, 0, kGroup, at / kGroup)
                           : digest_of_group<Word>(from, place, words, at / kGroup);
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

inline LaneLoops::Contains contains_for(int element) {
  switch (element) {
    case 1: return contains<std::uint8_t>;
    case 2: return contains<std::uint16_t>;
    case 4: return contains<std::uint32_t>;
    case 8: return contains<std::uint64_t>;
    default: return nullptr;
  }
}

inline LaneLoops::Between between_for(int element) {
  switch (element) {
    case 2: return between<std::uint16_t>;
    case 4: return between<std::uint32_t>;
    case 8: return between<std::uint64_t>;
    default: return nullptr;
  }
}

}  // namespace

constinit const LaneLoops LaneLoops::CLASSAY_SET = {.set = InstructionSet::CLASSAY_SET,
                                                    .equal = equal_for,
                                                    .ungroup = ungroup_for,
                                                    .zip = zip_for,
                                                    .unzip = unzip_for,
                                                    .are_ints = equal_ints,
                                                    .contains = contains_for,
                                                    .between = between_for,
                                                    .digest = digest_for};

}  // namespace classay
