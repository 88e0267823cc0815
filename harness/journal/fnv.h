// Computes FNV-1a hashes, which detect accidental damage but not forgery.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace classay {

class Fnv {
 public:
  // Adds one byte, as published, or one word, which is eight times as fast.
  void add(std::uint64_t unit) { hash_ = (hash_ ^ unit) * 0x100000001b3; }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace classay
