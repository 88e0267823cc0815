// Turns a suite file into the command line of each run, and checks everything that can be checked before a device is used.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "harness/cli/suite/runs.h"
#include "harness/cli/suite/suite_file.h"

namespace classay {

struct SuitePlan {
  std::vector<PlannedRun> runs;
  std::vector<std::string> notes;  // entries that have expired or match nothing
  bool has_stale = false;          // an entry matches no case of any of its runs
};

// Reads the file and checks each option as the command line does. Paths in the file are relative to the file. `out`: the
// folder of the results, which replaces that of the file; empty: none. `today`: "2027-03-31". Throws UsageError with the
// place.
SuiteFile read_suite(const std::filesystem::path& file);
std::filesystem::path folder_of(const SuiteFile& suite, const std::string& out);
SuitePlan plan_of(const SuiteFile& suite, const std::filesystem::path& folder, const std::string& today);

}  // namespace classay
