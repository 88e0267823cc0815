// Makes several runs, each a `classay run` in a process of its own, and the reports about all of them. Drivers read
// environment variables when they are loaded, so runs cannot share a process.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "harness/cli/commands.h"

namespace classay {

// One `classay run`.
struct PlannedRun {
  std::string name;
  std::filesystem::path folder;
  std::vector<std::string> environment;  // NAME=VALUE
  std::vector<std::string> words;        // options with their values, as --NAME=VALUE; last: --out and the folder
  std::string known;                     // a baseline with the known failures; empty: none
  std::uint64_t skipped = 0;             // cases that would run without the skips
};

struct SeveralRuns {
  std::string title;  // of the summary
  std::vector<PlannedRun> runs;
  std::filesystem::path folder;                // of all runs
  std::map<std::string, std::string> outputs;  // reports about all runs: file or folder by command of classay-report
  bool are_at_once = false;                    // one after the other otherwise
  std::string command;                         // continues after an interrupt
};

// The baseline in the folder of a run, and the command that made the run.
std::filesystem::path known_file(const std::filesystem::path& folder);
std::filesystem::path command_file(const std::filesystem::path& folder);

// The command of a run as a shell reads it, on one line.
std::string command_of(const PlannedRun& run);

void print_commands(const SeveralRuns& all, const Streams& streams);

// Starts the runs that have no folder, continues those that did not end, and writes the reports. Returns the worst exit
// code, at least `least`. Throws UsageError if a folder contains a different run, or nothing is left to do.
ExitCode make_runs(const SeveralRuns& all, const Reporting& how, ExitCode least, const Streams& streams);

// Recognises `--device all`, for which `run` makes a run per device (all_devices_command): "all", or with the prefix of a
// back end: "vk:all".
bool means_all(std::string_view device);

}  // namespace classay
