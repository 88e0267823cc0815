// Writes HTML pages and JUnit XML at the end of a run with classay-report, a Python program that comes with classay and may
// be missing.
#pragma once

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/commands.h"

namespace classay {

// Returns the command that starts classay-report, as a user types it; empty: none. In order of preference:
// - the program that CLASSAY_REPORT names
// - the one installed next to this program
// - the first on the PATH
// - scripts/report of the source tree of this build
std::string report_command();

// Throws UsageError with the reason when a report is requested and classay-report does not start, so that a run fails before
// it starts.
void require_report(const Reporting& reporting);

// The same for any report. `what`: the option or key that requests it.
void require_report_program(const std::string& what);

// Runs classay-report with these words. Returns why it failed; empty: it did not.
std::string report_failure(const std::vector<std::string>& words);

std::filesystem::path pages_of(const std::filesystem::path& run);

// Writes the requested reports of a run, and prints their paths or the errors. Returns false on error.
bool write_reports(const Reporting& reporting, const std::filesystem::path& run, const Streams& streams);

// Returns `name`, or name-2, name-3, ... if it exists.
inline std::string free_folder(const std::string& name) {
  std::error_code unknown;
  std::string folder = name;
  for (int i = 2; std::filesystem::exists(folder, unknown); ++i) folder = fmt::format("{}-{}", name, i);
  return folder;
}

// Returns the folder of a new run without --out.
inline std::string folder_named_by_date() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return free_folder(fmt::format("classay-{:%Y%m%d-%H%M%S}", fmt::localtime(now)));
}

}  // namespace classay
