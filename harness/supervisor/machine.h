// Selects the machine on which children start: this one, or one over a connection.
#pragma once

#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/supervisor/child.h"

namespace classay {

// The remote end sent no greeting; has its output instead.
class LineError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Machine {
 public:
  // This machine. `program`: the file that children start from.
  static Machine here(std::string program);
  // The machine that a command reaches; the command is split as by a shell. Throws LineError, and std::invalid_argument for
  // an invalid command.
  static Machine far(const std::string& command, std::chrono::milliseconds timeout);

  bool is_far() const { return line_ != nullptr; }
  // The remote program's greeting: {build, host}; null for this machine.
  const Json& greeting() const { return greeting_; }

  // Returns the child with these words, without the program's name.
  ChildCommand child(std::vector<std::string> words) const;

 private:
  std::string program_;
  std::shared_ptr<const Line> line_;
  Json greeting_ = Json::object();
};

}  // namespace classay
