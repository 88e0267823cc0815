#include "harness/cli/run/usage.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "harness/cli/device_usage.h"
#include "harness/cli/help.h"
#include "harness/cli/parse_error.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/run/run_line.h"
#include "harness/cli/suite/runs.h"
#include "harness/process/safe_file.h"
#include "harness/text/arguments.h"
#include "harness/text/inputs.h"
#include "harness/text/number.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"

namespace classay {
namespace {

constexpr std::size_t kLongestLabel = 100;

constexpr const char* kRunHelp = R"(Tiers, with the time for all cases of a device with two CPU cores
  smoke    5 to 10 min   every case on a few thousand inputs
  quick    10 to 20 min  more random inputs and boundaries (the default)
  full     hours         every input of f16, and of f32 with one argument
  certify  days          everything in all build modes, for evidence

Globs select cases by complete names such as clc/math/sin/f32/default/v4. '*' crosses '/', '?' is one
character, [a-c] and [!a] are sets, {sin,cos} are alternatives. A glob that begins with '!' excludes.

Build modes: default, relaxed (-cl-fast-relaxed-math), ftz (-cl-denorms-are-zero), correct-div-sqrt
(-cl-fp32-correctly-rounded-divide-sqrt), unsafe, finite, mad-enable, no-signed-zeros, opt-disable.

Times are 90s, 5m or 2h. A case that reaches the case time limit runs on part of its inputs and is
reported as partial, which is not a pass.

With --device all, every device is tested at once: all devices of the first of OpenCL, Level Zero and
Vulkan that has any, or with a prefix those of one (vk:all). Each has a folder in --out.

A suite file describes several runs with their devices, environment variables and known failures. Only
--out, --dry-run, --json, --quiet and --verbose apply to it; docs/cli.md describes its keys.

Exit codes: 0 all results conform; 1 a case failed or is partial; 2 wrong usage, or a path that does
not exist; 3 no case matched, or nothing ran; 4 the suite failed, or output was lost; 5 no usable
device; 130 interrupted.

Examples
  classay run --tier smoke
  classay run 'clc/math/{exp,log,sqrt}/*' --device pocl -o exp
  classay run 'clc/math/*/f32/*' --exclude '*/tgamma/*' --modes relaxed,ftz
  classay run 'clc/math/*' --dry-run
  classay run --device 1:0 --tier full --shard 2/4 -o shard-2
  classay run 'clc/math/exp/*' --tier smoke --baseline known.txt --junit results.xml
  classay run --remote 'ssh BOARD classay' --tier smoke
  classay run --device all --tier smoke -o machine --html
  classay run nightly.toml -o results
)";

constexpr const char* kResumeHelp =
    R"(Continues where the run stopped. Device, driver and this program must be those of the run.

Examples
  classay resume classay-20261128-140000
  classay resume RUN --no-case-limit
)";

constexpr const char* kMergeHelp =
    R"(Merges the journals of all shards of a run into a new one. Journals of different devices, options or
versions are refused; so are overlapping and missing shards.

--filter and --no-filter also join runs of different cases, each with all of its shards. Each case that
a run with this filter selects must be in exactly one of them.

Examples
  classay merge whole shard-1 shard-2 shard-3 shard-4
  classay merge exp exp-f32 exp-f64 --filter 'clc/math/exp/*'
)";

