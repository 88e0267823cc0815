// Memory between two pages that cannot be accessed, so that an access beyond its ends crashes.
#pragma once

#include <cstddef>

namespace classay {

class FencedMemory {
 public:
  FencedMemory() = default;
  FencedMemory(const FencedMemory&) = delete;
  FencedMemory& operator=(const FencedMemory&) = delete;
  ~FencedMemory();

  // Grow the memory if needed; its content is then undefined. nullptr: the system has no memory.
  std::byte* before_fence(std::size_t bytes);  // ends at the page behind
  std::byte* behind_fence(std::size_t bytes);  // begins at the page in front

 private:
  bool reserve(std::size_t bytes);
  void release();

  std::byte* begin_ = nullptr;  // between the two pages
  std::size_t bytes_ = 0;
};

}  // namespace classay
