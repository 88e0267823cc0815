// `classay run`: turns options into a journal. This process loads no driver; children list, run and supervise devices.
#include <fmt/format.h>

#include <filesystem>

#include "harness/cli/list/device_list.h"
#include "harness/cli/parse_error.h"
#include "harness/cli/run/device_check.h"
#include "harness/cli/run/pages.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/run/session.h"
#include "harness/device/registry.h"
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

}  // namespace classay
