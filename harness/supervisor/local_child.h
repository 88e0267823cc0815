// Runs a child on this machine.
#pragma once

#include "harness/process/run_delay.h"
#include "harness/supervisor/child.h"

namespace classay {

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

}  // namespace classay
