// A child process in a process group of its own, spoken to in lines: what the supervisor knows of a worker. The driver lives
// in there; whatever it does - crash, hang, flood, fork helpers - ends with the group being killed and an Exit that says
// how.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "harness/ending/evidence.h"
#include "harness/ending/shared_page.h"

namespace classay {

// How a child ended.
struct Exit {
  int code = 0;               // exit code, when it ended by itself
  int signal = 0;             // the signal that ended it; 0 if none
  std::uint64_t largest = 0;  // bytes of memory that it had at once
  bool clean() const { return signal == 0 && code == 0; }
  std::string text() const;  // "exit code 3", "killed by SIGSEGV"
};

// The last line that is not blank: what a child that died most often says of it on standard error.
std::string last_line(const std::string& text);

class Process {
 public:
  using Clock = std::chrono::steady_clock;

  // Starts `argv` with pipes on its standard input and output, and standard error on a pipe whose last part is kept. A
  // program without a slash in its name is looked for along PATH. `environment`: variables that it gets beside those of this
  // process, as NAME=VALUE. Throws std::system_error that names the program when it can not be started. This program itself
  // is started from the file that runs (own_program.h).
  explicit Process(const std::vector<std::string>& argv, const std::vector<std::string>& environment = {});
  ~Process();  // kills the group
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t pid() const { return pid_; }

  // False when the child no longer reads: it is gone or going, or has not read by the deadline.
  bool write_line(const std::string& line, Clock::time_point deadline = Clock::time_point::max());
  void close_input();

  enum class Read : std::uint8_t { line, timeout, end, flooded, other };
  // The next whole line of its output, or why there is none by the deadline. `end`: the output is closed; what it left
  // without a newline is torn() and never a line. `flooded`: a line longer than kLongestLine. `other`: there is something to
  // read from that descriptor, which is asked where no line has come yet; negative: none.
  Read read_line(std::string& line, Clock::time_point deadline, int other = -1);
  bool has_line() const { return buffer_.find('\n') != std::string::npos; }  // that has come and is not read yet
  const std::string& torn() const { return buffer_; }
  std::string errors() const;  // the last part of its standard error

  Exit wait();                                                 // after `end`
  std::optional<Exit> wait_until(Clock::time_point deadline);  // nullopt: still running
  Exit kill();                                                 // the whole group, at once
  bool is_in_driver() const;                                   // by what it notes of its calls; who notes nothing may be
  ending::Evidence evidence() const;                           // of its end, once it has ended

  static constexpr std::size_t kLongestLine = std::size_t{4} << 20;
  static constexpr std::size_t kKeptErrors = std::size_t{16} << 10;

 private:
  void stop();  // kills the group and closes all
  void drain_errors();
  void read_chunk();
  Exit reap(int status, std::uint64_t largest);

  pid_t pid_ = -1;
  int input_ = -1;
  int output_ = -1;
  int error_ = -1;
  std::string buffer_;
  std::string errors_;
  std::optional<Exit> exit_;
  ending::SharedPage page_;
  std::uint64_t killed_for_memory_ = 0;  // processes, before this one began
};

}  // namespace classay
