#include "harness/cli/child_commands/child.h"

#include "harness/cli/terminal/lines.h"
#include "harness/process/descriptors.h"
#include "harness/process/host.h"
#include "harness/process/watch.h"

namespace classay {
Child::Child() : Child(taken_standard_output()) {}

Child::Child(int output) : answers_(output, "standard output") {
  ending::watch();
  ending::rely_on_descriptor(kStandardInput);
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
  end_process(static_cast<int>(code));
}

}  // namespace classay
