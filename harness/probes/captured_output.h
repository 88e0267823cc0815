// What anybody in this process writes to standard output meanwhile. Drivers print there what kernels print.
#pragma once

#include <string>

namespace classay {

class CapturedOutput {
 public:
  CapturedOutput();  // throws std::system_error
  ~CapturedOutput();
  CapturedOutput(const CapturedOutput&) = delete;
  CapturedOutput& operator=(const CapturedOutput&) = delete;

  // Puts the output back where it was, and tells what was written.
  std::string end();

 private:
  void put_back();

  int kept_ = -1;  // the output as it was
  int file_ = -1;
};

}  // namespace classay
