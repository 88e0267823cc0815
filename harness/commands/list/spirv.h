// `classay list --spirv`: which capabilities of SPIR-V a device has to accept, what it says of them, and whether it builds a
// module that has them.
#pragma once

#include "harness/commands/commands.h"
#include "harness/commands/list/filters.h"

namespace classay {

// Writes it; of a device when one is named, whose driver is asked in a child for each module. What that device lacks is
// `unexpected`.
ExitCode list_spirv(const ListOptions& options, Filters& filters, const Streams& streams);

}  // namespace classay
