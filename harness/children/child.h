// A child that a driver lives in, spoken to in lines: on this machine (local_child.h), or on another one at the end of a
// line (far_child.h). Who speaks to it need not know which.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "harness/ending/attribute.h"
#include "harness/process/process.h"
#include "harness/protocol/read_json.h"

namespace classay {

// How a child ended, and whose fault that was.
struct ChildEnd {  // NOLINT(bugprone-exception-escape): as JournalContents
  Exit exit;
  bool stayed = false;    // it closed its output and went on, until it was ended here
  bool is_meant = false;  // it meant to end when it did
  bool is_lost = false;   // nobody saw it, as the line to it ended or is silent; the exit is that of the line
  ending::Attribution how;
  Json evidence;  // as a journal has it
};

class ChildProcess {
 public:
  using Clock = Process::Clock;
  using Read = Process::Read;

  ChildProcess() = default;
  virtual ~ChildProcess() = default;  // ends it
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // As Process has them.
  virtual bool write_line(const std::string& line, Clock::time_point deadline) = 0;
  virtual void close_input() = 0;
  virtual Read read_line(std::string& line, Clock::time_point deadline) = 0;
  virtual bool has_line() const = 0;
  virtual std::string errors() const = 0;
  virtual void kill() = 0;

  virtual bool has_ended() = 0;  // although its output may not be closed
  // It has ended, or closed its output; until the deadline it may go by itself.
  virtual ChildEnd ended(Clock::time_point deadline) = 0;
  virtual ChildEnd hung() = 0;  // it is ended here, as it hangs
  // No more lines for it: it may go until the deadline, and then has to.
  virtual void dismiss(Clock::time_point deadline) = 0;

  virtual bool is_in_driver() const = 0;
  // For how long it was ready to run and got no processor, since this was asked last; no longer than `at_most`.
  virtual Clock::duration waited(Clock::duration at_most) = 0;

  std::string last_error() const { return last_line(errors()); }
};

// What reaches this program on another machine.
struct Line {
  std::vector<std::string> command;  // ssh BOARD classay
  Json build;                        // which program it has to be; null: any
};

// How a child is started: here by all of its words, of which the first is the program; at the end of a line by those that
// follow the program's name.
struct ChildCommand {
  std::vector<std::string> words;
  std::shared_ptr<const Line> line;        // null: here
  std::vector<std::string> environment{};  // variables beside those of this process, as NAME=VALUE; here only
};
std::unique_ptr<ChildProcess> started(const ChildCommand& command);

}  // namespace classay
