// `classay list --spirv`: lists the SPIR-V capabilities that a device must accept, those that it reports, and whether it
// builds a module that uses each.
#pragma once

#include "harness/cli/commands.h"
#include "harness/cli/list/filters.h"

namespace classay {

// If the options name a device, a child builds each module with its driver. A missing required capability gives
// `unexpected`.
ExitCode list_spirv(const ListOptions& options, Filters& filters, const Streams& streams);

}  // namespace classay