// The options that run and resume share.
template <class Request>
void add_shared(CLI::App& command, Request& request, const std::string& jobs_by_default) {
  command.add_option("-j,--jobs,--workers", request.workers, "Run N worker processes (default: " + jobs_by_default + ")")
      ->type_name("N")
      ->check(whole_number(1, kMostWorkers))
      ->group(kDevice);
  command
      .add_option("--recover", request.recover,
                  "Run this shell command when the device stops responding, before it is tried again")
      ->type_name("COMMAND")
      ->group(kDevice);
  Reporting& reporting = request.reporting;
  command.add_flag("--json", reporting.json, "Print the journal's records as they are written")->group(kOutput);
  command.add_flag("-q,--quiet", reporting.quiet, "Print only failures and counts")->group(kOutput);
  command.add_flag("-v,--verbose", reporting.verbose, "Print every case, also on a terminal")->group(kOutput);
  command
      .add_flag("--html", reporting.html,
                "Write pages for a browser to DIR/html when the run has ended (needs classay-report)")
      ->group(kOutput);
  command
      .add_option("--junit", reporting.junit,
                  "Write the verdicts to FILE as JUnit XML when the run has ended (needs classay-report)")
      ->type_name("FILE")
      ->group(kOutput);
  command.add_option("--program", request.program)->group("");
  command.add_option("--line-prefix", reporting.prefix)->group("");
}

void add_selection(CLI::App& run, RunWords& w) {
  run.add_option("GLOB", w.patterns, "Run only the cases that match one of these globs (default: all)");
  add_list_option(run, "--filter", w.run.filters, "Run only cases that match GLOB; the same as the argument (repeatable)")
      ->type_name("GLOB")
      ->group(kSelection);
  add_list_option(run, "--exclude", w.excluded, "Leave out cases that match GLOB (repeatable)")
      ->type_name("GLOB")
      ->group(kSelection);
  run.add_option("--case-list", w.case_list, "Run the cases or globs in FILE, one per line; # begins a comment")
      ->type_name("FILE")
      ->group(kSelection);
  run.add_option("--tier", w.tier, "Set the number of inputs: smoke, quick, full or certify; times are below")
      ->type_name("TIER")
      ->group(kSelection)
      ->capture_default_str();
  run.add_option("--modes", w.modes,
                 "Build in these modes, separated by commas, or all (default: default and those that a glob spells out)")
      ->type_name("MODES")
      ->group(kSelection);
  run.add_option("--spec,--edition", w.edition,
                 "Judge by this specification: clc-2.0, clc-3.1, spirv-2.2, spirv-3.1, clspv; auto: by the device's version")
      ->type_name("SPEC")
      ->group(kSelection)
      ->capture_default_str();
  run.add_option("--profile", w.profile, "Judge by this profile: full, embedded; auto: as the device reports")
      ->type_name("PROFILE")
      ->group(kSelection)
      ->capture_default_str();
  run.add_option("--seed", w.run.seed, "Set the seed of the random inputs")
      ->type_name("N")
      ->check(whole_number(0, UINT64_MAX))
      ->group(kSelection)
      ->capture_default_str();
  run.add_option("--shard", w.shard, "Run only the I-th of N parts of each case's inputs")
      ->type_name("I/N")
      ->group(kSelection)
      ->capture_default_str();
  run.add_flag("-n,--dry-run,--list", w.run.dry_run, "Print the cases that would run on the device, in order, and exit")
      ->group(kSelection);
}

void add_device(CLI::App& run, RunWords& w) {
  add_device_option(run, w.run.device);
  add_remote_option(run, w.run.worker);
}

void add_times(CLI::App& run, RunWords& w) {
  run.add_option("--time-budget", w.time_budget, "Stop after TIME, and run one type of each builtin first (default: none)")
      ->type_name("TIME")
      ->group(kTime);
  run.add_option("--case-time", w.case_time,
                 "Limit the time of a case; the case is then partial (default: smoke 20s, quick 60s, larger tiers none)")
      ->type_name("TIME")
      ->group(kTime);
  run.add_flag("--no-case-limit,--whole", w.no_case_limit, "Run every case in full; a hang is detected after 300s")
      ->group(kTime);
  run.add_option("--timeout", w.timeout,
                 "Treat a worker that is silent for TIME as hanging; the second time is for builtins that hung before "
                 "(default: smoke 30s,10s, quick 60s,10s, larger tiers 300s)")
      ->type_name("TIME[,TIME]")
      ->group(kTime);
}

