// `classay list --planted`: lists the corpus of injected defects.
#pragma once

#include "harness/cli/commands.h"
#include "harness/cli/list/filters.h"

namespace classay {

// Returns false if nothing is listed. Globs match names, builtins and classes.
bool list_planted(const ListOptions& options, Filters& filters, const Streams& streams);

}  // namespace classay
