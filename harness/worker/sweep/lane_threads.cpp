#include "harness/worker/sweep/lane_threads.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace classay {
namespace {

// This many results fit into a core's own cache, both as stored and in the order of inputs.
constexpr std::uint64_t kBlock = std::uint64_t{1} << 14;

// Findings of take() in a part of the results.
struct Found {
  std::uint64_t digest = 0;
  std::vector<std::uint64_t> unwritten;

  void look(const AnswerPacking& packing, const ResultBits& poisoned, std::uint64_t first, std::span<const std::byte> linear,
            Places places) {
    const auto element = static_cast<std::size_t>(packing.bytes());
    const auto results = linear.subspan(places.begin * element, (places.end - places.begin) * element);
    digest += classay::digest(results, packing.bytes(), first + places.begin);
    std::size_t at = unwritten.size();
    find_unwritten(packing, results, poisoned, unwritten);
    for (; at < unwritten.size(); ++at) unwritten[at] += places.begin;
  }
};

}  // namespace

std::uint64_t LaneThreads::take(const Spread& spread, const Output& output, const AnswerPacking& packing,
                                const ResultBits& poisoned, std::uint64_t first, std::span<std::byte> linear,
                                std::vector<std::uint64_t>& unwritten) {
  Found all;
  std::mutex mutex;
  const auto width = static_cast<std::uint64_t>(spread.width);
  parallel_.run(spread.items(), kFewest / width, [&](std::size_t begin, std::size_t end) {
    Found found;
    for (Items some{begin, begin}; some.begin < end; some.begin = some.end) {
      some.end = std::min<std::uint64_t>(end, some.begin + kBlock / width);
      gather(spread, output, linear, some);
      for (int lane = 0; lane < spread.width; ++lane) {
        found.look(packing, poisoned, first, linear, places_of(spread, some, lane));
      }
    }
    const std::lock_guard lock(mutex);
    all.digest += found.digest;
    all.unwritten.insert(all.unwritten.end(), found.unwritten.begin(), found.unwritten.end());
  });
  std::ranges::sort(all.unwritten);
  unwritten = std::move(all.unwritten);
  return all.digest;
}

bool LaneThreads::is_same(const Spread& spread, const Output& output, std::span<const std::byte> linear) {
  std::atomic<bool> is_same = true;
  parallel_.run(spread.items(), kFewest / static_cast<std::size_t>(spread.width), [&](std::size_t begin, std::size_t end) {
    if (!classay::is_same(spread, output, linear, {begin, end})) is_same = false;
  });
  return is_same;
}

}  // namespace classay
