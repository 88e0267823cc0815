// Represents child processes that load a driver and exchange lines with the supervisor. A child runs on this machine
// (LocalChild) or on another one (RemoteChild, machine.h); callers need not know which. Host starts children and reads the
// time, so that tests can replace both.
#pragma once

#include <chrono>
#include <functional>
#include <initializer_list>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/process/blame.h"
#include "harness/process/evidence.h"
#include "harness/process/host.h"
#include "harness/process/process.h"

namespace classay {

// An error that stops a run and is neither the device's nor the journal's fault.
class HarnessError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// How a child ended, and the cause.
struct ChildEnd {
  Exit exit;
  bool stayed = false;    // it closed its output but ran on, until this process ended it
  bool is_meant = false;  // it ended intentionally
  bool is_lost = false;  // its end is unknown, because the connection ended or is silent; `exit` is that of the connection's
                         // command
  ending::Attribution how;
  SharedJson evidence;  // as in a journal
};

class ChildProcess {
 public:
  using Clock = Process::Clock;
  using Read = Process::Read;

  ChildProcess() = default;
  virtual ~ChildProcess() = default;  // ends it
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  // As in Process.
  virtual bool write_line(const std::string& line, Clock::time_point deadline) = 0;
  virtual void close_input() = 0;
  virtual Read read_line(std::string& line, Clock::time_point deadline) = 0;
  virtual bool has_line() const = 0;
  virtual std::string errors() const = 0;
  virtual void kill() = 0;

  virtual bool has_ended() = 0;  // true even if its output is still open
  // Call after the child has ended or closed its output. Until the deadline it may exit by itself.
  virtual ChildEnd ended(Clock::time_point deadline) = 0;
  virtual ChildEnd hung() = 0;  // ends the child because it hangs
  // Sends no more lines: the child may exit until the deadline and is then killed.
  virtual void dismiss(Clock::time_point deadline) = 0;

  virtual bool is_in_driver() const = 0;
  // Returns how long the child was ready to run but had no processor, since the last call; at most `at_most`.
  virtual Clock::duration waited(Clock::duration at_most) = 0;

  std::string last_error() const { return last_line(errors()); }
};

// Runs a child on this machine.
class LocalChild : public ChildProcess {
 public:
  explicit LocalChild(const std::vector<std::string>& argv, const std::vector<std::string>& environment = {})
      : process_(argv, environment), run_delay_(process_.pid()) {}

  bool write_line(const std::string& line, Clock::time_point deadline) override {
    return process_.write_line(line, deadline);
  }
  void close_input() override { process_.close_input(); }
  Read read_line(std::string& line, Clock::time_point deadline) override { return process_.read_line(line, deadline); }
  // As read_line(), but may also return Read::other (Process).
  Read read_line_or(std::string& line, Clock::time_point deadline, int other) {
    return process_.read_line(line, deadline, other);
  }
  bool has_line() const override { return process_.has_line(); }
  std::string errors() const override { return process_.errors(); }
  void kill() override { process_.kill(); }
  bool has_ended() override { return process_.wait_until(Clock::now()).has_value(); }
  ChildEnd ended(Clock::time_point deadline) override;
  ChildEnd hung() override;
  void dismiss(Clock::time_point deadline) override;
  bool is_in_driver() const override { return process_.is_in_driver(); }
  Clock::duration waited(Clock::duration at_most) override;

 private:
  Process process_;
  RunDelay run_delay_;
};

// A connection to this program on another machine.
struct Connection {
  std::vector<std::string> command;  // for example ssh BOARD classay
  SharedJson build;                  // required build of the remote program; nullptr: any
};

// How to start a child. Here `words` starts with the program. Over a connection the remote program's name is left out.
struct ChildCommand {
  std::vector<std::string> words;
  std::shared_ptr<const Connection> connection;  // null: on this machine
  std::vector<std::string> environment{};        // added to this process's variables, as NAME=VALUE; this machine only
};
std::unique_ptr<ChildProcess> start_child(const ChildCommand& command);

// Measures time. Deadlines given to a ChildProcess are times of this clock.
class TimeSource {
 public:
  using Time = Process::Clock::time_point;
  using Duration = Process::Clock::duration;

  virtual ~TimeSource() = default;
  virtual Time now() = 0;
  virtual void sleep(Duration duration) = 0;
};
TimeSource& system_time();

// What supervision needs from the system. Tests pass children and a time of their own.
struct Host {
  std::function<std::unique_ptr<ChildProcess>(const ChildCommand&)> start = start_child;
  TimeSource* time = &system_time();
};

// The result of a child that reads one request and writes lines of JSON. Drivers are listed and probed this way without
// loading them into this process. A driver's crash, hang or flood is returned as a result.
struct ChildAnswer {
  SharedJson answer;       // nullptr: none
  std::string misfortune;  // how the child ended without a result: "killed by SIGSEGV: ..."
  bool timed_out = false;
  bool is_lost = false;  // as in ChildEnd
  Blame blame = Blame::unknown;
  SharedJson ended;  // the evidence, if the child ended by itself
  std::string log;   // the last part of its standard error
};

// What to exchange with the child before its result.
struct ChildTalk {
  std::string question = "";                    // a line for the child to read; empty: none
  std::function<void(const Json&)> other = {};  // receives the child's other objects
};

// A child whose objects are read one by one. Its destructor ends it.
class AnsweringChild {
 public:
  AnsweringChild(const ChildCommand& command, std::chrono::milliseconds timeout, const ChildTalk& talk = {});

  // Returns the next object with one of these members, or how the child ended or hung; after that, do not call it again.
  ChildAnswer next(std::initializer_list<std::string_view> members, std::chrono::milliseconds timeout);

 private:
  std::unique_ptr<ChildProcess> child_;
  std::function<void(const Json&)> other_;
};

// Returns the first line that is an object with this member.
ChildAnswer ask_child(const ChildCommand& command, std::string_view member, std::chrono::milliseconds timeout,
                      const ChildTalk& talk = {});

// Returns whether another process ended the child, so that its end proves nothing.
bool is_from_outside(const ChildAnswer& answer);

// Repeats the request while another process ends the child. Throws HarnessError that begins with `trouble` if that happens
// each time or if this program is to blame. A lost connection does not throw.
ChildAnswer ask_child_until_it_tells(const ChildCommand& command, std::string_view member, std::chrono::milliseconds timeout,
                                     const std::string& trouble, const ChildTalk& talk = {});

}  // namespace classay
