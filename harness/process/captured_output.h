// Captures what this process writes to standard output: drivers print there what kernels print.
#pragma once

#include <string>

namespace classay {

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
