// What a launch left, read as packed elements (answer_packing.h), vector after vector. Kernels store an output for
// each component, some in the form that vectors have, and three lanes may stand in the room of four. Elements are made of
// that where they are read, some vectors at a time: to write all of them down would cost more than to compare them.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "harness/lanes/answer_packing.h"
#include "harness/lanes/lane_loops.h"

namespace classay {

class Output {
 public:
  // Elements of `bytes` bytes, as they are.
  Output(std::span<const std::byte> elements, int bytes, int width) : whole_(elements), bytes_(bytes), width_(width) {}

  // What `items` work-items of kernels of a width stored, component by component. `strides`: elements from a work-item to
  // the next.
  struct Stored {
    std::array<const std::byte*, 2> components{};
    std::array<std::uint64_t, 2> strides{};
  };
  Output(const AnswerPacking& packing, int width, std::uint64_t items, const Stored& stored);

  int bytes() const { return bytes_; }

  // So many vectors find room.
  static constexpr std::size_t kRoom = std::size_t{1} << 14;
  std::uint64_t vectors_at_once() const;
  // `count` vectors from `first` on: where they stand, or made in `room`.
  const std::byte* vectors(std::uint64_t first, std::uint64_t count, std::span<std::byte> room) const;

  Packed at(std::uint64_t place) const;
  std::vector<std::byte> all() const;

 private:
  bool is_whole() const { return packing_ == nullptr; }
  void make(std::uint64_t first, std::uint64_t count, std::span<std::byte> room) const;

  std::span<const std::byte> whole_;
  int bytes_;
  int width_;
  const AnswerPacking* packing_ = nullptr;  // nullptr: elements are as they are
  std::uint64_t items_ = 0;
  Stored stored_;
  LaneLoops::Zip zip_ = nullptr;  // of two components that are stored as they are
  bool has_gaps_ = false;         // of the second, three lanes stand in the room of four
};

}  // namespace classay
