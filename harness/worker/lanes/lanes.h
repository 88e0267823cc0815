// Converts a launch's output buffer to results in the order of inputs, and finds those that differ. The mapping is that of
// kernels/source.h; the code here does not depend on the meaning of the results.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/lanes/lane_loops.h"
#include "reference/number/rounding.h"

namespace classay {

// Reads a launch's output as packed elements (answer_packing.h), vector by vector. Kernels store one output per component,
// some in the vector form, and three lanes may take the space of four. Elements are converted when they are read, a block of
// vectors at a time: writing all of them to memory would cost more than comparing them.
class Output {
 public:
  // For elements of `bytes` bytes that need no conversion.
  Output(std::span<const std::byte> elements, int bytes, int width) : whole_(elements), bytes_(bytes), width_(width) {}

  // What `items` work-items of kernels of a width stored, by component. `strides`: elements between consecutive work-items.
  struct Stored {
    std::array<const std::byte*, 2> components{};
    std::array<std::uint64_t, 2> strides{};
  };
  Output(const AnswerPacking& packing, int width, std::uint64_t items, const Stored& stored);

  int bytes() const { return bytes_; }

  // Bytes for converted vectors.
  static constexpr std::size_t kRoom = std::size_t{1} << 14;
  std::uint64_t vectors_at_once() const;
  // Returns `count` vectors from `first` on: in place, or converted in `room`.
  const std::byte* vectors(std::uint64_t first, std::uint64_t count, std::span<std::byte> room) const;

  Packed at(std::uint64_t place) const;
  std::vector<std::byte> all() const;

 private:
  bool is_whole() const { return packing_ == nullptr; }
  void make(std::uint64_t first, std::uint64_t count, std::span<std::byte> room) const;

  std::span<const std::byte> whole_;
  int bytes_;
  int width_;
  const AnswerPacking* packing_ = nullptr;  // nullptr: elements need no conversion
  std::uint64_t items_ = 0;
  Stored stored_;
  LaneLoops::Zip zip_ = nullptr;  // for two components that need no conversion
  bool has_gaps_ = false;         // three lanes of the second component take the space of four
};

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
