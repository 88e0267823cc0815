// Runs the probe cases of a run in child processes.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "harness/cli/run/session.h"

namespace classay {

// Returns the command of a child that runs these cases in order.
ChildCommand probe_child(const Machine& machine, const std::string& device, Tier tier, std::span<const std::string> cases);

// Some kinds do more in large tiers: multiplies the time within which a case has to be reported.
int probe_work(const std::string& case_name, Tier tier);

// Runs the cases of one child and reports each (run_probe_children). A case that is running at the deadline times out.
void run_probe_group(const Session& session, const ProbeGroup& cases, const ReportProbe& report, RunListener& listener,
                     std::optional<std::chrono::steady_clock::time_point> deadline);

}  // namespace classay
