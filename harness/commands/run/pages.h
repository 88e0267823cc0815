// Pages for a browser at the end of a run, by classay-report: a Python program that comes with classay and may be missing.
#pragma once

#include <filesystem>
#include <string>

#include "harness/commands/commands.h"

namespace classay {

// The command that starts classay-report, as a user types it: the program that CLASSAY_REPORT names, the one that was
// installed next to this program, the first on the PATH, or scripts/report of the source tree that this program was built
// in. Empty: there is none.
std::string report_command();

// Throws UsageError with the reason when classay-report cannot write pages, so that a run learns that before it begins.
void require_report();

// The folder of a run's pages.
std::filesystem::path pages_of(const std::filesystem::path& run);

// Writes the pages of a run, and prints where they are or why they could not be written. False: they could not.
bool write_pages(const std::filesystem::path& run, const Streams& streams);

}  // namespace classay
