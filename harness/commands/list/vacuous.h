// `classay list --vacuous`: which grossly wrong results of a builtin pass all the same, and the clause that lets them.
#pragma once

#include "harness/commands/commands.h"
#include "harness/commands/list/filters.h"

namespace classay {

// Writes it. False when the filters left nothing, be it that nothing passes.
bool list_vacuous(const ListOptions& options, Filters& filters, const Streams& streams);

}  // namespace classay
