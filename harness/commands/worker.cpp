// What a run starts as children: `worker` opens a device and does tasks, `probe` finds out whether a device still answers.
// The driver lives in there; whatever it prints goes to standard error, so that the dialogue stays clean.
#include "harness/sweep/worker.h"

#include <unistd.h>

#include <iostream>

#include "harness/commands/commands.h"
#include "harness/sweep/health.h"

namespace classay {

int take_standard_output() {
  const int kept = ::dup(STDOUT_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  return kept;
}

ExitCode worker_command(const WorkerOptions& options) {
  Terminal answers(take_standard_output(), "standard output");
  const Dialogue dialogue{.next_line = []() -> std::optional<std::string> {
                            std::string line;
                            if (!std::getline(std::cin, line)) return std::nullopt;
                            return line;
                          },
                          .tell =
                              [&](const Json& j) {
                                answers.write(j.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
                                answers.flush();
                              }};
  serve(*opencl_backend(), options, dialogue);
  // A driver's clean-up at exit is no part of the work.
  ::_exit(0);
}

ExitCode probe_command(const std::string& device) {
  Terminal answers(take_standard_output(), "standard output");
  const std::string trouble = health_of(*opencl_backend(), device);
  answers.write(Json({{"healthy", trouble.empty()}, {"message", trouble}}).dump() + "\n");
  answers.flush();
  ::_exit(trouble.empty() ? 0 : static_cast<int>(ExitCode::unusable));
}

}  // namespace classay
