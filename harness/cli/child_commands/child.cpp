#include "harness/cli/child_commands/child.h"

#include <unistd.h>

#include <nlohmann/json.hpp>

#include "harness/cli/terminal/json_line.h"
#include "harness/process/watch.h"

namespace classay {
namespace {

// Moves standard output away from the drivers and returns a copy of it.
int taken_standard_output() {
  const int kept = ::dup(STDOUT_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return kept;
}

}  // namespace

Child::Child() : Child(taken_standard_output()) {}

Child::Child(int output) : answers_(output, "standard output") {
  ending::watch();
  ending::rely_on_descriptor(STDIN_FILENO);
  ending::rely_on_descriptor(output);
}

// A driver's message may not be UTF-8.
void Child::tell(const Json& line) {
  ending::check_descriptors();
  answers_.write(json_line(line));
  answers_.flush();
}

void Child::end(ExitCode code) {
  ending::mean_to_end();
  ::_exit(static_cast<int>(code));
}

}  // namespace classay
