#include "harness/process/descriptors.h"

#include <fcntl.h>
#include <io.h>

#include <cstdlib>
#include <initializer_list>

#include "harness/process/windows/headers.h"

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

}  // namespace classay
