#include "harness/process/fenced_memory.h"

#include <algorithm>

#include "harness/process/windows/headers.h"

namespace classay {
namespace {

std::size_t page_size() {
  static const std::size_t size = [] {
    SYSTEM_INFO system{};
    ::GetSystemInfo(&system);
    return static_cast<std::size_t>(system.dwPageSize);
  }();
  return size;
}

}  // namespace

FencedMemory::~FencedMemory() { release(); }

void FencedMemory::release() {
  if (begin_ != nullptr) ::VirtualFree(begin_ - page_size(), 0, MEM_RELEASE);
  begin_ = nullptr;
  bytes_ = 0;
}

// Reserved memory that is not committed cannot be accessed.
bool FencedMemory::reserve(std::size_t bytes) {
  if (begin_ != nullptr && bytes <= bytes_) return true;
  release();
  const std::size_t page = page_size();
  const std::size_t whole = std::max<std::size_t>((bytes + page - 1) / page, 1) * page;
  void* const all = ::VirtualAlloc(nullptr, whole + 2 * page, MEM_RESERVE, PAGE_NOACCESS);
  if (all == nullptr) return false;
  begin_ = static_cast<std::byte*>(all) + page;
  bytes_ = whole;
  if (::VirtualAlloc(begin_, whole, MEM_COMMIT, PAGE_READWRITE) != nullptr) return true;
  release();
  return false;
}

std::byte* FencedMemory::before_fence(std::size_t bytes) { return reserve(bytes) ? begin_ + bytes_ - bytes : nullptr; }

std::byte* FencedMemory::behind_fence(std::size_t bytes) { return reserve(bytes) ? begin_ : nullptr; }

}  // namespace classay
