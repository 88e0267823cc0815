// Reads and writes any descriptor as if it were blocking. O_NONBLOCK belongs to the open file, not to a process. If a
// driver, ssh or a shell sets it, all processes that share the file get EAGAIN, which is not the end of the file.
#pragma once

#include <cstddef>
#include <string_view>

namespace classay {

// As read(2), but waits until there is input: 0 at the end; -1 with errno, never EINTR or EAGAIN.
std::ptrdiff_t read_waiting(int descriptor, void* to, std::size_t size);

// Writes the complete text. Returns false with the reason in errno; a part may be written.
bool write_waiting(int descriptor, std::string_view text);

}  // namespace classay
