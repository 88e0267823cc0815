// A child on another machine, at the end of a line: any command that passes standard input and output on, as ssh, adb shell
// and docker exec -i do. At its end this program starts the child as it would here, watches it, and passes lines on
// (relay.h). No word of the child's stands in the command, so that none needs to be quoted for a shell there.
//
// What passes over the line, from the other end:
//   {"relay": 1, "build": ..., "host": ...}  once, before all else: which program that is, and on which machine
//   >TEXT                                    a line of the child's
//   ~{"in_driver": ..., "waited": ...}       nothing else was said for a second, and it is still there
//   .{...}                                   how it ended
// and to it:
//   {"words": [...]}                         which child
//   >TEXT                                    a line for it
//   .                                        there are no more for it
//   !                                        it hangs
// Whoever finds the line at its end ends the child. A line that ends before it was said how the child did says nothing of
// it: such an end came from outside, whatever was the reason.
#pragma once

#include <optional>

#include "harness/children/child.h"

namespace classay {

inline constexpr int kRelayVersion = 1;

// How a child ended, as it is passed on; `errors`: the last of its standard error.
Json to_json(const ChildEnd& end, const std::string& errors);
ChildEnd child_end_from(const Json& json);  // throws what the library throws, and std::invalid_argument

class FarChild : public ChildProcess {
 public:
  // Throws std::system_error as Process does. Without words no child is started.
  FarChild(std::shared_ptr<const Line> line, std::vector<std::string> words);

  // Those of the child are held back until the other end has said which program it is.
  bool write_line(const std::string& line, Clock::time_point deadline) override;
  void close_input() override;
  // Throws HarnessError where the program at the other end is another one than the line says.
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

  // Waits for what the other end says of itself at first. False: it has not by the deadline, or never will.
  bool is_greeted(Clock::time_point deadline);
  const Json& greeting() const { return greeting_; }
  // What came before it, if anything.
  const std::string& said() const { return said_; }

 private:
  bool take(std::string text, std::string& line);
  void greet(const std::string& text);
  void take_sign(const std::string& text);
  void take_end(const std::string& text);
  void send(const std::string& order, Clock::time_point deadline);
  ChildEnd lost(const std::string& how, const Exit& exit) const;

  std::shared_ptr<const Line> line_;
  std::vector<std::string> words_;
  Process process_;
  Json greeting_;
  std::string said_;
  std::vector<std::string> held_back_;
  bool is_in_driver_ = true;  // who has said nothing may be
  bool is_flooded_ = false;
  Clock::duration waited_{};
  std::optional<ChildEnd> end_;
  std::string errors_;
};

}  // namespace classay
