// Makes the first record of a journal from the options of a run, and reads them from it.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/journal/journal.h"
#include "harness/journal/run_header.h"
#include "harness/supervisor/selection.h"

namespace classay {

// Small tiers have short limits, for early results; large tiers have long limits, for completeness.
CaseLimits case_limits(Tier tier);
// Default number of worker processes per device.
int workers_for(Tier tier, const DeviceIdentity& device);

RunHeader run_header(const RunOptions& options, const DeviceIdentity& device, std::uint64_t cases);

// Returns the options of a resumed run. Throws JournalError with the name of the file when they cannot be read.
RunOptions options_of(const RunHeader& run, const std::filesystem::path& file);
// Returns whether a device is also tested in SPIR-V without a filter.
bool takes_il(const DeviceIdentity& device);
// Front ends that run when no filter names one.
OpenFrontEnds open_front_ends(const RunOptions& options);
// Returns the units that filters, modes and tier select.
Selection selection_of(const RunOptions& options);
// Throw std::invalid_argument for a name that this version does not know.
Editions editions_of(const RunHeader& run);
Profile profile_of(const RunHeader& run);

// For `auto`: the editions that the device follows and the profile that it reports.
Editions editions_for(const DeviceIdentity& device);
Profile profile_for(const DeviceIdentity& device);

Build own_build();
HostIdentity own_host();

// Returns how this build differs from that of a run; empty: not at all.
std::string build_difference(const RunHeader& run);

Shard read_shard(const std::string& text);                                 // "2/4", as an option; throws UsageError
double read_duration(const std::string& text, const std::string& option);  // "90", "90s", "5m", "2h"; throws UsageError
std::chrono::seconds read_timeout(const std::string& text, const std::string& option);  // the same, at least 1 s
std::chrono::milliseconds in_milliseconds(double seconds);

}  // namespace classay
