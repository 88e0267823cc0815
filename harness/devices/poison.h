// The word that a launch finds its outputs filled with.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace classay {

// Do they still hold it, all of them? `first`: their number in the buffer, which the word fills from number 0 on.
inline bool is_untouched(std::span<const std::byte> bytes, std::size_t first, std::uint32_t poison) {
  constexpr std::size_t kWord = sizeof poison;
  for (std::size_t i = 0; i < kWord && i < bytes.size(); ++i) {
    if (bytes[i] != static_cast<std::byte>(poison >> (first + i) % kWord * 8)) return false;
  }
  // Each byte is that of a word before.
  return bytes.size() <= kWord || std::memcmp(bytes.data(), bytes.data() + kWord, bytes.size() - kWord) == 0;
}

// Outputs are filled in units of the longest pattern that a device takes, that of a vector of sixteen longs: drivers store a
// short one word by word, which shows beside a kernel that is fast.
inline constexpr std::size_t kLongestPattern = 128;
constexpr std::size_t in_patterns(std::size_t bytes) {
  return (bytes + kLongestPattern - 1) / kLongestPattern * kLongestPattern;
}

inline std::array<std::uint32_t, kLongestPattern / sizeof(std::uint32_t)> pattern_of(std::uint32_t poison) {
  std::array<std::uint32_t, kLongestPattern / sizeof poison> pattern{};
  pattern.fill(poison);
  return pattern;
}

// What a read has to overwrite, in memory of the host that still holds the results of an earlier launch: a word of each
// page, and all of the last one. A read that brings less than it should then shows as results that were never written.
inline void mark(std::span<std::byte> host, std::uint32_t poison) {
  constexpr std::size_t kPage = 4096;
  const auto put = [&](std::size_t at) { host[at] = static_cast<std::byte>(poison >> at % 4 * 8); };
  const std::size_t last_page = host.size() - std::min(host.size(), kPage);
  for (std::size_t page = 0; page < last_page; page += kPage) {
    for (std::size_t at = page; at < std::min(page + 8, last_page); ++at) put(at);
  }
  for (std::size_t at = last_page; at < host.size(); ++at) put(at);
}

}  // namespace classay
