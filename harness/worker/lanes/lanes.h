// Converts a launch's output buffer to results in the order of inputs, and finds those that differ. The mapping is that of
// kernels/source.h; the code here does not depend on the meaning of the results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/lanes/output.h"
#include "reference/number/rounding.h"

namespace classay {

struct Spread {
  std::uint64_t count = 0;  // inputs
  int width = 1;
  std::uint64_t shift = 0;

  std::uint64_t items() const;
  std::uint64_t elements() const;  // size of the output: items() * width; elements beyond `count` repeat the last input
};

// A range of a launch's work-items, such as the part of one thread.
struct Items {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// A range of a launch's results, by their places in the order of inputs.
struct Places {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// Returns the results of these work-items in one lane; empty if the lane has only padding.
Places places_of(const Spread& spread, Items some, int lane);

// Writes `linear`: count elements of 1, 2, 4, 8 or 16 bytes.
void gather(const Spread& spread, const Output& output, std::span<std::byte> linear);
void gather(const Spread& spread, const Output& output, std::span<std::byte> linear, Items some);

// The inverse for kernels' inputs: `placed` has items() times `stride` elements, with the lanes of a work-item adjacent.
// Elements in gaps stay unchanged.
void spread_out(const Spread& spread, int element, int stride, std::span<const std::byte> linear,
                std::span<std::byte> placed);

// Returns whether every element of the output, including padding, equals the element of its input in `linear`.
bool is_same(const Spread& spread, const Output& output, std::span<const std::byte> linear);
bool is_same(const Spread& spread, const Output& output, std::span<const std::byte> linear, Items some);

// Returns the padding elements that differ from the last input's element in `linear`.
std::vector<Wide> differing_padding(const Spread& spread, const Output& output, std::span<const std::byte> linear);

// Returns the indices of the elements that differ, in order. Precondition: equal sizes.
std::vector<std::uint64_t> differing_places(std::span<const std::byte> a, std::span<const std::byte> b, int element);

std::uint64_t count_differing(std::span<const std::byte> a, std::span<const std::byte> b, int element);

bool has_pattern(std::span<const std::byte> linear, int element, Bits pattern);

// Appends the places of `linear` that hold `pattern`.
void find_pattern(std::span<const std::byte> linear, int element, Bits pattern, std::vector<std::uint64_t>& places);

// Returns a digest of results whose indices in the plan begin with `first`: the digest of two parts is the sum of theirs.
// Different results have the same digest only by chance, with a probability of at most 2^-31.
std::uint64_t digest(std::span<const std::byte> linear, int element, std::uint64_t first);

// Access one element: of up to 8 bytes, and of any size.
Bits element_at(std::span<const std::byte> bytes, int element, std::uint64_t at);
void put_element(std::span<std::byte> bytes, int element, std::uint64_t at, Bits bits);
Wide packed_at(std::span<const std::byte> bytes, int element, std::uint64_t at);
void put_packed(std::span<std::byte> bytes, int element, std::uint64_t at, Wide bits);

}  // namespace classay
