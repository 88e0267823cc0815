// Reads and writes that wait, as those of blocking descriptors do, on any descriptor. O_NONBLOCK belongs to the open file
// and not to a process: a driver, ssh or a shell that sets it sets it for all that share the file. It is not the file's end.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string_view>

namespace classay {

// As read(2), but that it waits until there is something: 0 at the end; -1, with errno, never for EINTR or EAGAIN.
ssize_t read_waiting(int descriptor, void* to, std::size_t size);

// Writes all of the text. False: errno has the reason; a part may be written.
bool write_waiting(int descriptor, std::string_view text);

}  // namespace classay
