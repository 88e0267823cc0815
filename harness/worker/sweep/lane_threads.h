// Shares the work of lanes.h among threads where a launch has enough results to pay for it. On a discrete GPU a launch has
// 2^22 results: one thread takes longer to copy and compare them than the bus to transfer them. The results are the same for
// any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/worker/judging/parallel.h"
#include "harness/worker/lanes/lanes.h"

namespace classay {

// Used by one thread at a time.
class LaneThreads {
 public:
  explicit LaneThreads(unsigned threads) : parallel_(threads) {}

  static bool are_shared(std::uint64_t results) { return results > kFewest; }

  // Gathers the results, whose numbers in the plan begin with `first`, and returns their digest. `unwritten` gets the places
  // that still hold the poison, in order. Each block is gathered and digested while the cache holds it.
  std::uint64_t take(const Spread& spread, const Output& output, const AnswerPacking& packing, const ResultBits& poisoned,
                     std::uint64_t first, std::span<std::byte> linear, std::vector<std::uint64_t>& unwritten);
  bool is_same(const Spread& spread, const Output& output, std::span<const std::byte> linear);

 private:
  // Fewer results are not worth a thread. Devices that share the host's memory have smaller launches.
  static constexpr std::size_t kFewest = std::size_t{1} << 18;

  Parallel parallel_;
};

}  // namespace classay
