// Computes hashes of texts: SHA-256 for files, and FNV-1a where only accidental damage matters.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace classay {

// Returns the hash as `sha256sum` prints it.
std::string sha256(std::string_view text);

// Computes FNV-1a hashes, which detect accidental damage but not forgery.
class Fnv {
 public:
  // Adds one byte, as published, or one word, which is eight times as fast.
  void add(std::uint64_t unit) { hash_ = (hash_ ^ unit) * 0x100000001b3; }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace classay
