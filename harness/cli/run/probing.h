// Runs the probe cases of a run in child processes.
#pragma once

#include <chrono>
#include <optional>

#include "harness/cli/run/session.h"

namespace classay {

// Runs the cases of one child and reports each (run_probe_children). A case that is running at the deadline times out.
void run_probe_group(const Session& session, const ProbeGroup& cases, const ReportProbe& report, RunListener& listener,
                     std::optional<std::chrono::steady_clock::time_point> deadline);

}  // namespace classay
