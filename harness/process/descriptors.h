// Reads, writes and redirects descriptors, above all the standard ones of this process.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace classay {

inline constexpr int kStandardInput = 0;
inline constexpr int kStandardOutput = 1;
inline constexpr int kStandardError = 2;

// A terminal needs a flush for every line; for other output one at the end is enough.
bool is_terminal(int descriptor);

// Returns whether a read returns at once: there is input, or it has ended.
bool is_ready_to_read(int descriptor);

// Moves standard output away from the libraries of this process, which then write to standard error. Returns a descriptor
// of the original output.
int taken_standard_output();

// Turns a closed reader and a limit on the size of files into errors of writing, and keeps the system from changing lines.
void prepare_standard_descriptors();

// The next two functions read and write any descriptor as if it were blocking. O_NONBLOCK belongs to the open file, not to a
// process. If a driver, ssh or a shell sets it, all processes that share the file get EAGAIN, which is not the end of the
// file.

// As read(2), but waits until there is input: 0 at the end; -1 with errno, never EINTR or EAGAIN.
std::ptrdiff_t read_waiting(int descriptor, void* to, std::size_t size);

// Writes the complete text. Returns false with the reason in errno; a part may be written.
bool write_waiting(int descriptor, std::string_view text);

// Captures what this process writes to standard output: drivers print there what kernels print.
class CapturedOutput {
 public:
  CapturedOutput();  // throws std::system_error
  ~CapturedOutput();
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  // Restores the output, and returns what was written.
  std::string end();

 private:
  void put_back();

  int kept_ = -1;  // the original output
  int file_ = -1;
};

}  // namespace classay
