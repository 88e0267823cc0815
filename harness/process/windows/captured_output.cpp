#include "harness/process/captured_output.h"

#include <fcntl.h>
#include <io.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include "harness/process/descriptors.h"

namespace classay {

// A temporary file, because a pipe can fill up. Windows removes it when it is closed.
CapturedOutput::CapturedOutput() {
  char* const name = ::_tempnam(nullptr, "classay");
  file_ = name == nullptr ? -1 : ::_open(name, _O_CREAT | _O_EXCL | _O_RDWR | _O_BINARY | _O_TEMPORARY | _O_NOINHERIT, 0600);
  std::free(name);
  if (file_ < 0) throw std::system_error(errno, std::generic_category(), "a temporary file");
  std::fflush(nullptr);
  kept_ = ::_dup(kStandardOutput);
  if (kept_ < 0 || ::_dup2(file_, kStandardOutput) < 0) throw std::system_error(errno, std::generic_category(), "dup2");
}

CapturedOutput::~CapturedOutput() {
  put_back();
  ::_close(file_);
}

void CapturedOutput::put_back() {
  if (kept_ < 0) return;
  std::fflush(nullptr);
  ::_dup2(kept_, kStandardOutput);
  ::_close(kept_);
  kept_ = -1;
}

std::string CapturedOutput::end() {
  put_back();
  std::string all;
  std::array<char, 4096> some{};
  ::_lseek(file_, 0, SEEK_SET);
  for (int n; (n = ::_read(file_, some.data(), static_cast<unsigned>(some.size()))) > 0;) {
    all.append(some.data(), static_cast<std::size_t>(n));
  }
  return all;
}

}  // namespace classay
