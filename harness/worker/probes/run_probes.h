// Runs probe cases in one child process, on the only path that all probes share: the device is opened, unsupported cases get
// their reason, and errors of the device become findings.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/read_json.h"
#include "harness/worker/probes/probe.h"

namespace classay {

struct ProbeRequest {
  std::string device;
  Tier tier = Tier::smoke;
  std::vector<std::string> cases;
};

// Runs the cases in order, and tells each finding (probe_kinds.h) when it is known. A device that cannot be opened gives
// {"error": WHY} instead. Throws std::invalid_argument for an unknown case.
void run_probes(Backend& backend, const ProbeRequest& request, const std::function<void(const Json&)>& tell);

// The same for one task on an open device.
void run_probe(const Probe& probe, Device& device, const ProbeTask& task, const Probe::Report& report);

const Probe& probe_of(std::string_view kind);  // precondition: a kind of probe_kinds()

}  // namespace classay
