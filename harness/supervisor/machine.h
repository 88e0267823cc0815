// Selects the machine on which children start: this one, or another one over a connection.
//
// A connection is any command that passes standard input and output on, such as ssh, adb shell and docker exec -i. On the
// other machine this program starts and watches the child, and forwards lines (relay.cpp). The command does not contain the
// child's words, so no remote shell needs quoting.
//
// Lines from the remote end:
//   {"relay": 1, "build": ..., "host": ...}  once, first: the program and the machine
//   >TEXT                                    a line of the child
//   ~{"in_driver": ..., "waited": ...}       the child has been silent for a second and is alive
//   .{...}                                   how the child ended
// Lines to the remote end:
//   {"words": [...]}                         the child to start
//   >TEXT                                    a line for the child
//   .                                        no more lines for the child
//   !                                        the child hangs
// If the connection ends, the remote end kills the child. A connection that ends before the report of the child's end proves
// nothing about the child: its end counts as caused from outside.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "harness/journal/read_json.h"
#include "harness/supervisor/child_process.h"

namespace classay {

// The messages over a connection. Each is one line of JSON, apart from the sign in front of it.
inline constexpr int kRelayVersion = 1;

// Once, first, from the remote end: the program and the machine.
struct Greeting {
  SharedJson build;
  SharedJson host;
  int relay = kRelayVersion;
};

// To the remote end: the child to start.
struct StartChild {
  std::vector<std::string> words;
};

// From the remote end, while the child is silent and alive.
struct SignOfLife {
  std::optional<bool> in_driver;
  std::uint64_t waited = 0;  // nanoseconds
};

// From the remote end: how the child ended.
struct ChildReport {
  int status = 0;
  int signal = 0;
  bool stayed = false;
  bool meant = false;
  Blame blame = Blame::unknown;
  std::string sentence;
  SharedJson evidence;
  std::string errors;  // the last part of its standard error
  bool flooded = false;
};
ChildReport report_of(const ChildEnd& end, const std::string& errors);
ChildEnd end_of(const ChildReport& report);

// One line, without a newline.
std::string text(const Greeting& greeting);
std::string text(const StartChild& words);
std::string text(const SignOfLife& sign);
std::string text(const ChildReport& report);

// Reads such a line. nullopt: a different line, for example of a login.
std::optional<Greeting> greeting_in(std::string_view text);
std::optional<StartChild> start_child_in(std::string_view text);
std::optional<SignOfLife> sign_of_life_in(std::string_view text);
std::optional<ChildReport> child_report_in(std::string_view text);

// The remote end sent no greeting; has its output instead.
class ConnectionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Machine {
 public:
  // This machine. `program`: the file that children start from.
  static Machine here(std::string program);
  // The machine that a command reaches; the command is split as by a shell. Throws ConnectionError, and
  // std::invalid_argument for an invalid command.
  static Machine far(const std::string& command, std::chrono::milliseconds timeout);

  bool is_far() const { return connection_ != nullptr; }
  const Greeting& greeting() const { return greeting_; }

  // Returns the child with these words, without the program's name.
  ChildCommand child(std::vector<std::string> words) const;

 private:
  std::string program_;
  std::shared_ptr<const Connection> connection_;
  Greeting greeting_;  // of the remote program; empty for this machine
};

// Runs a child on another machine.
class RemoteChild : public ChildProcess {
 public:
  // Throws std::system_error as Process does. Without words no child starts.
  RemoteChild(std::shared_ptr<const Connection> connection, std::vector<std::string> words);

  // Lines for the child are held back until the remote end has reported its program.
  bool write_line(const std::string& line, Clock::time_point deadline) override;
  void close_input() override;
  // Throws HarnessError if the remote program differs from the connection's required build.
  Read read_line(std::string& line, Clock::time_point deadline) override;
  bool has_line() const override { return process_.has_line(); }
  std::string errors() const override { return end_ ? errors_ : process_.errors(); }
  void kill() override { process_.kill(); }
  bool has_ended() override { return end_ || process_.wait_until(Clock::now()); }
  ChildEnd ended(Clock::time_point deadline) override;
  ChildEnd hung() override;
  void dismiss(Clock::time_point deadline) override;
  bool is_in_driver() const override { return is_in_driver_; }
  Clock::duration waited(Clock::duration at_most) override;

  // Waits for the greeting of the remote end. Returns false if there is none by the deadline or the connection ended.
  bool is_greeted(Clock::time_point deadline);
  const std::optional<Greeting>& greeting() const { return greeting_; }
  // Output before the greeting, if any.
  const std::string& said() const { return said_; }

 private:
  bool take(std::string text, std::string& line);
  void greet(const std::string& text);
  void take_sign(const std::string& text);
  void take_end(const std::string& text);
  void send(const std::string& order, Clock::time_point deadline);
  ChildEnd lost(const std::string& how, const Exit& exit) const;

  std::shared_ptr<const Connection> connection_;
  std::vector<std::string> words_;
  Process process_;
  std::optional<Greeting> greeting_;
  std::string said_;
  std::vector<std::string> held_back_;
  bool is_in_driver_ = true;  // until the child reports, assume a driver call
  bool is_flooded_ = false;
  Clock::duration waited_{};
  std::optional<ChildEnd> end_;
  std::string errors_;
};

// Serves the remote end of a connection: starts the child on this machine and forwards its lines. Uses standard input and
// output until the child or the connection ends; the child does not outlive the connection. `greeting`: identifies this
// program. Returns false if no child was requested.
bool relay(const Greeting& greeting);

}  // namespace classay
