// Writes the output of a child: lines of JSON on standard output. Drivers print to standard output freely, so it is
// redirected to standard error.
#pragma once

#include "harness/cli/exit_code.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/journal/read_json.h"

namespace classay {

class Child {
 public:
  Child();  // construct before a driver is loaded

  void tell(const Json& line);
  // Ends at once, without clean-up by drivers, because some crash at exit.
  [[noreturn]] static void end(ExitCode code = ExitCode::promised);

 private:
  explicit Child(int output);

  Terminal answers_;
};

}  // namespace classay
