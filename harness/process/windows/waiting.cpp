#include "harness/process/waiting.h"

#include <io.h>

#include <algorithm>
#include <cerrno>

namespace classay {
namespace {

constexpr std::size_t kMost = std::size_t{1} << 20;  // bytes of one call

}  // namespace

std::ptrdiff_t read_waiting(int descriptor, void* to, std::size_t size) {
  const int n = ::_read(descriptor, to, static_cast<unsigned>(std::min(size, kMost)));
  return n < 0 && errno == EPIPE ? 0 : n;  // the other end of the pipe is closed
}

bool write_waiting(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const int n = ::_write(descriptor, text.data(), static_cast<unsigned>(std::min(text.size(), kMost)));
    if (n < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace classay
