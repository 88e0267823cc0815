// FNV-1a: tells what was damaged or changed by accident, and nothing that was forged.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>

namespace classay {

class Fnv {
 public:
  // A byte, as published; or a whole word, eight times as fast.
  void add(std::uint64_t unit) { hash_ = (hash_ ^ unit) * 0x100000001b3; }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  std::uint64_t hash_ = 0xcbf29ce484222325;
};

}  // namespace classay
