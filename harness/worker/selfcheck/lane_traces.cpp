// Traces the loops over lanes, for every element size and every width.
#include <algorithm>
#include <array>

#include "harness/worker/selfcheck/every_loop.h"
#include "harness/worker/selfcheck/loops_agree.h"

namespace classay {
namespace {

constexpr std::array kElements{1, 2, 3, 4, 8, 16};  // a size of 3 bytes is not supported
constexpr std::array kWidths{1, 2, 3, 4, 5, 8, 16};
constexpr std::uint64_t kMostItems = 333;
constexpr std::uint64_t kItems[] = {1, 7, 64, kMostItems};
constexpr std::size_t kMostBytes = kMostItems * 16 * 16;

std::vector<std::byte> noise(std::size_t bytes, std::uint64_t seed = 0) {
  std::vector<std::byte> all(bytes);
  for (std::size_t i = 0; i < bytes; ++i) all[i] = static_cast<std::byte>(mixed(seed * kGoldenStep + i));
  return all;
}

// Returns vectors with these lanes, one after the other.
std::vector<std::byte> grouped(const std::vector<std::vector<std::byte>>& lanes, std::size_t element) {
  std::vector<std::byte> vectors;
  for (std::size_t at = 0; at < lanes[0].size(); at += element) {
    for (const std::vector<std::byte>& lane : lanes) {
      const auto from = lane.begin() + static_cast<std::ptrdiff_t>(at);
      vectors.insert(vectors.end(), from, from + static_cast<std::ptrdiff_t>(element));
    }
  }
  return vectors;
}

// Compares equal data, then data with one different bit: in the first byte, and in the last.
void trace_equal(LaneLoops::Equal loop, int element, int width, Trace& t) {
  for (const std::uint64_t items : kItems) {
    std::vector<std::vector<std::byte>> lanes;
    std::vector<const std::byte*> starts;
    for (std::uint64_t l = 0; l < static_cast<std::uint64_t>(width); ++l) {
      lanes.push_back(noise(items * static_cast<std::uint64_t>(element), l));
    }
    for (const std::vector<std::byte>& lane : lanes) starts.push_back(lane.data());
    std::vector<std::byte> vectors = grouped(lanes, static_cast<std::size_t>(element));
    t.put(loop(vectors.data(), starts.data(), items) ? 1 : 0);
    for (const std::size_t at : {std::size_t{0}, vectors.size() - 1}) {
      vectors[at] ^= std::byte{0x80};
      t.put(loop(vectors.data(), starts.data(), items) ? 1 : 0);
      vectors[at] ^= std::byte{0x80};
    }
  }
}

void trace(decltype(LaneLoops::equal) equal, Trace& t) {
  for (const int element : kElements) {
    for (const int width : kWidths) {
      const LaneLoops::Equal loop = equal(element, width);
      t.put(loop == nullptr ? 0 : 1);
      if (loop != nullptr) trace_equal(loop, element, width, t);
    }
  }
}

void trace(decltype(LaneLoops::ungroup) ungroup, Trace& t) {
  const std::vector<std::byte> vectors = noise(kMostBytes);
  for (const int element : kElements) {
    for (const int width : kWidths) {
      const LaneLoops::Ungroup loop = ungroup(element, width);
      t.put(loop == nullptr ? 0 : 1);
      for (const std::uint64_t items : kItems) {
        std::vector<std::byte> lane(items * static_cast<std::uint64_t>(element));
        if (loop != nullptr) loop(vectors.data(), lane.data(), items);
        t.put_bytes(lane);
      }
    }
  }
}

// `size`: of a pair.
void trace_pairs(LaneLoops::Zip loop, int size, Trace& t) {
  t.put(loop == nullptr ? 0 : 1);
  if (loop == nullptr) return;
  const std::vector<std::byte> first = noise(8 * 3 * kMostItems);
  const std::vector<std::byte> second = noise(8 * 4 * kMostItems);
  for (const std::uint64_t items : kItems) {
    std::vector<std::byte> pairs(items * static_cast<std::uint64_t>(size));
    loop(first.data(), second.data(), pairs.data(), items);
    t.put_bytes(pairs);
  }
}

void trace(decltype(LaneLoops::zip) zip, Trace& t) {
  for (const int a : kElements) {
    for (const int b : kElements) {
      const int size = 2 * std::max(a, b);
      trace_pairs(zip(a, b, false), size, t);
      trace_pairs(zip(a, b, true), 3 * size, t);
    }
  }
}

// Returns the element at a place as a number, the lowest byte first.
std::uint64_t pattern_at(const std::vector<std::byte>& all, std::uint64_t place, int element) {
  std::uint64_t pattern = 0;
  for (int b = 0; b < element; ++b) {
    const std::byte byte = all[place * static_cast<std::uint64_t>(element) + static_cast<std::uint64_t>(b)];
    pattern |= static_cast<std::uint64_t>(byte) << (8 * b);
  }
  return pattern;
}

// Traces loops that search for a pattern: calls `ask` with each loop and the pattern of the first or last element.
template <class Loops, class Ask>
void trace_sought(Loops loops, Trace& t, Ask ask) {
  const std::vector<std::byte> all = noise(8 * kMostItems);
  for (const int element : kElements) {
    const auto loop = loops(element);
    t.put(loop == nullptr ? 0 : 1);
    if (loop == nullptr) continue;
    for (const std::uint64_t items : kItems) {
      for (const std::uint64_t place : {std::uint64_t{0}, items - 1}) {
        ask(loop, all.data(), items, pattern_at(all, place, element), element);
      }
    }
  }
}

// Searches for the pattern, for it in one element less, and for a pattern that does not occur.
void trace(decltype(LaneLoops::contains) contains, Trace& t) {
  trace_sought(contains, t, [&t](auto loop, const std::byte* all, std::uint64_t items, std::uint64_t pattern, int) {
    t.put(loop(all, items, pattern) ? 1 : 0);
    t.put(loop(all, items - 1, pattern) ? 1 : 0);
    t.put(loop(all, items, ~pattern) ? 1 : 0);
  });
}

// Searches for patterns without their sign bit, and between two neighbours.
void trace(decltype(LaneLoops::between) between, Trace& t) {
  trace_sought(between, t, [&t](auto loop, const std::byte* all, std::uint64_t items, std::uint64_t found, int element) {
    const std::uint64_t magnitude = ~std::uint64_t{0} >> (65 - 8 * element);
    const std::uint64_t pattern = found & magnitude;
    t.put(loop(all, items, magnitude, pattern - 1, pattern + 1) ? 1 : 0);
    t.put(loop(all, items - 1, magnitude, pattern - 1, pattern + 1) ? 1 : 0);
    t.put(loop(all, items, magnitude, pattern, pattern + 1) ? 1 : 0);
  });
}

void trace(decltype(LaneLoops::digest) digest, Trace& t) {
  const std::vector<std::byte> all = noise(16 * kMostItems);
  for (const int element : kElements) {
    const LaneLoops::Digest loop = digest(element);
    t.put(loop == nullptr ? 0 : 1);
    if (loop == nullptr) continue;
    for (const std::uint64_t items : kItems) {
      for (const std::uint64_t first : {std::uint64_t{0}, std::uint64_t{77}, (std::uint64_t{3} << 32U) - 20}) {
        t.put(loop(all.data(), items, first));
      }
    }
  }
}

}  // namespace

Traces traces(const LaneLoops& loops) {
  Traces all;
  for_every_loop(loops, [&](const std::string& name, const Format&, const auto& loop) {
    trace(loop, all.emplace_back(name, Trace()).second);
  });
  return all;
}

}  // namespace classay
