// What a run starts as children: `worker` opens a device and does tasks, `probe` finds out whether a device still answers,
// `traits` what its arithmetic really does, and which constants its compiler has.
#include "harness/sweep/worker.h"

#include <iostream>

#include "harness/commands/child.h"
#include "harness/commands/commands.h"
#include "harness/search/device_search.h"
#include "harness/sweep/constants.h"
#include "harness/sweep/health.h"
#include "harness/sweep/traits.h"

namespace classay {

ExitCode worker_command(const WorkerOptions& options) {
  Child child;
  const Dialogue dialogue{.next_line = []() -> std::optional<std::string> {
                            std::string line;
                            if (!std::getline(std::cin, line)) return std::nullopt;
                            return line;
                          },
                          .tell = [&](const Json& j) { child.tell(j); }};
  WorkerOptions searching = options;
  searching.search = certifying_search(options.known);
  serve(*opencl_backend(), searching, dialogue);
  Child::end();
}

ExitCode probe_command(const std::string& device) {
  Child child;
  const std::string trouble = health_of(*opencl_backend(), device);
  child.tell({{"healthy", trouble.empty()}, {"message", trouble}});
  Child::end(trouble.empty() ? ExitCode::promised : ExitCode::unusable);
}

namespace {

// The constants of each format that the device has, and of the integers.
Json constants_json(Device& device) {
  Json all = Json::array();
  std::vector<Type> types = formats(device.identity());
  types.push_back(Type::i32);
  for (const Type t : types) {
    try {
      all.push_back(to_json(t, found_constants(device, t)));
    } catch (const DeviceError& e) {
      all.push_back({{"format", info(t).name}, {"error", e.what()}, {"does_not_build", e.fault() == Fault::build}});
    }
  }
  return all;
}

}  // namespace

ExitCode traits_command(const std::string& device) {
  Child child;
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
    answer = {{"traits", std::move(all)}, {"constants", constants_json(*opened)}};
  } catch (const DeviceError& e) {
    answer = {{"error", e.what()}, {"traits", Json::array()}};
  }
  child.tell(answer);
  Child::end();
}

}  // namespace classay
