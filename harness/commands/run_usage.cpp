#include "harness/commands/run_usage.h"

#include <fmt/format.h>

#include <algorithm>

#include "harness/commands/list_option.h"
#include "harness/commands/run_line.h"
#include "harness/words/arguments.h"
#include "harness/words/usage_error.h"

namespace classay {
namespace {

constexpr const char* kRunHelp = R"(
Tiers say how much is asked: smoke, quick (the default), full (all of f16, and of f32 with one
argument), certify. The journal goes to --out, a new folder with the date in its name by default.

Modes are builds with one option each: default, relaxed (-cl-fast-relaxed-math), ftz
(-cl-denorms-are-zero), correct-div-sqrt (-cl-fp32-correctly-rounded-divide-sqrt), unsafe, finite,
mad-enable, no-signed-zeros, opt-disable. Without --modes the default one is asked, in tier certify
all of them, and those that a filter has in letters.

--edition auto is clc-3.1 for devices of OpenCL 3.1 and later, clc-2.0 for those before.
--workers N is for devices whose compiler runs on one core, as those of processors do: units are dealt
to N processes, which get the same results in another order. Where times count, set it to 1.
In tiers smoke and quick a case has a time: one that would take longer is asked a part of its inputs, and is
partial, which is no pass; --whole asks all, --case-time 5m gives more.
--time-budget asks what costs least first, stops when the time is over, and says what it left out.
--baseline FILE, made by `classay-report baseline make`: what it expects to fail is xfail, a larger
error than it knows is a quality warning, and what is better than it says is unexpected too.
--shard 2/4 asks the second quarter of every case's inputs; `classay merge` adds the shards up.

Exit code: 0 when all is as promised, 1 when not, 3 when nothing ran, 4 when the suite itself
failed, 5 when the device became unusable, 130 after an interrupt.

Examples
  classay run --tier smoke
  classay run --device pocl --filter 'clc/math/sin/*' --out sin
  classay run --modes relaxed,ftz --filter 'clc/math/*/f32/*'
  classay run --device 1:0 --tier full --shard 2/4 --out shard-2
  classay run --tier smoke --filter 'clc/math/exp/*' --baseline known.txt
  classay run --tier full --filter 'clc/conversion/*' --workers 2
)";

constexpr const char* kResumeHelp = R"(
Goes on where the run was stopped, in whatever way. A device, driver or program that is not the one
the run began with is refused.
)";

constexpr const char* kMergeHelp = R"(
Joins the journals of all shards of a run into a new one. Journals of different devices, options or
versions are refused, and so are shards that overlap or are missing.

Examples
  classay merge whole shard-1 shard-2 shard-3 shard-4
)";

void add_run(CLI::App& app, RunWords& w) {
  CLI::App* run = app.add_subcommand("run", "Asks a device, and records what it answers");
  run->add_option("--device", w.run.device,
                  "A driver's short name (pocl), part of a name, or PLATFORM:DEVICE as `classay devices` has it (the first)")
      ->type_name("NAME");
  run->add_option("--out", w.run.out, "Where the journal goes")->type_name("DIR");
  add_list_option(*run, "--filter", w.run.filters, "Only cases that match this glob (may be given again)")
      ->type_name("GLOB");
  run->add_option("--modes", w.modes, "Build modes: all, or names between commas (default, and what filters name)")
      ->type_name("M,...");
  run->add_option("--tier", w.tier, "smoke, quick, full or certify")->type_name("T")->capture_default_str();
  run->add_option("--edition", w.edition, "The document that promises")->type_name("E")->capture_default_str();
  run->add_option("--profile", w.profile, "auto, full or embedded")->type_name("P")->capture_default_str();
  run->add_option("--seed", w.run.seed, "Of random inputs")
      ->type_name("N")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  run->add_option("--shard", w.shard, "Only this part of every case's inputs")->type_name("I/N")->capture_default_str();
  run->add_option("--time-budget", w.time_budget, "As much as fits: 90, 5m, 2h")->type_name("TIME");
  run->add_option("--case-time", w.case_time,
                  "A case that takes longer is cut short: partial (smoke 20s, quick 60s, larger tiers: as long as it takes)")
      ->type_name("TIME");
  run->add_option("--timeout", w.timeout,
                  "A worker that is silent for so long hangs, and where its builtin hung before (smoke 30s,10s, quick "
                  "60s,10s, else 300s)")
      ->type_name("TIME[,TIME]");
  run->add_flag("--whole", w.whole, "Every case in full, however long it takes; silent for 300s it hangs");
  run->add_option("--progress", w.progress,
                  "Where it is no terminal: say what goes on when nothing was said for so long; 0: never")
      ->type_name("TIME")
      ->capture_default_str();
  run->add_option("--workers", w.run.workers,
                  "Processes that ask the device at a time (2 for a processor in tiers smoke and quick, else 1)")
      ->type_name("N")
      ->check(CLI::Range(1, kMostWorkers));
  add_list_option(*run, "--known", w.run.known,
                  "A folder of a run or a search, for the searches of tier certify (may be given again)")
      ->type_name("DIR");
  run->add_option("--baseline", w.run.baseline, "What the device is known to answer: only what differs from it counts")
      ->type_name("FILE");
  run->add_option("--plant", w.run.plant,
                  "Puts this defect into the device's programs, to see whether it is found: `classay list --planted`")
      ->type_name("NAME");
  run->add_option("--dump-kernels", w.run.dump_kernels, "Write the kernels that are asked to this folder")->type_name("DIR");
  run->add_flag("!--no-models", w.run.models,
                "Judge every result by the oracle: the same verdicts, a thousand times slower");
  run->add_flag("--list", w.run.list, "Only say which cases would run, in their order");
  run->add_flag("--json", w.run.json, "The lines of the journal, as they are written");
  run->add_option("--program", w.run.program)->group("");
  run->footer(kRunHelp);
}

