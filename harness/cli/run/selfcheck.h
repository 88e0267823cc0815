// Runs the self-check, for `classay selfcheck` and at the start of a run.
#pragma once

#include "harness/cli/commands.h"
#include "harness/journal/read_json.h"
#include "harness/supervisor/machine.h"

namespace classay {

ExitCode selfcheck_command(bool json, const Streams& streams);

// Returns the entry for the first record of a journal. Checks the workers' machine, because that machine judges the results.
// Throws std::runtime_error that names the failed check, so that no case runs.
Json passed_selfcheck(const Machine& machine);

}  // namespace classay
