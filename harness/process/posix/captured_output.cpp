#include "harness/process/captured_output.h"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace classay {

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
