// From what a launch left in an output buffer to results in the order of inputs, and back to which of them differ. The
// mapping is that of kernels/source.h; nothing here knows what the results mean.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/lanes/output.h"
#include "reference/number/rounding.h"

namespace classay {

// How a launch was spread over work-items and lanes.
struct Spread {
  std::uint64_t count = 0;  // inputs
  int width = 1;
  std::uint64_t shift = 0;

  std::uint64_t items() const;
  std::uint64_t elements() const;  // of the output: items() * width, what is beyond `count` repeats the last input
};

// Some of a launch's work-items: threads take a part each.
struct Items {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Some results of a launch, by their places in the order of inputs.
struct Places {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// The results of these work-items in one lane. Empty where the lane has padding alone.
Places places_of(const Spread& spread, Items some, int lane);

// `linear` holds count elements, of 1, 2, 4, 8 or 16 bytes.
void gather(const Spread& spread, const Output& output, std::span<std::byte> linear);
void gather(const Spread& spread, const Output& output, std::span<std::byte> linear, Items some);

// The other way round, for what kernels read: `placed` has items() times `stride` elements, the lanes of a work-item side by
// side. What is between them stays as it is.
void spread_out(const Spread& spread, int element, int stride, std::span<const std::byte> linear,
                std::span<std::byte> placed);

// Does every element of the output, padding included, hold what `linear` has for its input?
bool is_same(const Spread& spread, const Output& output, std::span<const std::byte> linear);
bool is_same(const Spread& spread, const Output& output, std::span<const std::byte> linear, Items some);

// What stands in the padding and is not what `linear` has for the last input.
std::vector<Wide> differing_padding(const Spread& spread, const Output& output, std::span<const std::byte> linear);

// The numbers of the elements that differ, in their order. Precondition: as many of both.
std::vector<std::uint64_t> differing_places(std::span<const std::byte> a, std::span<const std::byte> b, int element);

// How many they are.
std::uint64_t count_differing(std::span<const std::byte> a, std::span<const std::byte> b, int element);

// Does one of the elements hold `pattern`?
bool has_pattern(std::span<const std::byte> linear, int element, Bits pattern);

// Appends the places of `linear` that hold `pattern`.
void find_pattern(std::span<const std::byte> linear, int element, Bits pattern, std::vector<std::uint64_t>& places);

// Stands for the bits of results whose numbers in the plan begin with `first`: that of two parts is the sum of theirs.
// Results that differ have the same one by chance only, once in 2^31 times at worst.
std::uint64_t digest(std::span<const std::byte> linear, int element, std::uint64_t first);

// One element of up to 8 bytes, and of any.
Bits element_at(std::span<const std::byte> bytes, int element, std::uint64_t at);
void put_element(std::span<std::byte> bytes, int element, std::uint64_t at, Bits bits);
Wide packed_at(std::span<const std::byte> bytes, int element, std::uint64_t at);
void put_packed(std::span<std::byte> bytes, int element, std::uint64_t at, Wide bits);

}  // namespace classay
