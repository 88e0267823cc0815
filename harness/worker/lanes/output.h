// Reads a launch's output as packed elements (answer_packing.h), vector by vector. Kernels store one output per component,
// some in the vector form, and three lanes may take the space of four. Elements are converted when they are read, a block of
// vectors at a time: writing all of them to memory would cost more than comparing them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "harness/worker/lanes/answer_packing.h"
#include "harness/worker/lanes/lane_loops.h"

namespace classay {

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

}  // namespace classay
