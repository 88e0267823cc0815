// Checks program and device before a run: finds devices, injects a defect if one is selected, and runs the self-check and
// probe cases. Children load the driver; this process does not.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "harness/cli/commands.h"
#include "harness/cli/run/session.h"
#include "harness/journal/journal.h"
#include "harness/journal/read_json.h"
#include "harness/journal/run_header.h"
#include "harness/supervisor/machine.h"
#include "tools/inject/planting.h"

namespace classay {

inline constexpr std::chrono::seconds kListingTimeout{60};

// Returns the devices of the back end that --device may mean; nullptr: there is none, and that was reported.
SharedJson devices_there(const RunOptions& options, const Machine& machine, const Streams& streams);

// Returns whether the device can build and run a small kernel. Reports the reason if not, before any case could be blamed.
bool probe_device(const RunOptions& options, const Machine& machine, const DeviceIdentity& device, const Streams& streams);

// Returns the command of a child that runs these cases in order.
ChildCommand probe_child(const Machine& machine, const std::string& device, Tier tier, std::span<const std::string> cases);

// Some kinds do more in large tiers: multiplies the time within which a case has to be reported.
int probe_work(const std::string& case_name, Tier tier);

// Runs the cases of one child and reports each (run_probe_children). A case that is running at the deadline times out.
void run_probe_group(const Session& session, const ProbeGroup& cases, const ReportProbe& report, RunListener& listener,
                     std::optional<std::chrono::steady_clock::time_point> deadline);

ExitCode selfcheck_command(bool json, const Streams& streams);

// Returns the entry for the first record of a journal. Checks the workers' machine, because that machine judges the results.
// Throws std::runtime_error that names the failed check, so that no case runs.
SharedJson passed_selfcheck(const Machine& machine);

// Runs with an injected defect: a layer in front of the drivers of all children changes their programs. The results prove
// nothing about the device. An object injects a defect for its lifetime, and holds its description for the journal.
struct Planted {
  explicit Planted(const planted::Plant& plant);
  ~Planted();
  Planted(const Planted&) = delete;
  Planted& operator=(const Planted&) = delete;
  planted::Planting planting;
  InjectedDefect described;
};

// nullptr: the options name no defect.
std::unique_ptr<Planted> planted_by(const RunOptions& options);

// Returns whether the layer is loaded; for Vulkan, whether the compiler's sources are changed. A loader without layers
// leaves the device unchanged, which is reported. (A stand-in has no loader.)
bool is_before_driver(const RunOptions& options, const Planted* planted, const DeviceIdentity& device,
                      const Streams& streams);

// Warns of the defect; call at the start and again at the end.
void tell_plant(const RunHeader& run, const Streams& streams);

}  // namespace classay
