#include "harness/process/waiting.h"

#include <io.h>

#include <algorithm>
#include <cerrno>

#include "harness/process/windows/headers.h"
#include "harness/process/windows/text.h"

namespace classay {
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

}  // namespace classay