void add_debugging(CLI::App& run, RunWords& w) {
  run.add_option("--dump-kernels", w.run.dump_kernels, "Write the kernels to DIR")->type_name("DIR")->group(kDebugging);
  run.add_option("--inject,--plant", w.run.plant,
                 "Inject this defect into the device's programs, to see that it is found (`classay list --defects`)")
      ->type_name("NAME")
      ->group(kDebugging);
  run.add_flag("!--no-models", w.run.models, "Judge every result by the oracle: same verdicts, a thousand times slower")
      ->group(kDebugging);
  run.add_flag("--compare-on-device{always}", w.compare_on_device,
               "Compare vectors with scalars on the device by digests, and read only differences and a sample; "
               "=never: read all results; =auto: measure what takes less time (default: auto)")
      ->group(kDebugging);
}

void add_run(CLI::App& app, RunWords& w) {
  CLI::App* run = app.add_subcommand("run", "Test a device and record its results");
  add_selection(*run, w);
  add_list_option(*run, "--range", w.ranges,
                  "Run only inputs whose first argument lies in A..B; for further arguments repeat it (default: all)")
      ->type_name("A..B")
      ->group(kSelection);
  run->add_option("--inputs", w.run.input_list, "Run the selected cases on the inputs in FILE only, one per line")
      ->type_name("FILE")
      ->group(kSelection);
  run->add_option("--limits", w.run.stated, "Judge results by the largest errors in ulp that FILE states")
      ->type_name("FILE")
      ->group(kSelection);
  run->add_option("--baseline", w.run.baseline, "Count only differences from the known results in FILE")
      ->type_name("FILE")
      ->group(kSelection);
  add_list_option(*run, "--known", w.run.known,
                  "Run first what did not pass in this earlier run; in certify, search from its worst inputs (repeatable)")
      ->type_name("DIR")
      ->group(kSelection);
  add_device(*run, w);
  add_times(*run, w);
  run->add_option("-o,--out", w.run.out, "Write the journal to DIR (default: a new folder named by date)")
      ->type_name("DIR")
      ->group(kOutput);
  run->add_option("--label", w.run.label, "Name the run in reports, next to runs of the same device (default: none)")
      ->type_name("LABEL")
      ->group(kOutput);
  run->add_option("--progress", w.progress, "Print progress after TIME without output, when not on a terminal; 0: never")
      ->type_name("TIME")
      ->group(kOutput)
      ->capture_default_str();
  add_shared(*run, w.run, "2 for a CPU in tiers smoke and quick, else 1");
  add_debugging(*run, w);
  run->footer(kRunHelp);
}

void add_resume(CLI::App& app, RunWords& w) {
  CLI::App* resume = app.add_subcommand("resume", "Continue a run that was stopped");
  resume->add_option("DIR", w.resume.directory, "Folder of the run")->required();
  resume->add_flag("--no-case-limit,--whole", w.resume.whole, "Run the rest, and partial cases, without time limits")
      ->group(kTime);
  add_remote_option(*resume, w.resume.worker);
  add_shared(*resume, w.resume, "as many as the run had");
  resume->footer(kResumeHelp);
}

void add_merge(CLI::App& app, RunWords& w) {
  CLI::App* merge = app.add_subcommand("merge", "Merge the journals of shards");
  merge->add_option("OUT", w.merge.out, "Folder for the merged journal")->required();
  merge->add_option("IN", w.merge.in, "Folders of the shards")->required();
  CLI::Option* const filter = add_list_option(*merge, "--filter", w.merge.filters,
                                              "Join runs of different cases; the joined run has this filter (repeatable)")
                                  ->type_name("GLOB")
                                  ->group(kSelection);
  merge->add_flag("--no-filter", w.merge.no_filter, "Join runs of different cases; the joined run has no filter")
      ->excludes(filter)
      ->group(kSelection);
  merge->footer(kMergeHelp);
}

