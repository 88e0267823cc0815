// The machine whose devices a command asks: this one, or that at the other end of --worker's command.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "harness/children/machine.h"
#include "harness/commands/commands.h"

namespace classay {

// `worker`: the command; empty: this machine, with `stand_in` as the program that its children are, where there is one.
// nullopt: nobody answers, and that was told. Throws UsageError where it is no command, or another program answers.
std::optional<Machine> reached(const std::string& worker, const std::string& stand_in, const Streams& streams);

// `--worker`, of commands that ask devices.
void add_worker_option(CLI::App& command, std::string& worker);

// How two programs differ that say of themselves what own_build() does; empty: they are builds of the same.
std::string program_difference(const Json& here, const Json& there);

// Throws UsageError where what they name lies on this machine, and workers elsewhere would want it.
void refuse_far_folders(const RunOptions& options);

// For the first line of a journal.
Json worker_json(const std::string& worker, const Machine& machine);

// What is shown to have a run's command once more, with a blank behind it: "--worker 'ssh BOARD classay' "; empty: none.
std::string worker_words(const std::string& worker);

}  // namespace classay
