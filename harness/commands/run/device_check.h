// Which devices are there to be asked, and does the chosen one work at all? Children find out: no driver is loaded here.
#pragma once

#include <optional>

#include "harness/children/machine.h"
#include "harness/commands/commands.h"
#include "harness/journal/journal.h"

namespace classay {

// The devices there are where the one of --device may be; nullopt when there is none, which is told.
std::optional<Json> devices_there(const RunOptions& options, const Machine& machine, const Streams& streams);

// Can it build and run a small kernel? What it lacks for that is no fault of the first case, and is told.
bool works(const RunOptions& options, const Machine& machine, const Json& device, const Streams& streams);

}  // namespace classay
