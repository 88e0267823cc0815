// Writes HTML pages at the end of a run with classay-report, a Python program that comes with classay and may be missing.
#pragma once

#include <filesystem>
#include <string>

#include "harness/cli/commands.h"

namespace classay {

// Returns the command that starts classay-report, as a user types it; empty: none. In order of preference:
// - the program that CLASSAY_REPORT names
// - the one installed next to this program
// - the first on the PATH
// - scripts/report of the source tree of this build
std::string report_command();

// Throws UsageError with the reason when classay-report cannot write pages, so that a run fails before it starts.
void require_report();

std::filesystem::path pages_of(const std::filesystem::path& run);

// Writes the pages of a run, and prints their path or the error. Returns false on error.
bool write_pages(const std::filesystem::path& run, const Streams& streams);

}  // namespace classay