CaseLimits read_limits(const RunWords& w, Tier tier) {
  if (w.no_case_limit && !w.case_time.empty()) throw UsageError("--no-case-limit and --case-time cannot be used together");
  CaseLimits limits = w.no_case_limit ? CaseLimits{} : case_limits(tier);
  if (!w.case_time.empty()) limits.case_time = read_duration(w.case_time, "--case-time");
  if (w.timeout.empty()) return limits;
  // One value sets the timeout of all cases; a second value is for builtins that hung before. Children that are silent until
  // done keep the default patience, because a busy machine is not a lost device.
  const std::size_t comma = w.timeout.find(',');
  limits.timeout = limits.short_timeout = read_duration(w.timeout.substr(0, comma), "--timeout");
  limits.patience = std::max(limits.timeout, CaseLimits::kLeastPatience);
  if (comma != std::string::npos) limits.short_timeout = read_duration(w.timeout.substr(comma + 1), "--timeout");
  if (limits.timeout <= 0 || limits.short_timeout <= 0)
    throw UsageError("--timeout: 0 is not a time limit; write one such as 30s");
  return limits;
}

// Returns the globs of a list of cases, without comments and empty lines.
std::vector<std::string> read_case_list(const std::string& file) {
  require_path("--case-list", file);
  constexpr std::size_t kLongestLine = 4096;
  std::vector<std::string> globs;
  const SafeFile opened = SafeFile::to_read(file);
  LineReader reader(opened, kLongestLine);
  for (std::string line; reader.next(line);) {
    line.resize(std::min(line.find('#'), line.size()));
    const std::string glob = trimmed(line);
    if (!glob.empty()) globs.push_back(glob);
  }
  if (globs.empty()) throw UsageError(fmt::format("--case-list: {} has no cases; write one case or glob per line", file));
  return globs;
}

// All globs of the command line as filters. The journal records them like this.
std::vector<std::string> all_filters(const RunWords& w, std::span<const std::string> after) {
  std::vector<std::string> all = w.patterns;
  all.insert(all.end(), after.begin(), after.end());
  all.insert(all.end(), w.run.filters.begin(), w.run.filters.end());
  if (!w.case_list.empty()) {
    const std::vector<std::string> listed = read_case_list(w.case_list);
    all.insert(all.end(), listed.begin(), listed.end());
  }
  for (const std::string& glob : w.excluded) all.push_back("!" + glob);
  return all;
}

std::vector<std::string> ranges_in(const std::vector<std::string>& words) {
  try {
    return read_ranges(words);
  } catch (const UsageError& e) {
    throw UsageError(fmt::format("--range: {}", e.what()));
  }
}

// The words of the command line that each run of `--device all` gets.
std::vector<std::string> words_of_each(const CLI::App& run, std::span<const std::string> after) {
  constexpr std::array kOfAll{"--device", "--out",   "--label",   "--html",  "--junit", "--dry-run",
                              "--json",   "--quiet", "--verbose", "--color", "--help"};
  std::vector<std::string> words;
  for (const CLI::Option* option : run.get_options()) {
    const auto is_it = [&](const char* name) { return option->check_name(name); };
    if (option->count() == 0 || std::ranges::any_of(kOfAll, is_it)) continue;
    const std::string name = option->get_positional() ? "--filter" : "--" + option->get_lnames().front();
    if (option->get_expected_max() == 0) words.push_back(name);
    if (option->get_expected_max() == 0) continue;
    for (const std::string& value : option->results()) words.push_back(name + "=" + value);
  }
  for (const std::string& glob : after) words.push_back("--filter=" + glob);
  return words;
}

// Case names and globs do not end like this.
bool is_suite_file(const std::string& word) { return word.ends_with(".toml"); }

