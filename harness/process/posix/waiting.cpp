#include "harness/process/waiting.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>

namespace classay {
namespace {

// Call after a failed call: returns true when it should be repeated, once the descriptor is ready.
bool is_ready_again(int descriptor, short events) {
  if (errno == EINTR) return true;
  if (errno != EAGAIN && errno != EWOULDBLOCK) return false;
  pollfd ready{.fd = descriptor, .events = events, .revents = 0};
  constexpr int kForEver = -1;
  return ::poll(&ready, 1, kForEver) >= 0 || errno == EINTR;
}

}  // namespace

std::ptrdiff_t read_waiting(int descriptor, void* to, std::size_t size) {
  ssize_t n = -1;
  do n = ::read(descriptor, to, size);
  while (n < 0 && is_ready_again(descriptor, POLLIN));
  return n;
}

bool write_waiting(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(descriptor, text.data(), text.size());
    if (n < 0 && !is_ready_again(descriptor, POLLOUT)) return false;
    if (n > 0) text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

}  // namespace classay
