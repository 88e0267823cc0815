// `classay selfcheck`, and the same at the beginning of a run.
#pragma once

#include "harness/children/machine.h"
#include "harness/commands/commands.h"
#include "harness/protocol/read_json.h"

namespace classay {

ExitCode selfcheck_command(bool json, const Streams& streams);

// For the first line of a journal: of the machine where results are judged, which is that of the workers. Throws
// std::runtime_error that names what failed, so that nothing is asked.
Json passed_selfcheck(const Machine& machine);

}  // namespace classay