// Throws UsageError for anything that belongs in the file.
SuiteOptions suite_options(const CLI::App& run, const RunWords& w, std::span<const std::string> after) {
  const auto file = std::ranges::find_if(w.patterns, is_suite_file);
  if (w.patterns.size() + after.size() > 1) {
    const std::string& other = !after.empty()
                                   ? after.front()
                                   : *std::ranges::find_if(w.patterns, [&](const std::string& p) { return &p != &*file; });
    throw UsageError(
        fmt::format("run: a suite file is the only argument; write {} as 'filter' in the file, or run a second "
                    "suite file on its own",
                    in_quotes(other)));
  }
  constexpr std::array kAllowed{"--out", "--dry-run", "--json", "--quiet", "--verbose", "--color", "--cpu", "GLOB"};
  for (const CLI::Option* option : run.get_options()) {
    const auto is_it = [&](const char* name) { return option->check_name(name); };
    if (option->count() == 0 || std::ranges::any_of(kAllowed, is_it)) continue;
    throw UsageError(fmt::format("run: {0} cannot be used with a suite file; write '{1}' in {2}", option->get_name(),
                                 option->get_lnames().front(), *file));
  }
  return {.file = *file, .out = w.run.out, .dry_run = w.run.dry_run, .reporting = w.run.reporting};
}

}  // namespace

RunOptions read_run_words(const RunWords& w, std::span<const std::string> after) {
  RunOptions run = w.run;
  run.filters = all_filters(w, after);
  run.tier = read_tier(w.tier);
  run.modes = read_modes(w.modes);
  if (w.edition != "auto") run.edition = read_edition(w.edition);
  if (w.profile != "auto") run.profile = read_profile(w.profile);
  run.shard = read_shard(w.shard);
  if (run.label.size() > kLongestLabel || !is_visible(run.label)) {
    throw UsageError(
        fmt::format("--label: {} is not a label; write up to {} visible characters", in_quotes(run.label), kLongestLabel));
  }
  const std::optional<UseOfDigests> use = use_of_digests(w.compare_on_device);
  if (!use) {
    throw UsageError(
        fmt::format("--compare-on-device: unknown value {}; write always, never or auto", in_quotes(w.compare_on_device)));
  }
  run.compare_on_device = *use;
  run.ranges = ranges_in(w.ranges);
  if (!run.ranges.empty() && !run.input_list.empty()) {
    throw UsageError("--range and --inputs cannot be used together: a list has all its inputs; leave one out");
  }
  if (!w.time_budget.empty()) run.time_budget = read_duration(w.time_budget, "--time-budget");
  run.limits = read_limits(w, run.tier);
  run.progress = read_duration(w.progress, "--progress");
  return run;
}

void add_run_command(CLI::App& app, RunWords& words) { add_run(app, words); }
void add_resume_command(CLI::App& app, RunWords& words) { add_resume(app, words); }
void add_merge_command(CLI::App& app, RunWords& words) { add_merge(app, words); }

std::optional<ExitCode> run_given_command(const CLI::App& app, RunWords& words, std::span<const std::string> after,
                                          const Streams& streams) {
  if (const CLI::App* run = app.get_subcommand("run"); run->parsed()) {
    if (std::ranges::any_of(words.patterns, is_suite_file)) return suite_command(suite_options(*run, words, after), streams);
    const RunOptions options = read_run_words(words, after);
    if (means_all(options.device)) return all_devices_command(options, words_of_each(*run, after), streams);
    for (Terminal* stream : {&streams.out, &streams.err}) stream->begin_lines_with(options.reporting.prefix);
    return run_command(options, streams);
  }
  if (!after.empty()) return std::nullopt;
  if (app.get_subcommand("resume")->parsed()) {
    for (Terminal* stream : {&streams.out, &streams.err}) stream->begin_lines_with(words.resume.reporting.prefix);
    return resume_command(words.resume, streams);
  }
  if (app.get_subcommand("merge")->parsed()) return merge_command(words.merge, streams);
  return std::nullopt;
}

}  // namespace classay
