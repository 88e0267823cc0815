// `classay resume`: continues an interrupted run, if its device, program and cases have not changed.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "harness/cli/list/device_list.h"
#include "harness/cli/parse_error.h"
#include "harness/cli/run/device_check.h"
#include "harness/cli/run/pages.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/run/session.h"
#include "harness/cli/run/summary.h"
#include "harness/journal/run_header.h"
#include "harness/process/interrupts.h"
#include "harness/supervisor/probe_children.h"
#include "harness/text/arguments.h"
#include "harness/text/usage_error.h"

namespace classay {
namespace {

// Returns the probe cases of a resumed run. The first record has their number; none for stand-ins and older journals.
std::vector<std::string> probe_cases_of(const RunHeader& run, const RunOptions& options) {
  const std::vector<std::string> chosen = chosen_probes(options);
  return run.measured.value_or(0) == chosen.size() ? chosen : std::vector<std::string>();
}

// Returns the command that reaches the device: the run's own, or a new one if the machine has moved. Shards of several
// machines share none.
std::string worker_of(const RunHeader& run, const std::string& given) {
  if (!run.worker) {
    if (!given.empty()) throw UsageError("--remote: the device of the run is on this machine; leave --remote out");
    return "";
  }
  const std::string& own = run.worker->command;
  if (own.empty() && given.empty())
    throw UsageError(
        "the device of the run is on another machine; name the command that starts classay there: --remote COMMAND");
  return given.empty() ? own : given;
}

// Throws UsageError that names the changes since the run started.
void refuse_changes(const RunHeader& run, const Machine& machine, const Json& device, std::uint64_t cases,
                    const std::string& directory) {
  std::vector<std::string> changes = device_differences(*run.device.description, device);
  for (std::string& change : changes) change = "the device: " + change;
  if (const std::string build = build_difference(run); !build.empty()) changes.push_back("this program: " + build);
  if (machine.is_far()) {
    const Json& was = or_null(run.worker->build);
    const Json& is = or_null(machine.greeting().build);
    if (!are_equal(is, was)) {
      changes.push_back(fmt::format("the worker's program: it was {} and is {}", shortened(was), shortened(is)));
    }
  }
  if (const std::uint64_t were = run.cases.value_or(0); cases != were) {
    changes.push_back(fmt::format("the cases: there were {} and are {}", were, cases));
  }
  if (changes.empty()) return;
  throw UsageError(
      fmt::format("{}: the run cannot be resumed, because these have changed:\n  {}\nRestore them, or start a new run",
                  directory, fmt::join(changes, "\n  ")));
}

// Damaged records only cost time, but the user should know that the disk damages files.
void tell_damages(JournalWriter& journal, Record& record, const Streams& streams) {
  const std::vector<Record::Damage> damages = record.damages();
  for (const Record::Damage& damage : damages) {
    streams.err.write("classay: " + damage.what + "\n");
    const IgnoredRecord ignored{damage.line, damage.what};
    journal.append(ignored);
    record.apply(ignored);
  }
  streams.err.flush();
}

// Counts results that a finished run has lost and that `resume` cannot restore. A new last record would hide the loss.
std::uint64_t lost_for_good(const Missing& missing, std::uint64_t untested) {
  return missing.count() - std::min(missing.count(), untested);
}

ExitCode tell_lost(std::uint64_t lost, const ResumeOptions& options, const Record& record, const Session& session,
                   const Streams& streams) {
  if (!options.reporting.json)
    streams.out.write(summary_text(record, streams.out, session.options.worker) + partial_text(session.run));
  streams.out.flush();
  streams.err.write(
      fmt::format("classay: {}: {} result{} missing: the last record counts more results than the journal contains; it was "
                  "damaged or edited, so start a new run\n",
                  JournalWriter::file_of(options.directory).string(), lost, lost == 1 ? " is" : "s are"));
  return worse(code_of(record, session.baseline, RunEnd::complete), ExitCode::unexpected);
}

}  // namespace

ExitCode resume_command(const ResumeOptions& options, const Streams& streams) {
  require_run("DIR", options.directory);
  Record record;
  JournalWriter::Reopened reopened =
      JournalWriter::reopen(options.directory, [&](const JournalLine& line) { record.apply(line.record); });
  const RunHeader& run = reopened.contents.header;
  RunOptions run_options = options_of(run, JournalWriter::file_of(options.directory));
  run_options.reporting = options.reporting;
  run_options.recover = options.recover;
  run_options.program = options.program;
  run_options.workers = options.workers.value_or(run_options.workers);
  run_options.worker = worker_of(run, options.worker);
  require_report(options.reporting);
  if (options.whole) {
    run_options.limits = CaseLimits{};
    record.forget_partial();
  }
  const InputList inputs = inputs_for(run_options, run.covers ? std::optional(run.covers->hash) : std::nullopt);
  const Selection selection = chosen_cases(run_options, inputs);
  Session session{.options = run_options,
                  .run = run,
                  .first_record = reopened.contents.run,
                  .machine = Machine::here(run_options.program),
                  .directory = options.directory,
                  .jobs = ordered_jobs(run_options, selection.units, probe_cases_of(run, run_options)),
                  .baseline = baseline_for(run_options, run),
                  .stated = limits_for(run_options, run.limits ? std::optional(run.limits->hash) : std::nullopt),
                  .inputs = inputs};
  if (run.baseline && run.baseline->hash != session.baseline.hash()) {
    throw UsageError(fmt::format("{}: the baseline has changed since the run started; restore it, or start a new run",
                                 run_options.baseline));
  }
  const std::uint64_t untested = left_out(record, session.jobs);
  if (record.has_ended()) {
    const std::uint64_t lost = lost_for_good(reopened.contents.missing, untested);
    if (lost > 0) return tell_lost(lost, options, record, session, streams);
  }
  if (record.has_ended() && untested == 0) {
    if (!options.reporting.json)
      streams.out.write(summary_text(record, streams.out, run_options.worker) + partial_text(run));
    streams.err.write(fmt::format("classay: the run in {} is complete; nothing is left to do\n", options.directory));
    return with_pages(session, code_of(record, session.baseline, RunEnd::complete), streams);
  }
  const std::optional<Machine> machine = reached(run_options.worker, run_options.program, streams);
  if (!machine) return ExitCode::unusable;
  passed_selfcheck(*machine);
  const std::unique_ptr<Planted> planted = planted_by(run_options);
  if (planted && planted->described != run.plant) {
    throw UsageError(
        fmt::format("the injected defect {} has changed since the run started; start a new run", run_options.plant));
  }
  const SharedJson devices = devices_there(run_options, *machine, streams);
  if (devices == nullptr) return ExitCode::unusable;
  refuse_changes(run, *machine, *chosen_device(*devices, run_options.device), selection.cases, options.directory);
  if (!probe_device(run_options, *machine, run.device, streams)) return ExitCode::unusable;
  const Interrupts interrupts;
  session.machine = *machine;
  introduce(session, streams);
  tell_damages(reopened.writer, record, streams);
  return supervise(session, reopened.writer, record, streams);
}

}  // namespace classay
