// `classay list --coverage`: lists the builtins and formats that each front end tests, and why the others are not tested.
#pragma once

#include "harness/commands/commands.h"
#include "harness/commands/list/filters.h"

namespace classay {

// Without a device it describes a device that supports everything. Returns false if the filters left nothing.
bool list_coverage(const ListOptions& options, Filters& filters, const Streams& streams);

}  // namespace classay
