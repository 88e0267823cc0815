// The work of lanes.h, shared among threads where a launch has so many results that it pays: on a discrete GPU a launch has
// 2^22 of them, and one thread takes longer to copy and compare them than the bus takes to bring them. The results are the
// same for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/judging/parallel.h"
#include "harness/lanes/lanes.h"

namespace classay {

// Used by one thread at a time.
class LaneThreads {
 public:
  explicit LaneThreads(unsigned threads) : parallel_(threads) {}

  // Are so many results shared among threads?
  static bool are_shared(std::uint64_t results) { return results > kFewest; }

  // Gathers the results, whose numbers in the plan begin with `first`, and returns their digest. `unwritten`: the places
  // that still hold the poison, in their order. Each block of results is read once more while the cache has it.
  std::uint64_t take(const Spread& spread, const Output& output, const AnswerPacking& packing, const ResultBits& poisoned,
                     std::uint64_t first, std::span<std::byte> linear, std::vector<std::uint64_t>& unwritten);
  bool is_same(const Spread& spread, const Output& output, std::span<const std::byte> linear);

 private:
  // Fewer results than this are not worth a thread. Launches on a device that shares the host's memory have fewer.
  static constexpr std::size_t kFewest = std::size_t{1} << 18;

  Parallel parallel_;
};

}  // namespace classay
