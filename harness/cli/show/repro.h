// `classay repro`: runs inputs of a failing case again and prints all that is known about them, or writes a stand-alone
// OpenCL program for them.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/worker/sweep/ask.h"

namespace classay {

// The inputs to run, from the command line or a journal.
struct ReproCase {
  Case asked;
  std::string device;
  bool is_far = false;  // the device is on a remote machine
  std::string worker;   // the journal's command for that machine; printed, never started
  Edition edition = Edition::clc31;
  Profile profile = Profile::full;
  std::optional<StatedLimit> limit = std::nullopt;
  std::vector<StatedLimit> range_limits = {};                // as in Task
  std::map<std::vector<Bits>, StatedLimit> own_limits = {};  // of single calls, by their arguments
  std::vector<Tuple> inputs;
  std::optional<Tier> constants = std::nullopt;  // tier of the run whose program had these inputs as constants
  std::uint64_t seed = 1;                        // seed of that run
};

bool is_probe_case(const std::string& case_name);
// Runs a probe case of the run again and prints its result. Precondition: options.words has its name.
ExitCode repro_probe(const ReproOptions& options, const Streams& streams);

// Throws UsageError, with the command to run instead, if the device of the run is on another machine and --remote is
// missing. `command`: the journal's command for that machine.
void require_remote(const ReproOptions& options, const std::string& command);

// Returns the case of that name. Throws UsageError when there is none.
Case case_to_ask(const std::string& name);

// Returns the journal's case of that name, with its first failures, or the inputs of its largest errors when nothing failed.
ReproCase case_of_journal(const std::string& directory, const std::string& name);

// Writes kernel.cl, host.c and a Makefile into a folder. Throws std::runtime_error when it cannot.
void emit(const std::string& folder, const ReproCase& repro);

}  // namespace classay
