// The word that a launch finds its outputs filled with.
#pragma once

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

}  // namespace classay