void add_resume(CLI::App& app, RunWords& w) {
  CLI::App* resume = app.add_subcommand("resume", "Goes on with a run that was stopped");
  resume->add_option("DIR", w.resume.directory, "The folder of its journal")->required();
  resume->add_option("--workers", w.resume.workers, "Processes that ask the device at a time (as many as the run had)")
      ->type_name("N")
      ->check(CLI::Range(1, kMostWorkers));
  resume->add_flag("--whole", w.resume.whole, "Ask cases that were cut short once more, in full, and the rest too");
  resume->add_flag("--json", w.resume.json, "The lines of the journal, as they are written");
  resume->add_option("--program", w.resume.program)->group("");
  resume->footer(kResumeHelp);
}

void add_merge(CLI::App& app, RunWords& w) {
  CLI::App* merge = app.add_subcommand("merge", "Joins the journals of shards");
  merge->add_option("OUT", w.merge.out, "The folder for the new journal")->required();
  merge->add_option("IN", w.merge.in, "The folders of the shards")->required();
  merge->footer(kMergeHelp);
}

CaseLimits read_limits(const RunWords& w, Tier tier) {
  if (w.whole && !w.case_time.empty()) throw UsageError("--whole asks every case in full, and --case-time cuts it short");
  CaseLimits limits = w.whole ? CaseLimits{} : case_limits(tier);
  if (!w.case_time.empty()) limits.case_time = read_duration(w.case_time, "--case-time");
  if (w.timeout.empty()) return limits;
  // Who says how long a hang takes has it so for all cases, but for who hung before, of whom more can be said. Children that
  // say nothing until they are done are not hurried: a busy machine is no device that is lost.
  const std::size_t comma = w.timeout.find(',');
  limits.timeout = limits.short_timeout = read_duration(w.timeout.substr(0, comma), "--timeout");
  limits.patience = std::max(limits.timeout, CaseLimits::kLeastPatience);
  if (comma != std::string::npos) limits.short_timeout = read_duration(w.timeout.substr(comma + 1), "--timeout");
  if (limits.timeout <= 0 || limits.short_timeout <= 0) throw UsageError("--timeout has to be more than nothing");
  return limits;
}

RunOptions read_words(const RunWords& w) {
  RunOptions run = w.run;
  const std::optional<Tier> tier = tier_named(w.tier);
  if (!tier) throw UsageError(fmt::format("there is no tier '{}'; there are smoke, quick, full and certify", w.tier));
  run.tier = *tier;
  run.modes = read_modes(w.modes);
  if (w.edition != "auto") run.edition = read_edition(w.edition);
  if (w.profile != "auto") run.profile = read_profile(w.profile);
  run.shard = read_shard(w.shard);
  if (!w.time_budget.empty()) run.time_budget = read_duration(w.time_budget, "--time-budget");
  run.limits = read_limits(w, *tier);
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
