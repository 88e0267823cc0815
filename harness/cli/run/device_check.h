// Finds the available devices and checks that the selected one works. Children do both; this process loads no driver.
#pragma once

#include <chrono>
#include <optional>

#include "harness/cli/commands.h"
#include "harness/journal/journal.h"
#include "harness/supervisor/machine.h"

namespace classay {

inline constexpr std::chrono::seconds kListingTimeout{60};

// Returns the devices of the back end that --device may mean; nullopt: there is none, and that was reported.
std::optional<Json> devices_there(const RunOptions& options, const Machine& machine, const Streams& streams);

// Returns whether the device can build and run a small kernel. Reports the reason if not, before any case could be blamed.
bool probe_device(const RunOptions& options, const Machine& machine, const DeviceIdentity& device, const Streams& streams);

}  // namespace classay
