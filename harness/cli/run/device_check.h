// Finds the available devices, checks that the selected one works, and runs probe cases. Children do all three; this process
// loads no driver.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>

#include "harness/cli/commands.h"
#include "harness/cli/run/session.h"
#include "harness/journal/journal.h"
#include "harness/supervisor/machine.h"

namespace classay {

inline constexpr std::chrono::seconds kListingTimeout{60};

// Returns the devices of the back end that --device may mean; nullopt: there is none, and that was reported.
std::optional<Json> devices_there(const RunOptions& options, const Machine& machine, const Streams& streams);

// Returns whether the device can build and run a small kernel. Reports the reason if not, before any case could be blamed.
bool probe_device(const RunOptions& options, const Machine& machine, const DeviceIdentity& device, const Streams& streams);

// Returns the command of a child that runs these cases in order.
ChildCommand probe_child(const Machine& machine, const std::string& device, Tier tier, std::span<const std::string> cases);

// Some kinds do more in large tiers: multiplies the time within which a case has to be reported.
int probe_work(const std::string& case_name, Tier tier);

// Runs the cases of one child and reports each (run_probe_children). A case that is running at the deadline times out.
void run_probe_group(const Session& session, const ProbeGroup& cases, const ReportProbe& report, RunListener& listener,
                     std::optional<std::chrono::steady_clock::time_point> deadline);

}  // namespace classay
