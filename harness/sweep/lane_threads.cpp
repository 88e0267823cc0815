#include "harness/sweep/lane_threads.h"

#include <atomic>
#include <map>
#include <mutex>

namespace classay {
namespace {

std::span<const std::byte> part_of(std::span<const std::byte> linear, int element, std::size_t begin, std::size_t end) {
  const auto bytes = static_cast<std::size_t>(element);
  return linear.subspan(begin * bytes, (end - begin) * bytes);
}

}  // namespace

void LaneThreads::gather(const Spread& spread, const Output& output, std::span<std::byte> linear) {
  parallel_.run(spread.items(), kFewest / static_cast<std::size_t>(spread.width), [&](std::size_t begin, std::size_t end) {
    classay::gather(spread, output, linear, {begin, end});
  });
}

bool LaneThreads::is_same(const Spread& spread, const Output& output, std::span<const std::byte> linear) {
  std::atomic<bool> is_same = true;
  parallel_.run(spread.items(), kFewest / static_cast<std::size_t>(spread.width), [&](std::size_t begin, std::size_t end) {
    if (!classay::is_same(spread, output, linear, {begin, end})) is_same = false;
  });
  return is_same;
}

std::uint64_t LaneThreads::digest(std::span<const std::byte> linear, int element, std::uint64_t first) {
  std::atomic<std::uint64_t> sum = 0;
  parallel_.run(linear.size() / static_cast<std::size_t>(element), kFewest, [&](std::size_t begin, std::size_t end) {
    sum += classay::digest(part_of(linear, element, begin, end), element, first + begin);
  });
  return sum;
}

void LaneThreads::find_unwritten(const AnswerPacking& packing, std::span<const std::byte> linear, const ResultBits& poisoned,
                                 std::vector<std::uint64_t>& places) {
  std::map<std::size_t, std::vector<std::uint64_t>> parts;
  std::mutex mutex;
  const int element = packing.bytes();
  parallel_.run(linear.size() / static_cast<std::size_t>(element), kFewest, [&](std::size_t begin, std::size_t end) {
    std::vector<std::uint64_t> found;
    classay::find_unwritten(packing, part_of(linear, element, begin, end), poisoned, found);
    if (found.empty()) return;
    for (std::uint64_t& place : found) place += begin;
    const std::lock_guard lock(mutex);
    parts.emplace(begin, std::move(found));
  });
  for (const auto& [begin, found] : parts) places.insert(places.end(), found.begin(), found.end());
}

}  // namespace classay
