#include "harness/worker/probes/run_probes.h"

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "harness/device/build_log.h"
#include "harness/journal/probe_kinds.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/sweep/device_support.h"

namespace classay {
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
