// What a run starts as children: `worker` opens a device and does tasks, `probe` finds out whether a device still answers,
// `traits` what its arithmetic really does.
// The driver lives in there; whatever it prints goes to standard error, so that the dialogue stays clean.
#include "harness/sweep/worker.h"

#include <unistd.h>

#include <iostream>

#include "harness/commands/commands.h"
#include "harness/sweep/health.h"
#include "harness/sweep/traits.h"

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

ExitCode traits_command(const std::string& device) {
  Terminal answers(take_standard_output(), "standard output");
  Json answer;
  try {
    const std::unique_ptr<Device> opened = opencl_backend()->open(device);
    Json all = Json::array();
    for (const Type format : formats(opened->identity())) {
      const Traits measured = measured_traits(*opened, format);
      Json traits = to_json(measured);
      traits["contradictions"] = contradictions(support(opened->identity(), format), measured);
      all.push_back(std::move(traits));
    }
    answer = {{"traits", std::move(all)}};
  } catch (const DeviceError& e) {
    answer = {{"error", e.what()}, {"traits", Json::array()}};
  }
  answers.write(answer.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  answers.flush();
  ::_exit(0);
}

}  // namespace classay
