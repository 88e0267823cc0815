// `classay list --coverage`: lists the builtins and formats that each front end tests, and why the others are not tested.
#pragma once

#include "harness/cli/commands.h"
#include "harness/cli/list/filters.h"

namespace classay {

// Without a device it describes a device that supports everything. Returns false if the filters left nothing.
bool list_coverage(const ListOptions& options, Filters& filters, const Streams& streams);

}  // namespace classay
