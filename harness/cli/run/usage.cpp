#include "harness/cli/run/usage.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/cli/list_option.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/run/run_line.h"
#include "harness/text/arguments.h"
#include "harness/text/usage_error.h"

namespace classay {
namespace {

constexpr const char* kRunHelp = R"(
Tiers set how much is tested: smoke (minutes), quick (the default), full (every input of f16, and of
f32 with one argument), certify.

A mode is a build with one option: default, relaxed (-cl-fast-relaxed-math), ftz
(-cl-denorms-are-zero), correct-div-sqrt (-cl-fp32-correctly-rounded-divide-sqrt), unsafe, finite,
mad-enable, no-signed-zeros, opt-disable. Tier certify tests all of them; the other tiers test the
default mode, and any mode that a filter spells out.

--edition auto means clc-3.1 for devices of OpenCL 3.1 and later, clc-2.0 for older ones, clspv for
those of Vulkan.
--workers N helps where the driver's compiler uses one core, as on CPUs. The results are the same, in
another order. Use 1 when times matter.
--case-time: in tiers smoke and quick, a case that would take too long runs on part of its inputs. It
is reported as partial, which is not a pass. --whole removes the limit, --case-time 5m raises it.
--time-budget runs the cheapest cases first, stops in time and lists what it left out.
--baseline FILE (from `classay-report baseline make`): an expected failure is xfail; an error larger
than recorded is a quality warning; a result better than recorded is reported as unexpected.
--shard 2/4 tests the second quarter of every case's inputs; `classay merge` puts shards together.

Exit codes: 0 all as promised, 1 something is not, 3 nothing ran, 4 the suite itself failed, 5 the
device became unusable, 130 interrupted.

Examples
  classay run --tier smoke
  classay run --device pocl --filter 'clc/math/sin/*' --out sin
  classay run --modes relaxed,ftz --filter 'clc/math/*/f32/*'
  classay run --device 1:0 --tier full --shard 2/4 --out shard-2
  classay run --tier smoke --filter 'clc/math/exp/*' --baseline known.txt
  classay run --tier full --filter 'clc/conversion/*' --workers 2
  classay run --worker 'ssh BOARD classay' --tier smoke
)";

constexpr const char* kResumeHelp = R"(
Continues where the run was stopped, whatever stopped it. The device, the driver and this program must
be the ones that the run began with.
)";

constexpr const char* kMergeHelp = R"(
Merges the journals of all shards of a run into a new one. Journals of different devices, options or
versions are refused; so are overlapping and missing shards.

--filter also joins runs that were asked other cases, each with all of its shards: every case that a run
with this filter asks has to be in one of them, and no other. The journal is that of such a run.

Examples
  classay merge whole shard-1 shard-2 shard-3 shard-4
  classay merge exp exp-f32 exp-f64 --filter 'clc/math/exp/*'
)";

// The options that run and resume share.
template <class Request>
void add_shared(CLI::App& command, Request& request, const std::string& workers_by_default) {
  command.add_option("--workers", request.workers, "Number of worker processes (default: " + workers_by_default + ")")
      ->type_name("N")
      ->check(CLI::Range(1, kMostWorkers));
  command.add_flag("--json", request.json, "Print the journal's lines as they are written");
  command.add_flag("--html", request.html,
                   "Write pages for a browser to DIR/html when the run has ended (needs classay-report)");
  command
      .add_option("--recover", request.recover,
                  "Run this shell command when the device stops responding, before it is tried again")
      ->type_name("COMMAND");
  command.add_option("--program", request.program)->group("");
}

void add_selection(CLI::App& run, RunWords& w) {
  add_list_option(run, "--filter", w.run.filters, "Run only cases that match this glob (repeatable)")->type_name("GLOB");
  run.add_option("--modes", w.modes,
                 "Build modes, separated by commas, or all (default: the default mode and those named in a filter)")
      ->type_name("M,...");
  run.add_option("--tier", w.tier, "How much is tested: smoke, quick, full or certify")
      ->type_name("T")
      ->capture_default_str();
  run.add_option("--edition", w.edition, "Edition of the specification; auto: by the version of the device")
      ->type_name("E")
      ->capture_default_str();
  run.add_option("--profile", w.profile, "Profile: auto, full or embedded")->type_name("P")->capture_default_str();
}

