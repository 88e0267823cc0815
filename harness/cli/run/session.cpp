#include "harness/cli/run/session.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "harness/cli/parse_error.h"
#include "harness/cli/run/device_check.h"
#include "harness/cli/run/display.h"
#include "harness/cli/run/pages.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/run/summary.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/device/capabilities.h"
#include "harness/device/device_name.h"
#include "harness/journal/run_header.h"
#include "harness/process/descriptors.h"
#include "harness/process/interrupts.h"
#include "harness/process/safe_file.h"
#include "harness/supervisor/probe_children.h"
#include "harness/text/arguments.h"
#include "harness/text/inputs.h"
#include "harness/text/shell_word.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"
#include "harness/worker/sweep/device_support.h"
#include "harness/worker/sweep/worker.h"

namespace classay {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

// The cost of building a unit's programs, expressed in inputs.
constexpr double kProgramWeight = 1 << 24;

bool covers_part(const RunOptions& options) { return !options.input_list.empty() || !options.ranges.empty(); }

// Returns the cases that did not pass in earlier runs. A folder of a search has no journal, and a resumed run may no longer
// have the folder.
std::set<std::string> not_passed(const std::vector<std::string>& folders) {
  std::set<std::string> cases;
  for (const std::string& folder : folders) {
    const std::filesystem::path file = JournalWriter::file_of(folder);
    if (!std::filesystem::is_regular_file(file)) continue;
    Record record;
    read_journal(file, [&](const JournalLine& line) { record.apply(line.record); });
    for (const auto& [case_name, result] : record.cases()) {
      const CaseVerdict v = result.verdict;
      const bool is_settled = v == CaseVerdict::pass || v == CaseVerdict::quality_warning || v == CaseVerdict::skip ||
                              v == CaseVerdict::unsupported;
      if (!is_settled) cases.insert(case_name);
    }
  }
  return cases;
}

// nullopt: a stand-in, which does not describe its capabilities.
std::optional<Capabilities> described(const Session& session) {
  const Json& device = *session.run.device.description;
  return device.contains("f64") ? std::optional(capabilities_from(device)) : std::nullopt;
}

SupervisorOptions supervisor_options(const Session& session) {
  const RunOptions& options = session.options;
  const RunHeader& run = session.run;
  const Machine& machine = session.machine;
  const std::string& address = run.device.address;
  UnitRunnerOptions runner{.worker = machine.child({"worker", "--device", address}),
                           .device = run.device.description,
                           .facts = facts_of(session),
                           .build = machine.is_far() ? machine.greeting().build : shared_json(own_build()),
                           .may_be_nameless = !options.program.empty(),
                           .task = {.tier = options.tier,
                                    .seed = options.seed,
                                    .profile = profile_of(run),
                                    .shard = options.shard,
                                    .case_time = options.limits.case_time,
                                    .compare_on_device = options.compare_on_device,
                                    .models = options.models,
                                    .ranges = options.ranges},
                           .editions = editions_of(run),
                           .limits = {.timeout = in_milliseconds(options.limits.timeout)},
                           .short_timeout = in_milliseconds(options.limits.short_timeout),
                           .health = {.probe = machine.child({"health", "--device", address}),
                                      .recover = options.recover,
                                      .timeout = in_milliseconds(options.limits.check()),
                                      .back_off = {milliseconds(1000), milliseconds(5000), milliseconds(15'000)}}};
  runner.task.bundled = may_bundle(session.jobs, options.tier) && listed_driver(run.device.platform).compiles_at_launch;
  for (const std::string& folder : options.known) runner.worker.words.insert(runner.worker.words.end(), {"--known", folder});
  if (!options.dump_kernels.empty()) {
    runner.worker.words.insert(runner.worker.words.end(), {"--dump-kernels", options.dump_kernels});
  }
  // A stand-in that stays broken does so on purpose, so the waits are short.
  if (!options.program.empty()) runner.health.back_off = {milliseconds(10), milliseconds(10)};
  SupervisorOptions s{.runner = std::move(runner),
                      .workers = options.workers,
                      .repro = {.worker = worker_words(options.worker), .folder = folder_word(session.directory)}};
  return s;
}

void tell_end(const Session& session, const Record& record, RunEnd end, const std::string& why, const Streams& streams) {
  const std::string resume = "classay resume " + folder_word(session.directory);
  const Reporting& reporting = session.options.reporting;
  if (reporting.quiet && !reporting.json) streams.out.write(totals_text(record, streams.out));
  if (!reporting.quiet && !reporting.json) streams.out.write(summary_text(record, streams.out, session.options.worker));
  if (!reporting.json) streams.out.write(partial_text(session.run));
  streams.out.flush();
  for (const std::string& c : session.baseline.stale()) {
    streams.err.write("classay: the baseline has an entry for " + c +
                      ", which is not a case of this run; remove the entry\n");
  }
  if (const std::uint64_t ours = record.totals().at(static_cast<std::size_t>(CaseVerdict::harness_error)); ours > 0) {
    streams.err.write(fmt::format(
        "classay: classay itself failed in {} case{}, whatever the device does; please report it with the records "
        "'abnormal' and 'harness-error' of\n  {}\n",
        ours, ours == 1 ? "" : "s", JournalWriter::file_of(session.directory).string()));
  }
  if (end == RunEnd::interrupted) {
    streams.err.write(
        fmt::format("classay: interrupted; the journal has all finished results. Resume with\n  {}\n", resume));
  } else if (end == RunEnd::unusable) {
    streams.err.write(fmt::format(
        "classay: {}\nclassay: stopped, because the device is unusable; when it works again, resume with\n  {}\n",
        visible(why), resume));
  } else if (end == RunEnd::out_of_time) {
    streams.err.write(fmt::format(
        "classay: the time budget left out {} of {} cases, which the last record of the journal lists; run them "
        "with\n  {}\n",
        left_out(record, session.jobs), session.run.cases.value_or(0) + session.run.measured.value_or(0), resume));
  }
}

EndedRun ended_run(const Session& session, const Record& record, RunEnd end) {
  const RunOptions& options = session.options;
  return {.folder = session.directory,
          .device = options.device.empty() ? session.run.device.address : options.device,
          .filters = options.filters,
          .worst_case = worst_case(record),
          .tier = options.tier,
          .is_complete = end != RunEnd::out_of_time,
          .has_pages = options.reporting.html,
          .report = report_command()};
}

std::string budget_text(const RunOptions& options) {
  return options.time_budget ? fmt::format(", stops after {}", time_text(*options.time_budget)) : "";
}

// A file that an option names. The first record has its hash.
struct OptionFile {
  std::string option;
  std::string file;  // empty: none
  std::string what;  // contents, in words
};

// Reads the file, if there is one. `hash`: that of a resumed run's file. Throws UsageError.
template <class Contents>
Contents read_unchanged(const OptionFile& given, const std::optional<std::string>& hash) {
  if (given.file.empty()) return {};
  require_path(given.option, given.file);
  try {
    Contents contents = Contents::read(given.file);
    if (hash && *hash != contents.hash()) {
      throw UsageError(fmt::format("{}: the {} have changed since the run started; restore them, or start a new run",
                                   given.file, given.what));
    }
    return contents;
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  } catch (const FileError& e) {
    throw UsageError(e.what());
  }
}

template <class Keeps>
void keep_units(Selection& selection, Keeps keeps) {
  std::erase_if(selection.units, [&](const Unit& unit) { return !keeps(unit); });
  selection.cases = 0;
  for (const Unit& unit : selection.units) selection.cases += unit.widths.size();
}

void keep_cases_with_inputs(Selection& selection, const InputList& inputs) {
  try {
    inputs.require_use(selection.units);
  } catch (const std::invalid_argument& e) {
    throw UsageError(e.what());
  }
  keep_units(selection, [&](const Unit& unit) { return !inputs.of(unit).empty(); });
}

void keep_cases_in_ranges(Selection& selection, const std::vector<std::string>& ranges) {
  keep_units(selection,
             [&](const Unit& unit) { return ranges_of(ranges, argument_types(*unit.row, unit.format)).has_value(); });
  if (!selection.units.empty()) return;
  throw UsageError(fmt::format("--range: no selected case has {} argument{} with values in {}; choose other cases",
                               ranges.size(), ranges.size() == 1 ? "" : "s", fmt::join(ranges, ", ")));
}

// "OpenCL C 2.0, SPIR-V environment 2.2": the editions of the front ends that run.
std::string editions_text(const Session& session) {
  const Editions editions = editions_of(session.run);
  std::vector<std::string> all;
  for (const FrontEnd front_end : kFrontEnds) {
    const auto is_asked = [&](const Job& job) {
      const auto* unit = std::get_if<Unit>(&job);
      return unit != nullptr && unit->front_end == front_end;
    };
    const std::string text(title(editions.of(front_end)));
    const bool is_new = std::ranges::find(all, text) == all.end();
    if (is_new && std::ranges::any_of(session.jobs, is_asked)) all.push_back(text);
  }
  return all.empty() ? std::string(title(editions.of(FrontEnd::clc))) : fmt::format("{}", fmt::join(all, ", "));
}

}  // namespace

DeviceFacts facts_of(const Session& session) {
  const std::optional<Capabilities> device = described(session);
  if (!device) return {};
  return {.unsupported = [device](const Case& c) { return unsupported(*device, c); },
          .lacks = [device](FrontEnd front_end, Type type) { return unsupported(*device, front_end, type); },
          .arithmetic = [device](Type format) { return reported_arithmetic(*device, format); }};
}

Selection chosen_cases(const RunOptions& options, const InputList& inputs) {
  Selection selection = selection_of(options);
  if (!options.input_list.empty()) keep_cases_with_inputs(selection, inputs);
  if (!options.ranges.empty()) keep_cases_in_ranges(selection, options.ranges);
  return selection;
}

std::vector<Job> ordered_jobs(const RunOptions& options, std::span<const Unit> units,
                              std::span<const std::string> probe_cases) {
  std::vector<Job> jobs = jobs_of(units, probe_cases);
  const bool is_short = options.tier == Tier::smoke || options.tier == Tier::quick;
  if (is_short || options.time_budget) order_by_yield(jobs, options.tier, options.shard, options.time_budget.has_value());
  if (!options.known.empty()) put_first(jobs, not_passed(options.known));
  return jobs;
}

std::vector<std::string> chosen_probes(const RunOptions& options) {
  if (!options.program.empty() || covers_part(options)) return {};
  return chosen_probe_cases(read_globs(options.filters), open_front_ends(options));
}

Baseline baseline_for(const RunOptions& options, const RunHeader& run) {
  if (options.baseline.empty()) return {};
  if (const std::string covers = covers_text(run); !covers.empty()) {
    throw UsageError("--baseline: a baseline has complete results, and this run " + covers + "; leave out --baseline");
  }
  if (options.shard.of > 1) {
    throw UsageError(
        "--baseline and --shard cannot be used together: a baseline has complete results; merge the shards and run "
        "`classay-report baseline check`");
  }
  require_path("--baseline", options.baseline);
  Baseline baseline = Baseline::read(options.baseline);
  const std::vector<std::string> misfits = baseline.misfits(run);
  if (misfits.empty()) return baseline;
  throw UsageError(fmt::format("--baseline: {} is of a different run: {}", options.baseline, fmt::join(misfits, "; ")));
}

StatedLimits limits_for(const RunOptions& options, const std::optional<std::string>& hash) {
  return read_unchanged<StatedLimits>({"--limits", options.stated, "limits"}, hash);
}

InputList inputs_for(const RunOptions& options, const std::optional<std::string>& hash) {
  return read_unchanged<InputList>({"--inputs", options.input_list, "inputs"}, hash);
}

std::string cases_text(const RunHeader& run) {
  const std::uint64_t of_table = run.cases.value_or(0);
  const std::uint64_t probe_cases = run.measured.value_or(0);
  if (probe_cases == 0) return fmt::format("{} cases", of_table);
  const std::string beside = fmt::format("{} of the group misc", probe_cases);
  return of_table == 0 ? beside : fmt::format("{} cases and {}", of_table, beside);
}

void introduce(const Session& session, const Streams& streams) {
  tell_plant(session.run, streams);
  if (session.machine.is_far()) {
    const SharedJson& known = session.machine.greeting().host;
    const Json host = known ? *known : Json::object();
    streams.err.write(fmt::format("classay: workers are started by '{}' on {} ({})\n", visible(session.options.worker),
                                  visible(host.value("name", "")), visible(host.value("machine", ""))));
    streams.err.flush();
  }
  if (session.options.reporting.json) {
    streams.out.write(json_line(*session.first_record));
  } else if (!session.options.reporting.quiet) {
    const DeviceIdentity& device = session.run.device;
    streams.out.write(fmt::format("{} ({}), driver {}\n{}, tier {}, {}, {} profile, seed {}, shard {}, journal {}{}\n",
                                  visible(device.name), visible(device.platform), visible(device.driver),
                                  cases_text(session.run), visible(session.run.tier), editions_text(session),
                                  session.run.profile, session.options.seed, name(session.options.shard),
                                  JournalWriter::file_of(session.directory).string(), budget_text(session.options)));
    if (const std::string covers = covers_text(session.run); !covers.empty()) streams.out.write(covers + "\n");
  }
  streams.out.flush();
}

std::uint64_t left_out(const Record& record, std::span<const Job> jobs) {
  std::uint64_t count = 0;
  for (const Job& job : jobs) {
    count += static_cast<std::uint64_t>(
        std::ranges::count_if(cases_of(job), [&](const std::string& c) { return !record.has_result(c); }));
  }
  return count;
}

ExitCode code_of(const Record& record, const Baseline& baseline, RunEnd end) {
  if (end == RunEnd::interrupted) return ExitCode::interrupted;
  if (end == RunEnd::unusable) return ExitCode::unusable;
  const ExitCode code = exit_code(record);
  return baseline.stale().empty() ? code : worse(code, ExitCode::unexpected);
}

ExitCode supervise(const Session& session, JournalWriter& journal, Record& record, const Streams& streams) {
  const RunOptions& options = session.options;
  const std::optional<Capabilities> device = described(session);
  const auto weight = [&](const Unit& u) {
    if (device && unsupported(*device, case_of(u, u.widths.front()))) return 0.0;
    if (covers_part(options)) return kProgramWeight;
    return kProgramWeight + static_cast<double>(inputs_of(u, options.tier, options.shard));
  };
  double total = 0;
  for (const Job& job : session.jobs) {
    const std::uint64_t open = left_out(record, {&job, 1});
    if (open == 0) continue;
    const auto* unit = std::get_if<Unit>(&job);
    total += unit != nullptr ? weight(*unit) : static_cast<double>(open) * kProgramWeight;
  }
  const Reporting& reporting = options.reporting;
  const auto how = reporting.json    ? RunDisplay::How::json
                   : reporting.quiet ? RunDisplay::How::failures
                   : is_terminal(kStandardOutput) && !reporting.verbose && reporting.prefix.empty() ? RunDisplay::How::live
                                                                                                    : RunDisplay::How::lines;
  RunDisplay display(streams, how, in_milliseconds(options.progress),
                     RunProgress({.of_unit = weight, .of_probe_case = kProgramWeight, .total = total}), Interrupts::came);
  std::optional<Clock::time_point> deadline;
  if (options.time_budget) deadline = Clock::now() + in_milliseconds(*options.time_budget);
  SupervisorOptions how_to_ask = supervisor_options(session);
  how_to_ask.deadline = deadline;
  how_to_ask.run_probes = [&](const ProbeGroup& cases, const ReportProbe& report) {
    run_probe_group(session, cases, report, display, deadline);
  };
  how_to_ask.baseline = session.baseline;
  how_to_ask.runner.stated = session.stated;
  how_to_ask.runner.inputs = session.inputs;
  Supervisor supervisor(how_to_ask, sink_of(journal), record, display);
  const RunEnd end = supervisor.run(session.jobs);
  display.end();
  tell_end(session, record, end, supervisor.why_unusable(), streams);
  tell_plant(session.run, streams);
  const ExitCode code = code_of(record, session.baseline, end);
  if (end == RunEnd::interrupted) return code;
  const ExitCode code_with_reports = with_pages(session, code, streams);
  if (end != RunEnd::unusable && !reporting.json && !reporting.quiet) {
    streams.out.write(next_steps_text(ended_run(session, record, end)));
  }
  return code_with_reports;
}

ExitCode with_pages(const Session& session, ExitCode code, const Streams& streams) {
  return write_reports(session.options.reporting, session.directory, streams) ? code : worse(code, ExitCode::failed);
}

}  // namespace classay
