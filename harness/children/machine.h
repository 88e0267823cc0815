// Where children are started: on this machine, or on another one at the end of a line.
#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/children/child.h"

namespace classay {

// Nobody of ours answers at the end of a line, and what happened instead.
class LineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Machine {
 public:
  // This one. `program`: the file that children are started from.
  static Machine here(std::string program);
  // The one that a command reaches: its words as a shell would read them. Throws LineError, and std::invalid_argument where
  // it is no such command.
  static Machine far(const std::string& command, std::chrono::milliseconds timeout);

  bool is_far() const { return line_ != nullptr; }
  // What the program at the other end says of itself: {build, host}; of this one nothing.
  const Json& greeting() const { return greeting_; }

  // The child of these words, the program's name not among them.
  ChildCommand child(std::vector<std::string> words) const;

 private:
  std::string program_;
  std::shared_ptr<const Line> line_;
  Json greeting_ = Json::object();
};

}  // namespace classay
