#include "harness/process/fenced_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace classay {
namespace {

std::size_t page_size() {
  static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return size;
}

}  // namespace

FencedMemory::~FencedMemory() { release(); }

void FencedMemory::release() {
  if (begin_ != nullptr) ::munmap(begin_ - page_size(), bytes_ + 2 * page_size());
  begin_ = nullptr;
  bytes_ = 0;
}

bool FencedMemory::reserve(std::size_t bytes) {
  if (begin_ != nullptr && bytes <= bytes_) return true;
  release();
  const std::size_t page = page_size();
  const std::size_t whole = std::max<std::size_t>((bytes + page - 1) / page, 1) * page;
  void* const all = ::mmap(nullptr, whole + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) return false;
  begin_ = static_cast<std::byte*>(all) + page;
  bytes_ = whole;
  if (::mprotect(begin_, whole, PROT_READ | PROT_WRITE) == 0) return true;
  release();
  return false;
}

std::byte* FencedMemory::before_fence(std::size_t bytes) { return reserve(bytes) ? begin_ + bytes_ - bytes : nullptr; }

std::byte* FencedMemory::behind_fence(std::size_t bytes) { return reserve(bytes) ? begin_ : nullptr; }

}  // namespace classay
