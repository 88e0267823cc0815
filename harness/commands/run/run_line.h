// The first line of a journal: which suite asks which device what. All that a run needs to be gone on with stands in it.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "harness/commands/commands.h"
#include "harness/journal/journal.h"
#include "harness/protocol/editions.h"
#include "harness/run/selection.h"

namespace classay {

// What a tier allows: smaller ones are for seeing soon, larger ones for seeing all.
CaseLimits case_limits(Tier tier);
// How many processes ask a device at a time where nobody says.
int workers_for(Tier tier, const Json& device);

Json run_line(const RunOptions& options, const Json& device, std::uint64_t cases);

// The options of a run that is gone on with. Throws JournalError when they can not be read, with the name of the file.
RunOptions options_of(const Json& run, const std::filesystem::path& file);
// Is a device asked in SPIR-V, too, where there is no filter?
bool takes_il(const Json& device);
// What is asked where no filter says in which front end.
OpenFrontEnds open_front_ends(const RunOptions& options);
// What its filters, modes and tier choose.
Selection selection_of(const RunOptions& options);
// Throw std::invalid_argument or Json::exception.
Editions editions_of(const Json& run);
Profile profile_of(const Json& run);

// `auto`: the documents that the device follows; the profile it reports.
Editions editions_for(const Json& device);
Profile profile_for(const Json& device);

// Which program this is, as a worker says it in its hello.
Json own_build();

// This machine, as journals describe it.
Json own_host();

// How this build of the suite differs from that of a run; empty: not at all.
std::string build_difference(const Json& run);

Shard read_shard(const std::string& text);                                 // "2/4", as an option; throws UsageError
double read_duration(const std::string& text, const std::string& option);  // "90", "90s", "5m", "2h"; throws UsageError
std::chrono::milliseconds in_milliseconds(double seconds);

}  // namespace classay
