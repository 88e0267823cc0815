// What is measured, before the units of the table are asked: once for each kind of driver's work, by a child for each.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "harness/commands/run/display.h"
#include "harness/commands/run/session.h"

namespace classay {

// Results stand in the journal in the order of the cases. Returns why the device became unusable; empty: it did not. No
// result is written after the deadline, and a measurement that it cuts short is left out.
std::string measure(const Session& session, JournalWriter& journal, Record& record, RunDisplay& display,
                    std::optional<std::chrono::steady_clock::time_point> deadline);

}  // namespace classay
