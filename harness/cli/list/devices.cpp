// `classay devices`: lists the devices of every back end, in a child process. The child loads all drivers at once, as an
// application would. If that fails, each OpenCL driver is listed alone, so that one that crashes or hangs costs only its own
// line.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string_view>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/cli/list/device_list.h"
#include "harness/cli/list/lone_drivers.h"
#include "harness/cli/terminal/lines.h"
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

// The functions of a library, one per line.
std::string symbols_text(const Json& device) {
  const Json symbols = device.value("symbols", Json::object());
  std::string text;
  for (const auto& [function, symbol] : symbols.items()) {
    text += fmt::format("     {:<11}{:<20} {}\n", text.empty() ? "functions" : "", visible(function),
                        visible(symbol.get<std::string>()));
  }
  return text;
}

// A back end without devices, and why.
struct Missing {
  std::string_view title;
  std::string why;
};

// Returns the devices of a back end.
Json devices_told(const BackendEntry& backend, std::chrono::seconds timeout, std::vector<Missing>& missing,
                  const Streams& streams) {
  const DeviceList list = ask_devices(Machine::here(own_program()), backend, "", timeout);
  if (!list.error.empty()) missing.push_back({backend.title, list.error});
  if (list.misfortune.empty()) return list.devices;
  if (!backend.prefix.empty()) {
    return {{{"backend", backend.name}, {"unusable", backend.title}, {"why", list.misfortune}}};
  }
  streams.err.write(fmt::format("classay: listing all drivers at once failed ({}); listing each driver alone\n",
                                visible(list.misfortune)));
  streams.err.flush();
  return listed_one_by_one(timeout);
}

// One line for all back ends, or one line for each with its reason.
std::string missing_text(const std::vector<Missing>& missing, bool verbose) {
  std::string text;
  std::vector<std::string_view> titles;
  for (const Missing& m : missing) {
    titles.push_back(m.title);
    text += fmt::format("classay: {}: {}\n", m.title, visible(m.why));
  }
  if (verbose || missing.empty()) return text;
  return fmt::format("not available: {} (`classay devices -v` prints why)\n", fmt::join(titles, ", "));
}

ExitCode one_device(const DevicesOptions& options, const Streams& streams) {
  const DeviceList list = devices_for(Machine::here(own_program()), options.device, options.timeout);
  if (const Json there = usable(list.devices); !there.empty()) {
    const Json device = chosen_device(there, options.device);
    streams.out.write(options.json ? json_line(device) : description(device) + symbols_text(device));
    return ExitCode::promised;
  }
  const std::string why = list.misfortune.empty() ? list.error : list.misfortune;
  streams.err.write(
      fmt::format("classay: {}\n", visible(why.empty() ? "no usable device; `classay doctor` explains why" : why)));
  return ExitCode::unusable;
}

}  // namespace

ExitCode devices_command(const DevicesOptions& options, const Streams& streams) {
  if (!options.device.empty()) return one_device(options, streams);
  bool any = false;
  std::vector<Missing> missing;
  for (const BackendEntry& backend : backend_table()) {
    if (!backend.is_listed) continue;  // its devices must be named explicitly
    for (const Json& device : devices_told(backend, options.timeout, missing, streams)) {
      any = any || !device.contains("unusable");
      streams.out.write(options.json ? json_line(device) : shown(device, streams.out));
    }
    streams.out.flush();
  }
  // Without any device, the reasons are what the user needs.
  streams.err.write(missing_text(missing, options.verbose || !any));
  return any ? ExitCode::promised : ExitCode::unusable;
}

}  // namespace classay
