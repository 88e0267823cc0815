// A run as `run` begins it and `resume` goes on with it: what is asked of which device, from the first words on the terminal
// to the exit code.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/children/machine.h"
#include "harness/commands/commands.h"
#include "harness/journal/baseline.h"
#include "harness/journal/record.h"
#include "harness/journal/stated_limits.h"
#include "harness/run/selection.h"
#include "harness/run/supervisor.h"

namespace classay {

struct Session {
  const RunOptions& options;
  const Json& run;  // the first line of the journal
  Machine machine;  // where it asks
  std::filesystem::path directory;
  std::vector<Unit> units;
  std::vector<std::string> measured;  // cases beside those of units
  Baseline baseline;
  StatedLimits stated;
};

// What filters, modes and tier choose; with a time budget in the order in which it is asked.
Selection chosen_cases(const RunOptions& options);

// The baseline of the options, if they name one. Throws BaselineError when it is none, and UsageError when it is not for
// this run.
Baseline baseline_for(const RunOptions& options, const Json& run);
// The limits of the options' file, if they name one. `run`: of a run that goes on; null at its beginning. Throws UsageError,
// also where the file has changed since.
StatedLimits limits_for(const RunOptions& options, const Json& run);

// Facts from the description of the run's device.
DeviceFacts facts_of(const Session& session);

// Tells what is going to be asked.
void introduce(const Session& session, const Streams& streams);

// Runs all cases that have no result in the record, and reports how the run ended. Precondition: an Interrupts exists.
ExitCode supervise(const Session& session, JournalWriter& journal, Record& record, const Streams& streams);

// Count the cases without a result: of a list of names, and of units.
std::uint64_t unmeasured(const Record& record, const std::vector<std::string>& measured);
std::uint64_t left_out(const Record& record, const std::vector<Unit>& units);

// Writes the pages of the run if its options say so. The exit code of the run, or that of pages that could not be written.
ExitCode with_pages(const Session& session, ExitCode code, const Streams& streams);

ExitCode code_of(const Record& record, const Baseline& baseline, RunEnd end);

}  // namespace classay
