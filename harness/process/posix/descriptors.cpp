#include "harness/process/descriptors.h"

#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <system_error>

namespace classay {

static_assert(kStandardInput == STDIN_FILENO && kStandardOutput == STDOUT_FILENO && kStandardError == STDERR_FILENO);

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

bool is_ready_to_read(int descriptor) {
  pollfd p{.fd = descriptor, .events = POLLIN, .revents = 0};
  return ::poll(&p, 1, 0) != 0;
}

int taken_standard_output() {
  const int kept = ::dup(kStandardOutput);
  ::dup2(kStandardError, kStandardOutput);
  return kept;
}

void prepare_standard_descriptors() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

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

// A file in memory, because a pipe can fill up.
CapturedOutput::CapturedOutput() : file_(::memfd_create("classay-output", MFD_CLOEXEC)) {
  if (file_ < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  std::fflush(nullptr);
  kept_ = ::dup(STDOUT_FILENO);
  if (kept_ < 0 || ::dup2(file_, STDOUT_FILENO) < 0) throw std::system_error(errno, std::generic_category(), "dup2");
}

CapturedOutput::~CapturedOutput() {
  put_back();
  ::close(file_);
}

void CapturedOutput::put_back() {
  if (kept_ < 0) return;
  std::fflush(nullptr);
  ::dup2(kept_, STDOUT_FILENO);
  ::close(kept_);
  kept_ = -1;
}

std::string CapturedOutput::end() {
  put_back();
  std::string all;
  std::array<char, 4096> some{};
  for (ssize_t n; (n = ::pread(file_, some.data(), some.size(), static_cast<off_t>(all.size()))) > 0;) {
    all.append(some.data(), static_cast<std::size_t>(n));
  }
  return all;
}

}  // namespace classay
