#include "harness/worker/probes/probe.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/device/build_log.h"
#include "harness/journal/probe_kinds.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/sweep/device_support.h"

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

namespace {

std::optional<std::string> why_unsupported(const Probe& probe, Device& device, const ProbeTask& task) {
  const Capabilities& can = device.capabilities();
  const bool needs_type = task.kind.needs != Needs::feature;
  if (auto why = needs_type ? unsupported(can, task.front_end, task.format) : can.lacks_front_end(task.front_end))
    return why;
  return probe.unsupported(device, task);
}

ProbeFinding finding_of(const DeviceError& e) {
  if (e.fault() != Fault::build) return {.error = e.what()};
  return {.error = "does not build: " + build_reason(e.what()), .does_not_build = true, .log = e.what()};
}

// Adjacent cases that differ in width alone form a task.
std::vector<ProbeTask> tasks_of(const ProbeRequest& request) {
  std::vector<ProbeTask> all;
  for (const std::string& case_name : request.cases) {
    const ProbeCase c = probe_case_named(case_name);
    const bool is_new = all.empty() || all.back().kind.name != c.kind || all.back().front_end != c.front_end ||
                        all.back().format != c.format;
    if (is_new) {
      all.push_back({.kind = kind_of(c), .front_end = c.front_end, .format = c.format, .widths = {}, .tier = request.tier});
    }
    all.back().widths.push_back(c.width);
  }
  return all;
}

}  // namespace

const Probe& probe_of(std::string_view kind) {
  return (*std::ranges::find_if(kAllProbes, [&](ProbeMaker make) { return make().has_kind(kind); }))();
}

void run_probe(const Probe& probe, Device& device, const ProbeTask& task, const Probe::Report& report) {
  std::size_t reported = 0;
  const auto report_rest = [&](const ProbeFinding& finding) {
    while (reported < task.widths.size()) report(task.widths[reported++], finding);
  };
  try {
    if (auto why = why_unsupported(probe, device, task)) return report_rest({.unsupported = std::move(why)});
    probe.run(device, task, [&](int width, const ProbeFinding& finding) {
      ++reported;
      report(width, finding);
    });
  } catch (const DeviceError& e) {
    report_rest(finding_of(e));
  }
}

void run_probes(Backend& backend, const ProbeRequest& request, const std::function<void(const Json&)>& tell) {
  const std::vector<ProbeTask> tasks = tasks_of(request);
  std::unique_ptr<Device> device;
  try {
    device = backend.open(request.device);
  } catch (const DeviceError& e) {
    return tell({{"error", e.what()}});
  }
  for (const ProbeTask& task : tasks) {
    run_probe(probe_of(task.kind.name), *device, task, [&](int width, const ProbeFinding& finding) {
      tell(to_json(name({task.front_end, task.kind.name, task.format, width}), finding));
    });
  }
}

}  // namespace classay
