// Implements the children of a run and of the commands that list devices.
#include "harness/cli/child_commands/children.h"

#include "harness/cli/child_commands/child.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/terminal/lines.h"
#include "harness/device/describe.h"
#include "harness/device/registry.h"
#include "harness/process/descriptors.h"
#include "harness/process/watch.h"
#include "harness/supervisor/machine.h"
#include "harness/text/usage_error.h"
#include "harness/worker/probes/health.h"
#include "harness/worker/probes/run_probes.h"
#include "harness/worker/search/device_search.h"

namespace classay {

ExitCode relay_command() {
  if (relay({.build = shared_json(own_build()), .host = shared_json(own_host())})) return ExitCode::promised;
  throw UsageError(
      "relay: no request received on standard input; use a command that forwards it, such as 'docker exec -i NAME classay'");
}

ExitCode worker_command(const WorkerOptions& options) {
  Child child;
  Lines tasks(kStandardInput, [] {});
  const Dialogue dialogue{.next_line = [&]() -> std::optional<std::string> {
                            const std::optional<std::string_view> line = tasks.next();
                            if (!line) ending::check_descriptors();  // end of the input, or a closed descriptor?
                            return std::optional<std::string>(line);
                          },
                          .tell = [&](const message::Any& m) { child.tell(to_json(m)); }};
  WorkerOptions searching = options;
  searching.search = certifying_search(options.known);
  searching.build = shared_json(own_build());
  serve(*all_backends(), searching, dialogue);
  Child::end();
}

ExitCode health_command(const std::string& device) {
  Child child;
  const std::string trouble = health_of(*all_backends(), device);
  child.tell({{"healthy", trouble.empty()}, {"message", trouble}});
  Child::end(trouble.empty() ? ExitCode::promised : ExitCode::unusable);
}

ExitCode probe_command(const ProbeRequest& request) {
  Child child;
  run_probes(*all_backends(), request, [&](const Json& finding) { child.tell(finding); });
  Child::end();
}

ExitCode list_devices_command(const std::string& device) {
  Child child;
  const Wanted wanted = wanted_from(device);
  Json result{{"devices", Json::array()}};
  try {
    const std::vector<Description> devices = devices_of(*may_mean(wanted).front(), wanted.device);
    for (const Description& d : devices) {
      Json& listed = result["devices"].emplace_back(to_json(d));
      if (!d.identity.type.empty()) listed["device_type"] = d.identity.type;
    }
    if (result["devices"].empty()) result["error"] = "the drivers that are installed have no device";
  } catch (const DeviceError& e) {
    result["error"] = e.what();
  }
  child.tell(result);
  Child::end();
}

}  // namespace classay
