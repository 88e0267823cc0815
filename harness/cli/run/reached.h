// Resolves the machine whose devices a command runs: this one, or the machine that the command of --remote reaches.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "harness/cli/commands.h"
#include "harness/journal/run_header.h"
#include "harness/supervisor/machine.h"

namespace classay {

// `worker`: the command. If empty, this machine, with `stand_in` replacing this program in its children if it is not empty.
// nullopt: the machine does not respond, and that was reported. Throws UsageError for an invalid command or a different
// program.
std::optional<Machine> reached(const std::string& worker, const std::string& stand_in, const Streams& streams);

void add_remote_option(CLI::App& command, std::string& worker);

// Returns how two programs differ, by their own_build(); empty: they are the same build.
std::string program_difference(const Json& here, const Json& there);

// Throws UsageError if an option names a folder on this machine that remote workers would need.
void refuse_far_folders(const RunOptions& options);

// The remote worker's entry in the first record of a journal.
RemoteWorker remote_worker(const std::string& command, const Machine& machine);

// Returns the words to repeat a run's command, with a blank at the end: "--remote 'ssh BOARD classay' "; empty: none.
std::string worker_words(const std::string& worker);

}  // namespace classay
