#include "harness/worker/probes/probe.h"

#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/device/build_log.h"
#include "harness/journal/probe_kinds.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0xfcfcfcfc;

// Older kinds record the log as a field of the finding.
ProbeFinding unbuilt(const std::string& reason, const std::string& log) {
  return {.violations = {"does not build: " + reason}, .details = log_field(log)};
}

}  // namespace

ProbeFields log_field(const std::string& log) { return probe_fields({{"log", log}}); }

void FormatProbe::run(Device& device, const ProbeTask& task, const Report& report) const {
  report(task.widths.front(), test(device, task));
}

std::vector<std::vector<std::byte>> run_once(Device& device, const Module& module, Launch launch) {
  if (launch.poison == 0) launch.poison = kPoison;
  const std::unique_ptr<Program> program = device.build(module);
  const std::unique_ptr<Stream> stream = device.stream(*program, 1);
  stream->submit(launch);
  const Finished finished = stream->wait();
  std::vector<std::vector<std::byte>> outputs;
  for (const std::span<const std::byte> output : finished.outputs) outputs.emplace_back(output.begin(), output.end());
  return outputs;
}

void run_widths(Device& device, const ProbeTask& task, const ProbeOfWidths& probe, const Probe::Report& report) {
  Programs programs(
      device,
      {.name = probe.name, .front_end = task.front_end, .held = task.widths, .asked = task.widths, .source = probe.source},
      1, {});
  for (const int width : task.widths) {
    const auto failed = programs.unbuilt().find(width);
    report(width, failed != programs.unbuilt().end() ? unbuilt(failed->second.reason, failed->second.log)
                                                     : probe.test(width, programs.stream(width)));
  }
}

ProbeFinding or_unbuilt(const std::function<ProbeFinding()>& test) {
  try {
    return test();
  } catch (const DeviceError& e) {
    if (e.fault() != Fault::build) throw;
    return unbuilt(build_reason(e.what()), e.what());
  }
}

}  // namespace classay
