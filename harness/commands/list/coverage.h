// `classay list --coverage`: what is asked of every builtin and format by every front end, and why the rest is not.
#pragma once

#include "harness/commands/commands.h"
#include "harness/commands/list/filters.h"

namespace classay {

// Writes it. Without a device, of one that can do everything. False when the filters left nothing.
bool list_coverage(const ListOptions& options, Filters& filters, const Streams& streams);

}  // namespace classay
