// What is measured, before the units of the table are asked: once for each kind of driver's work, by a child for each.
#pragma once

#include <string>

#include "harness/commands/run/display.h"
#include "harness/commands/run/session.h"

namespace classay {

// Results stand in the journal in the order of the cases. Why it could not go on; empty: it is done, or was stopped.
std::string measure(const Session& session, JournalWriter& journal, Record& record, RunDisplay& display);

}  // namespace classay
