// What a child of this program says: lines of JSON on standard output. Drivers print there as they like; they find standard
// error in its place.
#pragma once

#include "harness/commands/exit_code.h"
#include "harness/commands/terminal/terminal.h"
#include "harness/protocol/read_json.h"

namespace classay {

class Child {
 public:
  Child();  // before a driver is loaded

  void tell(const Json& line);
  // At once: what drivers clean up at an exit is no part of the work, and some crash over it.
  [[noreturn]] static void end(ExitCode code = ExitCode::promised);

 private:
  explicit Child(int output);

  Terminal answers_;
};

}  // namespace classay
