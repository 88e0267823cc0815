// `classay list --planted`: the corpus of planted defects.
#pragma once

#include "harness/commands/commands.h"
#include "harness/commands/list/filters.h"

namespace classay {

// False when there is nothing to list. Globs match names, builtins and classes.
bool list_planted(const ListOptions& options, Filters& filters, const Streams& streams);

}  // namespace classay
