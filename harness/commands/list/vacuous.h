// `classay list --vacuous`: lists grossly wrong results of a builtin that pass, with the clause that allows them.
#pragma once

#include "harness/commands/commands.h"
#include "harness/commands/list/filters.h"

namespace classay {

// Returns false if nothing is listed.
bool list_vacuous(const ListOptions& options, Filters& filters, const Streams& streams);

}  // namespace classay