void add_run(CLI::App& app, RunWords& w) {
  CLI::App* run = app.add_subcommand("run", "Test a device and record its results");
  run->add_option("--limits", w.run.stated, "Judge results by the largest errors in ulp that this file states")
      ->type_name("FILE");
  run->add_option(
         "--device", w.run.device,
         "A driver's short name (pocl), part of a device's name, a type (gpu, cpu, accelerator), or PLATFORM:DEVICE "
         "(see `classay devices`; default: the first GPU; without a GPU, the first device)")
      ->type_name("NAME");
  run->add_option("--out", w.run.out, "Write the journal to this folder (default: a new one with the date in its name)")
      ->type_name("DIR");
  add_selection(*run, w);
  run->add_option("--seed", w.run.seed, "Seed of the random inputs")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  run->add_option("--shard", w.shard, "Test only the I-th of N parts of each case's inputs")
      ->type_name("I/N")
      ->capture_default_str();
  run->add_option("--time-budget", w.time_budget, "Stop after this time, cheapest cases first: 90, 5m, 2h")
      ->type_name("TIME");
  run->add_option("--case-time", w.case_time,
                  "Time limit of a case; one that needs more is cut short and reported as partial (smoke 20s, quick 60s, "
                  "larger tiers: none)")
      ->type_name("TIME");
  run->add_option(
         "--timeout", w.timeout,
         "A worker that is silent for this long counts as hanging; the second time is for builtins that hung before "
         "(smoke 30s,10s, quick 60s,10s, else 300s)")
      ->type_name("TIME[,TIME]");
  run->add_flag("--whole", w.whole, "No time limits: every case in full (a worker silent for 300s still counts as hanging)");
  run->add_option("--progress", w.progress,
                  "When not on a terminal, print the progress after this long without output; 0: never")
      ->type_name("TIME")
      ->capture_default_str();
  add_list_option(*run, "--known", w.run.known,
                  "Start the searches of tier certify from the worst inputs of this earlier run or search (repeatable)")
      ->type_name("DIR");
  run->add_option("--baseline", w.run.baseline, "Known results of the device; only differences from them count")
      ->type_name("FILE");
  run->add_option("--plant", w.run.plant,
                  "Plant this defect in the device's programs, to see that it is found (see `classay list --planted`)")
      ->type_name("NAME");
  run->add_option("--dump-kernels", w.run.dump_kernels, "Write the kernels to this folder")->type_name("DIR");
  run->add_flag("!--no-models", w.run.models, "Judge every result by the oracle: same verdicts, a thousand times slower");
  run->add_flag(
      "--compare-on-device", w.run.compare_on_device,
      "Compare vectors with scalars on the device, by digests, and bring only what differs and a share of the rest: "
      "for devices whose results cross a bus (OpenCL)");
  run->add_flag("--list", w.run.list, "List the cases that would run, in order, and exit");
  add_worker_option(*run, w.run.worker);
  add_shared(*run, w.run, "2 for a CPU in tiers smoke and quick, else 1");
  run->footer(kRunHelp);
}

void add_resume(CLI::App& app, RunWords& w) {
  CLI::App* resume = app.add_subcommand("resume", "Continue a run that was stopped");
  resume->add_option("DIR", w.resume.directory, "The run's folder")->required();
  resume->add_flag("--whole", w.resume.whole, "Run the rest, and cases that were cut short, without time limits");
  add_worker_option(*resume, w.resume.worker);
  add_shared(*resume, w.resume, "as many as the run had");
  resume->footer(kResumeHelp);
}

void add_merge(CLI::App& app, RunWords& w) {
  CLI::App* merge = app.add_subcommand("merge", "Merge the journals of shards");
  merge->add_option("OUT", w.merge.out, "Folder for the merged journal")->required();
  merge->add_option("IN", w.merge.in, "Folders of the shards")->required();
  CLI::Option* const filter = add_list_option(*merge, "--filter", w.merge.filters,
                                              "Join runs of other cases, too: those of a run with this filter (repeatable)")
                                  ->type_name("GLOB");
  merge->add_flag("--no-filter", w.merge.no_filter, "The same, of a run without a filter")->excludes(filter);
  merge->footer(kMergeHelp);
}

CaseLimits read_limits(const RunWords& w, Tier tier) {
  if (w.whole && !w.case_time.empty()) throw UsageError("--whole asks every case in full, and --case-time cuts it short");
  CaseLimits limits = w.whole ? CaseLimits{} : case_limits(tier);
  if (!w.case_time.empty()) limits.case_time = read_duration(w.case_time, "--case-time");
  if (w.timeout.empty()) return limits;
  // One value sets the timeout of all cases; a second value is for builtins that hung before. Children that are silent until
  // done keep the default patience, because a busy machine is not a lost device.
  const std::size_t comma = w.timeout.find(',');
  limits.timeout = limits.short_timeout = read_duration(w.timeout.substr(0, comma), "--timeout");
  limits.patience = std::max(limits.timeout, CaseLimits::kLeastPatience);
  if (comma != std::string::npos) limits.short_timeout = read_duration(w.timeout.substr(comma + 1), "--timeout");
  if (limits.timeout <= 0 || limits.short_timeout <= 0) throw UsageError("--timeout has to be more than nothing");
  return limits;
}

RunOptions read_words(const RunWords& w) {
  RunOptions run = w.run;
  run.tier = read_tier(w.tier);
  run.modes = read_modes(w.modes);
  if (w.edition != "auto") run.edition = read_edition(w.edition);
  if (w.profile != "auto") run.profile = read_profile(w.profile);
  run.shard = read_shard(w.shard);
  if (!w.time_budget.empty()) run.time_budget = read_duration(w.time_budget, "--time-budget");
  run.limits = read_limits(w, run.tier);
  run.progress = read_duration(w.progress, "--progress");
  return run;
}

}  // namespace

void add_run_commands(CLI::App& app, RunWords& words) {
  add_run(app, words);
  add_resume(app, words);
  add_merge(app, words);
}

std::optional<ExitCode> run_given_command(const CLI::App& app, RunWords& words, const Streams& streams) {
  if (app.get_subcommand("run")->parsed()) return run_command(read_words(words), streams);
  if (app.get_subcommand("resume")->parsed()) return resume_command(words.resume, streams);
  if (app.get_subcommand("merge")->parsed()) return merge_command(words.merge, streams);
  return std::nullopt;
}

}  // namespace classay
