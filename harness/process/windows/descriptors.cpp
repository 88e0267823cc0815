#include "harness/process/descriptors.h"

#include <fcntl.h>
#include <io.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <system_error>

#include "harness/process/windows/headers.h"
#include "harness/process/windows/text.h"

namespace classay {
namespace {

// A console shows bytes as characters of its code page, which outlives the program.
UINT code_page_before = 0;

void prepare_console() {
  for (const DWORD of : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {  // for colours
    DWORD mode = 0;
    HANDLE const console = ::GetStdHandle(of);
    if (::GetConsoleMode(console, &mode) != 0) ::SetConsoleMode(console, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
  code_page_before = ::GetConsoleOutputCP();
  if (code_page_before == 0 || code_page_before == CP_UTF8 || ::SetConsoleOutputCP(CP_UTF8) == 0) return;
  std::atexit([] { ::SetConsoleOutputCP(code_page_before); });
}

}  // namespace

// _isatty takes NUL for a terminal.
bool is_terminal(int descriptor) {
  DWORD mode = 0;
  return ::GetConsoleMode(reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor)), &mode) != 0;  // NOLINT: a handle
}

// A console is ready when it has any event; a file always is.
bool is_ready_to_read(int descriptor) {
  const auto handle = reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));  // NOLINT: a handle
  switch (::GetFileType(handle)) {
    case FILE_TYPE_PIPE: {
      DWORD bytes = 0;
      if (::PeekNamedPipe(handle, nullptr, 0, nullptr, &bytes, nullptr) != 0) return bytes > 0;
      return ::GetLastError() == ERROR_BROKEN_PIPE;  // the end; wine cannot look into a pipe of Linux
    }
    case FILE_TYPE_CHAR: return ::WaitForSingleObject(handle, 0) == WAIT_OBJECT_0;
    default: return true;
  }
}

int taken_standard_output() {
  const int kept = ::_dup(kStandardOutput);
  ::_dup2(kStandardError, kStandardOutput);
  return kept;
}

// The library of C writes "\r\n" for "\n" unless a descriptor is binary. A closed reader is an error here anyway.
void prepare_standard_descriptors() {
  for (const int descriptor : {kStandardInput, kStandardOutput, kStandardError}) ::_setmode(descriptor, _O_BINARY);
  if (is_terminal(kStandardOutput) || is_terminal(kStandardError)) prepare_console();
}

namespace {

constexpr std::size_t kMost = std::size_t{1} << 20;  // bytes of one call

}  // namespace

std::ptrdiff_t read_waiting(int descriptor, void* to, std::size_t size) {
  const int n = ::_read(descriptor, to, static_cast<unsigned>(std::min(size, kMost)));
  return n < 0 && errno == EPIPE ? 0 : n;  // the other end of the pipe is closed
}

// _write knows few errors. A pipe that returns at once (PIPE_NOWAIT) takes nothing while it is full.
bool write_waiting(int descriptor, std::string_view text) {
  const auto handle = reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));  // NOLINT: a handle
  while (!text.empty()) {
    DWORD written = 0;
    if (::WriteFile(handle, text.data(), static_cast<DWORD>(std::min(text.size(), kMost)), &written, nullptr) == 0) {
      windows::set_errno(::GetLastError());
      return false;
    }
    if (written == 0) {
      if (::GetFileType(handle) != FILE_TYPE_PIPE) {
        errno = ENOSPC;
        return false;
      }
      ::Sleep(1);
    }
    text.remove_prefix(written);
  }
  return true;
}

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
