// `classay run`: turns options into a journal. `classay resume`: continues an interrupted run, if its device, program and
// cases have not changed. This process loads no driver; children list, run and supervise devices.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "harness/cli/list/device_list.h"
#include "harness/cli/parse_error.h"
#include "harness/cli/run/device_check.h"
#include "harness/cli/run/pages.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/run/session.h"
#include "harness/cli/run/summary.h"
#include "harness/device/registry.h"
#include "harness/journal/run_header.h"
#include "harness/process/interrupts.h"
#include "harness/supervisor/probe_children.h"
#include "harness/text/arguments.h"
#include "harness/text/shell_word.h"
#include "harness/text/usage_error.h"

namespace classay {
namespace {

namespace fs = std::filesystem;

// Reports globs that selected nothing. Returns whether any case is left.
bool tell_selection(const Selection& selection, const std::vector<std::string>& probe_cases, const Streams& streams) {
  for (const std::string& glob : selection.unmatched) {
    const std::string without_mark = glob.substr(glob.starts_with('!') ? 1 : 0);
    if (!chosen_probe_cases(std::vector{Glob(without_mark)}).empty()) continue;
    streams.err.write(fmt::format("classay: nothing matches '{}'{}\n", glob, case_hint(glob)));
  }
  if (selection.units.empty() && probe_cases.empty() && selection.matched > 0) {
    streams.err.write(fmt::format(
        "classay: none of the {} matching cases can run: --modes leaves out their build mode, or they have no plan "
        "of inputs; `classay run --dry-run` prints the cases that run\n",
        selection.matched));
  }
  streams.err.flush();
  return !selection.units.empty() || !probe_cases.empty();
}

// Returns whether a dry run without filters lists cases of SPIR-V, as a run on this device does. Without any device it lists
// them.
bool may_take_il(const RunOptions& options, const Streams& streams) {
  const std::optional<Machine> machine = reached(options.worker, options.program, streams);
  if (!machine) return true;
  const SharedJson there = usable_devices_for(*machine, options.device, kListingTimeout);
  return there == nullptr || takes_il(device_identity_from(*chosen_device(*there, options.device)));
}

void refuse_comparing(const RunOptions& options) {
  const BackendEntry& backend = backend_named(options.backend);
  if (options.compare_on_device != UseOfDigests::always || backend.reduces) return;
  throw UsageError(fmt::format(
      "--compare-on-device: not available on devices of {}; leave it out, all results are then read", backend.title));
}

// Throws UsageError for a folder that contains a run.
fs::path new_folder(const RunOptions& options) {
  fs::path directory(options.out.empty() ? folder_named_by_date() : options.out);
  if (fs::exists(JournalWriter::file_of(directory))) {
    throw UsageError(fmt::format("--out: {} contains a run; choose another folder, or continue it with `classay resume {}`",
                                 directory.string(), folder_word(directory)));
  }
  return directory;
}

// Adds the label, the remote worker, and the inputs that the options name.
void describe(RunHeader& run, const RunOptions& options, const Machine& machine, const InputList& inputs) {
  run.label = options.label;
  if (machine.is_far()) run.worker = remote_worker(options.worker, machine);
  if (!options.ranges.empty()) run.covers = {.file = "", .hash = "", .ranges = options.ranges};
  if (!options.input_list.empty()) run.covers = {.file = options.input_list, .hash = inputs.hash(), .ranges = {}};
}

}  // namespace

ExitCode run_command(const RunOptions& wanted, const Streams& streams) {
  RunOptions options = wanted;
  options.with_il = options.tier == Tier::certify;
  if (options.dry_run && options.filters.empty() && !options.with_il) options.with_il = may_take_il(options, streams);
  const InputList inputs = inputs_for(options, std::nullopt);
  Selection selection = chosen_cases(options, inputs);
  std::vector<std::string> probe_cases = chosen_probes(options);
  if (!tell_selection(selection, probe_cases, streams)) return ExitCode::nothing;
  if (options.dry_run) {
    for (const Job& job : ordered_jobs(options, selection.units, probe_cases)) {
      for (const std::string& c : cases_of(job)) streams.out.write(c + "\n");
    }
    return ExitCode::promised;
  }
  require_report(options.reporting);
  for (const std::string& folder : options.known) require_path("--known", folder);
  refuse_far_folders(options);
  const std::optional<Machine> machine = reached(options.worker, options.program, streams);
  if (!machine) return ExitCode::unusable;
  const SharedJson selfcheck = passed_selfcheck(*machine);
  const std::unique_ptr<Planted> planted = planted_by(options);
  const SharedJson devices = devices_there(options, *machine, streams);
  if (devices == nullptr) return ExitCode::unusable;
  const DeviceIdentity device = device_identity_from(*chosen_device(*devices, options.device));
  if (!is_before_driver(options, planted.get(), device, streams)) return ExitCode::unusable;
  if (options.workers == 0) options.workers = workers_for(options.tier, device);
  const OpenFrontEnds without_device = open_front_ends(options);
  options.backend = device.backend;
  refuse_comparing(options);
  if (options.filters.empty() && takes_il(device)) options.with_il = true;
  if (open_front_ends(options) != without_device) {
    selection = chosen_cases(options, inputs);
    probe_cases = chosen_probes(options);
  }
  RunHeader run = run_header(options, device, selection.cases);
  describe(run, options, *machine, inputs);
  run.measured = probe_cases.size();
  run.selfcheck = selfcheck;
  if (planted) run.plant = planted->described;
  const Baseline baseline = baseline_for(options, run);
  if (!options.baseline.empty()) run.baseline = {.file = options.baseline, .hash = baseline.hash()};
  const StatedLimits stated = limits_for(options, std::nullopt);
  if (!options.stated.empty()) run.limits = {.file = options.stated, .hash = stated.hash()};
  const fs::path directory = new_folder(options);
  if (!probe_device(options, *machine, device, streams)) return ExitCode::unusable;
  const Interrupts interrupts;
  const SharedJson first_record = shared_json(run);
  JournalWriter journal = JournalWriter::create(directory, *first_record);
  const Session session{.options = options,
                        .run = run,
                        .first_record = first_record,
                        .machine = *machine,
                        .directory = directory,
                        .jobs = ordered_jobs(options, selection.units, probe_cases),
                        .baseline = baseline,
                        .stated = stated,
                        .inputs = inputs};
  introduce(session, streams);
  Record record;
  return supervise(session, journal, record, streams);
}

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
