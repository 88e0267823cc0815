#include "harness/cli/device_usage.h"

#include "harness/cli/list_option.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/run/run_line.h"
#include "harness/text/usage_error.h"

namespace classay {
namespace {

constexpr const char* kReproExamples = R"(
Each input runs twice: passed to the kernel, and compiled into it as a constant, because a compiler
that folds the call computes results of its own. What compilers make of a constant may depend on those
beside it: one that was wrong in a run is asked again among those of its program (--constants).

Exit codes: 0 all results as promised, 1 a wrong result, 5 no answer from the device.

Examples
  classay repro RUN clc/math/sin/f32/default/v2
  classay repro --device 0:0 --case clc/math/sin/f32/default/v1 --input 0x3f800000
  classay repro RUN clc/math/sin/f32/default/v2 --emit for-the-vendor
)";

void add_device_option(CLI::App& command, std::string& device) {
  command
      .add_option("--device", device,
                  "PLATFORM:DEVICE, a type (gpu, cpu, accelerator), a driver's short name (pocl), or a part of its name "
                  "(default: the first GPU; without a GPU, the first device)")
      ->type_name("D");
}

void add_repro(CLI::App& app, DeviceWords& p) {
  CLI::App* repro = app.add_subcommand("repro", "Run the inputs of a failing case again and explain the results");
  repro->add_option("words", p.repro.words)->group("");
  add_device_option(*repro, p.repro.device);
  repro->add_option("--case", p.repro.name, "Name of the case, as in `classay list`")->type_name("CASE");
  add_list_option(*repro, "--input", p.repro.inputs, "Bit patterns of a call's arguments (repeatable)")
      ->type_name("BITS[,BITS]");
  repro
      ->add_option("--constants", p.repro.constants,
                   "As constants, ask them among all that a run of this tier has in one program of the case")
      ->type_name("TIER");
  repro->add_option("--seed", p.repro.seed, "With --constants: the seed of that run")->type_name("N")->capture_default_str();
  repro
      ->add_option("--edition", p.repro.edition,
                   "Edition of the specification (default: that of the run, or the one that 'run' selects for the device)")
      ->type_name("E");
  repro->add_option("--profile", p.repro.profile, "Profile: full or embedded")->type_name("P");
  repro
      ->add_option("--emit", p.repro.emit,
                   "Write a stand-alone program that shows the failure: kernel, host program, Makefile")
      ->type_name("FOLDER");
  add_worker_option(*repro, p.repro.worker);
  repro->add_option("--timeout", p.repro.timeout, "Seconds to wait for the driver")
      ->type_name("S")
      ->check(CLI::Range(1, 86400))
      ->capture_default_str();
  repro->footer(kReproExamples);
}

constexpr const char* kBenchExamples = R"(
Examples:
  classay bench --device pocl --filter 'clc/math/exp/f32/default/*'
  classay bench --device pocl --whole --shard 3/64 --filter 'clc/math/*/f32/default/*' --json > ratios.jsonl
  classay bench --device pocl --whole --shard 3/64 --filter 'clc/math/*/f32/default/*' --check ratios.jsonl
  classay run --tier full --workers 1 --filter 'clc/math/*' --out full && classay bench --suite full
)";

