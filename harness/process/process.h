// Runs a child process in its own group and exchanges lines with it. The driver runs in the child. If it crashes,
// hangs, floods or forks helpers, the group is killed, and an Exit describes the end.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harness/process/evidence.h"

namespace classay {

struct Exit {
  int code = 0;               // exit code, if it exited by itself
  int signal = 0;             // signal that ended it; 0: none
  std::uint64_t largest = 0;  // largest resident memory in bytes
  bool clean() const { return signal == 0 && code == 0; }
  bool is_stopped_from_outside() const;  // by a signal that stops programs
  std::string text() const;              // "exit code 3", "killed by SIGSEGV"
};

// Returns the last line that is not blank: on standard error it usually gives the reason for a child's end.
std::string last_line(const std::string& text);

class Process {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Output : std::uint8_t { piped, inherited };

  // Starts `argv` with pipes on standard input, output and error; the last part of standard error is kept. A program without
  // a slash is searched in PATH. `environment`: variables as NAME=VALUE, added to those of this process. Throws
  // std::system_error that names the program if it cannot start. This program itself starts from the running file
  // (own_program.h). `inherited`: the child writes where this process does, and there is nothing to read.
  explicit Process(const std::vector<std::string>& argv, const std::vector<std::string>& environment = {},
                   Output output = Output::piped);
  ~Process();  // kills the group
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  int pid() const;

  // Returns false if the child no longer reads: it has ended, or did not read by the deadline.
  bool write_line(const std::string& line, Clock::time_point deadline = Clock::time_point::max());
  void close_input();

  enum class Read : std::uint8_t { line, timeout, end, flooded, other };
  // Returns the next complete line, or why there is none by the deadline. `end`: the output is closed; text without a
  // newline is torn() and never a line. `flooded`: a line is longer than kLongestLine. `other`: that descriptor has input,
  // and no line has come yet; negative: none.
  Read read_line(std::string& line, Clock::time_point deadline, int other = -1);
  bool has_line() const;  // a complete line is buffered
  std::string torn() const;
  std::string errors() const;  // the last part of its standard error

  Exit wait();                                                 // after `end`
  std::optional<Exit> wait_until(Clock::time_point deadline);  // nullopt: still running
  void terminate();                                            // sends the child SIGTERM, unless it has ended
  Exit kill();                                                 // kills the whole group at once
  bool is_in_driver() const;                                   // according to its page; true if unknown
  ending::Evidence evidence() const;                           // of its end; call after it has ended

  static constexpr std::size_t kLongestLine = std::size_t{4} << 20;
  static constexpr std::size_t kKeptErrors = std::size_t{16} << 10;

 private:
  class Child;  // as the system knows it
  std::unique_ptr<Child> child_;
};

}  // namespace classay
