// Runs a session for `run` and `resume`, from the first lines on the terminal to the exit code.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/journal/baseline.h"
#include "harness/journal/input_list.h"
#include "harness/journal/record.h"
#include "harness/journal/run_header.h"
#include "harness/journal/stated_limits.h"
#include "harness/supervisor/machine.h"
#include "harness/supervisor/selection.h"
#include "harness/supervisor/supervisor.h"

namespace classay {

struct Session {
  const RunOptions& options;
  const RunHeader& run;
  SharedJson first_record;  // as the journal has it; `run` has its fields
  Machine machine;          // runs the workers
  std::filesystem::path directory;
  std::vector<Job> jobs;
  Baseline baseline;
  StatedLimits stated;
  InputList inputs;  // the only inputs that run, if any
};

// Returns the units that filters, modes and tier select. With a list of inputs or ranges: only those with an input. Throws
// UsageError for an input of no case, and for ranges without a case.
Selection chosen_cases(const RunOptions& options, const InputList& inputs);
// Returns the names of the selected probe cases. Stand-ins have none, and probes do not take inputs.
std::vector<std::string> chosen_probes(const RunOptions& options);
// Returns the jobs in the order in which they run: in small tiers and with a time budget, those that find most come first.
std::vector<Job> ordered_jobs(const RunOptions& options, std::span<const Unit> units,
                              std::span<const std::string> probe_cases);

// Returns the baseline that the options name, if any. Throws BaselineError for an invalid file, and UsageError for a
// baseline of a different run.
Baseline baseline_for(const RunOptions& options, const RunHeader& run);
// Returns the inputs in the options' file, if any. `hash` and errors: as for limits_for.
InputList inputs_for(const RunOptions& options, const std::optional<std::string>& hash);
// Returns the limits in the options' file, if any. `hash`: that of a resumed run's file. Throws UsageError, also if the file
// has changed since the start.
StatedLimits limits_for(const RunOptions& options, const std::optional<std::string>& hash);

DeviceFacts facts_of(const Session& session);

void introduce(const Session& session, const Streams& streams);

// Runs all cases without a result in the record, and reports how the run ended. Precondition: an Interrupts exists.
ExitCode supervise(const Session& session, JournalWriter& journal, Record& record, const Streams& streams);

// Counts the cases without a result.
std::uint64_t left_out(const Record& record, std::span<const Job> jobs);

// Writes the pages and the JUnit file that the options request. Returns the run's exit code, or that of a failed report.
ExitCode with_pages(const Session& session, ExitCode code, const Streams& streams);

ExitCode code_of(const Record& record, const Baseline& baseline, RunEnd end);

}  // namespace classay
