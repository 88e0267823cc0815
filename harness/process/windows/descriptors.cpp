#include "harness/process/descriptors.h"

#include <fcntl.h>
#include <io.h>

#include <initializer_list>

#include "harness/process/windows/headers.h"

namespace classay {

bool is_terminal(int descriptor) { return ::_isatty(descriptor) != 0; }

// A console is ready when it has any event; a file always is.
bool is_ready_to_read(int descriptor) {
  const auto handle = reinterpret_cast<HANDLE>(::_get_osfhandle(descriptor));  // NOLINT: a handle
  switch (::GetFileType(handle)) {
    case FILE_TYPE_PIPE: {
      DWORD bytes = 0;
      return ::PeekNamedPipe(handle, nullptr, 0, nullptr, &bytes, nullptr) == 0 || bytes > 0;
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
}

}  // namespace classay
