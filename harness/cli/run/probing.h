// Runs the probe cases of a run, before the units of the table.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "harness/cli/run/display.h"
#include "harness/cli/run/session.h"

namespace classay {

// Writes results to the journal in the order of the cases. Returns why the device became unusable; empty: it did not. After
// the deadline no result is written, and a case that is still running is left out.
std::string run_probe_cases(const Session& session, JournalWriter& journal, Record& record, RunDisplay& display,
                            std::optional<std::chrono::steady_clock::time_point> deadline);

}  // namespace classay
