// `classay list --vacuous`: lists grossly wrong results of a builtin that pass, with the clause that allows them.
#pragma once

#include "harness/cli/commands.h"
#include "harness/cli/list/filters.h"

namespace classay {

// Returns false if nothing is listed.
bool list_vacuous(const ListOptions& options, Filters& filters, const Streams& streams);

}  // namespace classay
