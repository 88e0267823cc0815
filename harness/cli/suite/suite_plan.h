// Turns a suite file into the command line of each run, and checks everything that can be checked before a device is used.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/suite/suite_file.h"

namespace classay {

// One `classay run`.
struct PlannedRun {
  std::string name;
  std::filesystem::path folder;
  std::vector<std::string> environment;  // NAME=VALUE
  std::vector<std::string> words;        // options and their values; last: --out and the folder
  std::string known;                     // a baseline with the known failures; empty: none
  std::uint64_t skipped = 0;             // cases that would run without the skips
};

struct SuitePlan {
  std::vector<PlannedRun> runs;
  std::vector<std::string> notes;  // entries that have expired or match nothing
  bool has_stale = false;          // an entry matches no case of any of its runs
};

// The baseline in the folder of a run, and the command that made the run.
std::filesystem::path known_file(const std::filesystem::path& folder);
std::filesystem::path command_file(const std::filesystem::path& folder);

// Reads the file and checks each option as the command line does. Paths in the file are relative to the file. `out`: the
// folder of the results, which replaces that of the file; empty: none. `today`: "2027-03-31". Throws UsageError with the
// place.
SuiteFile read_suite(const std::filesystem::path& file);
std::filesystem::path folder_of(const SuiteFile& suite, const std::string& out);
SuitePlan plan_of(const SuiteFile& suite, const std::filesystem::path& folder, const std::string& today);

// The command of a run as a shell reads it, on one line.
std::string command_of(const PlannedRun& run);

}  // namespace classay
