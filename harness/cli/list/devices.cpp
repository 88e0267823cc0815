// `classay devices`: lists the devices of every back end, in a child process. The child loads all drivers at once, as an
// application would. If that fails, each OpenCL driver is listed alone, so that one that crashes or hangs costs only its own
// line.
#include <fmt/format.h>

#include "harness/cli/commands.h"
#include "harness/cli/list/device_list.h"
#include "harness/cli/list/lone_drivers.h"
#include "harness/cli/terminal/json_line.h"
#include "harness/device/describe.h"
#include "harness/process/own_program.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

std::string shown(const Json& device, const Terminal& out) {
  if (!device.contains("unusable")) return description(device);
  return fmt::format("-    {}  {}\n", out.paint(Style::bad, "unusable"),
                     visible(device.value("unusable", "") + ": " + device.value("why", "")));
}

// Returns the devices of a back end. Missing drivers are reported on standard error and do not affect other back ends.
Json devices_told(const BackendEntry& backend, std::chrono::seconds timeout, const Streams& streams) {
  const DeviceList list = ask_devices(Machine::here(own_program()), backend, "", timeout);
  if (!list.error.empty()) streams.err.write("classay: " + visible(list.error) + "\n");
  if (list.misfortune.empty()) return list.devices;
  if (!backend.prefix.empty()) {
    return {{{"backend", backend.name}, {"unusable", backend.title}, {"why", list.misfortune}}};
  }
  streams.err.write(
      fmt::format("classay: listing all drivers at once failed ({}); asking them one by one\n", visible(list.misfortune)));
  streams.err.flush();
  return listed_one_by_one(timeout);
}

}  // namespace

ExitCode devices_command(const DevicesOptions& options, const Streams& streams) {
  const std::chrono::seconds timeout(options.timeout);
  bool any = false;
  for (const BackendEntry& backend : backend_table()) {
    if (!backend.is_listed) continue;  // its devices must be named explicitly
    for (const Json& device : devices_told(backend, timeout, streams)) {
      any = any || !device.contains("unusable");
      streams.out.write(options.json ? json_line(device) : shown(device, streams.out));
    }
    streams.out.flush();
  }
  return any ? ExitCode::promised : ExitCode::unusable;
}

}  // namespace classay