void add_bench(CLI::App& app, DeviceWords& p) {
  CLI::App* bench = app.add_subcommand("bench", "Measure device time, total time and their ratio, or the reference");
  add_list_option(*bench, "--filter", p.bench.filters,
                  "Cases to measure (repeatable); with --reference, names such as exp/f32")
      ->type_name("GLOB");
  bench->add_flag("--whole", p.bench.whole, "Run every input of f16 and f32 once instead of repeating some (takes minutes)");
  bench->add_option("--shard", p.bench_shard, "With --whole: only the I-th of N parts of the inputs")
      ->type_name("I/N")
      ->capture_default_str();
  bench->add_flag("--reference", p.bench.reference,
                  "Measure the certified reference against MPFR and Arb; no device is used");
  bench->add_option("--samples", p.bench.samples, "With --reference: how many values of each function are checked with MPFR")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 28))
      ->capture_default_str();
  bench
      ->add_option("--threads", p.bench.threads,
                   "With --reference: judge answers that lie in memory on N threads, in wall time (default: one, in its "
                   "processor time)")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  add_device_option(*bench, p.bench.device);
  bench->add_option("--inputs", p.bench.inputs, "Inputs per launch")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  bench->add_flag("--json", p.bench.json, "Print one JSON object per line");
  bench
      ->add_option(
          "--check", p.bench.check,
          "Compare with this file, which an earlier 'bench --json' wrote: exit code 1 if a ratio of processor times grew "
          "by more than a quarter, 3 if the file has no entry for a measurement")
      ->type_name("FILE");
  bench
      ->add_option("--suite", p.bench.suite,
                   "Measure nothing; say what the builtins of the run in this folder took, group by group, from its journal")
      ->type_name("RUN");
  bench->footer(kBenchExamples);
}

constexpr const char* kSearchExamples = R"(
The search starts from inputs that are known to be hard, from what earlier runs and searches found
(--known), and from random inputs. It then narrows the regions with the largest errors, to a quarter
at each step, until single inputs are left.

Exit codes: 0 all results as promised, 1 a wrong result, 5 no answer from the device.

Examples
  classay search exp f64
  classay search pow f32 --inputs 1000000 --out worst
  classay search pow f32 --known worst --device intel --compare
)";

void add_search(CLI::App& app, DeviceWords& p) {
  CLI::App* search = app.add_subcommand("search", "Search for the input with the largest error");
  search->add_option("words", p.search.words)->group("");
  add_device_option(*search, p.search.device);
  search->add_option("--mode", p.search.mode, "Build mode")->type_name("M")->capture_default_str();
  search->add_option("--width", p.search.width, "Vector width")->type_name("W")->capture_default_str();
  search->add_option("--edition", p.search.edition, "Edition of the specification; auto: as 'run' selects for the device")
      ->type_name("E")
      ->capture_default_str();
  search->add_option("--profile", p.search.profile, "Profile: full or embedded")->type_name("P")->capture_default_str();
  search->add_option("--inputs", p.search.inputs, "Largest number of inputs to run")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 32))
      ->capture_default_str();
  search->add_option("--seed", p.search.seed, "Seed of the random inputs")->type_name("N")->capture_default_str();
  add_list_option(*search, "--known", p.search.known,
                  "Start from the worst inputs of this earlier run or search (repeatable)")
      ->type_name("DIR");
  search->add_option("--out", p.search.out, "Write the worst inputs to this folder")->type_name("DIR");
  search->add_flag("--compare", p.search.compare, "Also run as many random inputs, for comparison");
  search->add_flag("--json", p.search.json, "Print one JSON object");
  add_worker_option(*search, p.search.worker);
  search->add_option("--timeout", p.search.timeout, "Time limit of the search, in seconds")
      ->type_name("S")
      ->check(CLI::Range(1, 864000))
      ->capture_default_str();
  search->footer(kSearchExamples);
}

}  // namespace

void add_device_commands(CLI::App& app, DeviceWords& words) {
  add_repro(app, words);
  add_bench(app, words);
  add_search(app, words);
}

std::optional<ExitCode> run_device_command(const CLI::App& app, const DeviceWords& words, const Streams& streams) {
  if (app.get_subcommand("repro")->parsed()) return repro_command(words.repro, streams);
  if (app.get_subcommand("bench")->parsed()) {
    BenchOptions bench = words.bench;
    if (!bench.suite.empty()) return bench_suite_command(bench, streams);
    bench.shard = read_shard(words.bench_shard);
    if (!bench.whole && bench.shard.of > 1) throw UsageError("--shard is a part of --whole");
    return bench.reference ? bench_reference_command(bench, streams) : bench_command(bench, streams);
  }
  if (app.get_subcommand("search")->parsed()) return search_command(words.search, streams);
  return std::nullopt;
}

}  // namespace classay
