// Fills outputs with a pattern before a launch, and checks for it, also in outputs that a reduction processed.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "harness/device/backend.h"
#include "harness/device/driver_call.h"

namespace classay {

// Returns whether all bytes still hold the pattern. `first`: their index in the buffer, which the word fills from index 0
// on.
inline bool is_untouched(std::span<const std::byte> bytes, std::size_t first, std::uint32_t poison) {
  constexpr std::size_t kWord = sizeof poison;
  for (std::size_t i = 0; i < kWord && i < bytes.size(); ++i) {
    if (bytes[i] != static_cast<std::byte>(poison >> (first + i) % kWord * 8)) return false;
  }
  return bytes.size() <= kWord || std::memcmp(bytes.data(), bytes.data() + kWord, bytes.size() - kWord) == 0;
}

// Appends an output of a launch, which lies behind a guard of this size, and checks the guard.
inline void add_output(Finished& finished, std::span<const std::byte> guarded, std::size_t guard, std::uint32_t poison) {
  finished.wrote_before = finished.wrote_before || !is_untouched(guarded.first(guard), 0, poison);
  finished.outputs.push_back(guarded.subspan(guard));
}

// Outputs are filled in multiples of the longest pattern that a device takes, a vector of sixteen longs. Drivers store a
// short pattern word by word, which takes noticeable time next to a fast kernel.
inline constexpr std::size_t kLongestPattern = 128;
constexpr std::size_t in_patterns(std::size_t bytes) {
  return (bytes + kLongestPattern - 1) / kLongestPattern * kLongestPattern;
}

inline std::array<std::uint32_t, kLongestPattern / sizeof(std::uint32_t)> pattern_of(std::uint32_t poison) {
  std::array<std::uint32_t, kLongestPattern / sizeof poison> pattern{};
  pattern.fill(poison);
  return pattern;
}

// Marks host memory that still holds the results of an earlier launch: one word of each page, and all of the last page. A
// read that brings too little then shows as results that were never written.
inline void mark(std::span<std::byte> host, std::uint32_t poison) {
  constexpr std::size_t kPage = 4096;
  const auto put = [&](std::size_t at) { host[at] = static_cast<std::byte>(poison >> at % 4 * 8); };
  const std::size_t last_page = host.size() - std::min(host.size(), kPage);
  for (std::size_t page = 0; page < last_page; page += kPage) {
    for (std::size_t at = page; at < std::min(page + 8, last_page); ++at) put(at);
  }
  for (std::size_t at = last_page; at < host.size(); ++at) put(at);
}

// The functions below check what is read of an output that a reduction processed: the guard in front of it, and the bytes
// that only a guard behind it fills. All else stays on the device.

// Fills host memory with a word, which lies at index 0.
inline void fill(std::span<std::byte> host, std::uint32_t word) {
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<std::byte>(word >> i % sizeof word * 8);
}

// Content of host memory before a guard is read: if the last word still holds it, the read did not happen.
constexpr std::uint32_t unread(std::uint32_t poison) { return ~poison; }

// Throws DeviceError(misreported) if the memory was filled with unread(poison), and the copy did not change its end.
inline void require_read(std::span<const std::byte> bytes, std::uint32_t poison, std::string_view call,
                         std::string_view success) {
  if (bytes.size() < sizeof poison) return;
  const std::size_t last = bytes.size() - sizeof poison;
  if (is_untouched(bytes.subspan(last), last, unread(poison))) misreported(call, success, "not all was read");
}

// Appends an output: the bytes beyond those that only the reduction read.
inline void add_reduced_output(Finished& finished, std::span<const std::byte> guard, std::span<const std::byte> beyond,
                               std::uint32_t poison) {
  finished.wrote_before = finished.wrote_before || !is_untouched(guard, 0, poison);
  finished.outputs.push_back(beyond);
}

}  // namespace classay
