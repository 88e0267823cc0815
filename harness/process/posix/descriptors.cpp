#include "harness/process/descriptors.h"

#include <poll.h>
#include <unistd.h>

#include <csignal>

namespace classay {

static_assert(kStandardInput == STDIN_FILENO && kStandardOutput == STDOUT_FILENO && kStandardError == STDERR_FILENO);

bool is_terminal(int descriptor) { return ::isatty(descriptor) == 1; }

bool is_ready_to_read(int descriptor) {
  pollfd p{.fd = descriptor, .events = POLLIN, .revents = 0};
  return ::poll(&p, 1, 0) != 0;
}

int taken_standard_output() {
  const int kept = ::dup(kStandardOutput);
  ::dup2(kStandardError, kStandardOutput);
  return kept;
}

void prepare_standard_descriptors() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace classay
