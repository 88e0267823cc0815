#include "harness/commands/device_usage.h"

#include <map>

#include "harness/commands/list_option.h"
#include "harness/commands/run_line.h"
#include "harness/words/usage_error.h"

namespace classay {
namespace {

constexpr const char* kReproExamples = R"(
Each input is asked twice: sent to the kernel, and compiled into it as a constant, because a compiler
that folds the call is a second source of results.

Exit code: 0 when all answers are as promised, 1 when one is wrong, 5 when the device does not answer.

Examples
  classay repro RUN clc/math/sin/f32/default/v2
  classay repro --device 0:0 --case clc/math/sin/f32/default/v1 --input 0x3f800000
  classay repro RUN clc/math/sin/f32/default/v2 --emit for-the-vendor
)";

void add_device_option(CLI::App& command, std::string& device) {
  command.add_option("--device", device, "PLATFORM:DEVICE, a driver's short name (pocl), or a part of its name")
      ->type_name("D");
}

void add_repro(CLI::App& app, DeviceWords& p) {
  CLI::App* repro = app.add_subcommand("repro", "Ask the inputs of a failing case again, with all that is known of them");
  repro->add_option("words", p.repro.words)->group("");
  add_device_option(*repro, p.repro.device);
  repro->add_option("--case", p.repro.name, "The case, as `list` names it")->type_name("CASE");
  add_list_option(*repro, "--input", p.repro.inputs, "Bit patterns of a call's arguments (may be given again)")
      ->type_name("BITS[,BITS]");
  repro->add_option("--edition", p.repro.edition, "The document that promises")->type_name("E");
  repro->add_option("--profile", p.repro.profile, "full or embedded")->type_name("P");
  repro->add_option("--emit", p.repro.emit, "Write it as a program of its own: kernel, host program, Makefile")
      ->type_name("FOLDER");
  repro->add_option("--timeout", p.repro.timeout, "Seconds that the driver may take")
      ->type_name("S")
      ->check(CLI::Range(1, 86400))
      ->capture_default_str();
  repro->footer(kReproExamples);
}

void add_bench(CLI::App& app, DeviceWords& p) {
  CLI::App* bench = app.add_subcommand("bench", "Device-alone time, total time, and their ratio; or the reference's time");
  add_list_option(*bench, "--filter", p.bench.filters, "Cases to measure (may be given again); with --reference, exp/f32")
      ->type_name("GLOB");
  bench->add_flag("--whole", p.bench.whole, "Ask every input of f16 and f32 once instead of repeating some (minutes)");
  bench->add_option("--shard", p.bench_shard, "With --whole: only this part of the inputs")
      ->type_name("I/N")
      ->capture_default_str();
  bench->add_flag("--reference", p.bench.reference, "Measure the certified reference beside MPFR and Arb, and no device");
  bench->add_option("--samples", p.bench.samples, "With --reference: values of each function that MPFR checks")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 28))
      ->capture_default_str();
  add_device_option(*bench, p.bench.device);
  bench->add_option("--inputs", p.bench.inputs, "Inputs of a launch")
      ->type_name("N")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  bench->add_flag("--json", p.bench.json, "One JSON object a line");
}

constexpr const char* kSearchExamples = R"(
Random inputs everywhere, then the regions with the largest errors again and again, each time a quarter as wide, until
the last inputs of a region are asked one by one. It begins with inputs that are known to be hard, and with what earlier
runs and searches have found (--known).

Exit code: 0 when all results are as promised, 1 when one is wrong, 5 when the device does not answer.

Examples
  classay search exp f64
  classay search pow f32 --inputs 1000000 --out worst
  classay search pow f32 --known worst --device intel --compare
)";

void add_search(CLI::App& app, DeviceWords& p) {
  CLI::App* search = app.add_subcommand("search", "Look for the input with the largest error");
  search->add_option("words", p.search.words)->group("");
  add_device_option(*search, p.search.device);
  search->add_option("--mode", p.search.mode, "The build options")->type_name("M")->capture_default_str();
  search->add_option("--width", p.search.width, "Of the vectors")->type_name("W")->capture_default_str();
  search->add_option("--edition", p.search.edition, "The document that promises")->type_name("E")->capture_default_str();
  search->add_option("--profile", p.search.profile, "full or embedded")->type_name("P")->capture_default_str();
  search->add_option("--inputs", p.search.inputs, "How many may be asked")
      ->type_name("N")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 32))
      ->capture_default_str();
  search->add_option("--seed", p.search.seed, "Of random inputs")->type_name("N")->capture_default_str();
  add_list_option(*search, "--known", p.search.known, "A folder of a run or a search, to begin with (may be given again)")
      ->type_name("DIR");
  search->add_option("--out", p.search.out, "Keep the worst inputs in this folder")->type_name("DIR");
  search->add_flag("--compare", p.search.compare, "Beside it ask as many inputs drawn at random");
  search->add_flag("--json", p.search.json, "One JSON object");
  search->add_option("--timeout", p.search.timeout, "Seconds that all of it may take")
      ->type_name("S")
      ->check(CLI::Range(1, 864000))
      ->capture_default_str();
  search->footer(kSearchExamples);
}

// What other commands start as children: hidden.
void add_children(CLI::App& app, DeviceWords& p) {
  CLI::App* ask = app.add_subcommand("ask", "")->group("");
  ask->add_option("--device", p.ask.device);
  ask->add_option("--case", p.ask.name);
  add_list_option(*ask, "--input", p.ask.inputs, "");
  ask->add_option("--form", p.ask.form);
  CLI::App* worker = app.add_subcommand("worker", "")->group("");
  worker->add_option("--device", p.worker.device);
  worker->add_option("--dump-kernels", p.worker.dump_kernels);
  worker->add_option("--known", p.worker.known);
  worker->add_option("--checkpoint-seconds", p.worker.checkpoint_seconds);
  for (const char* name : {"probe", "try", "arithmetic", "compiler", "language", "copies", "build-il", "find-worst"}) {
    app.add_subcommand(name, "")->group("")->add_option("--device", p.worker.device);
  }
  std::map<std::string, FrontEnd> front_ends;
  for (const FrontEnd f : kFrontEnds) front_ends.emplace(name(f), f);
  for (const char* name : {"arithmetic", "language"}) {
    app.get_subcommand(name)->add_option("--front-end", p.front_end)->transform(CLI::CheckedTransformer(front_ends));
  }
}

}  // namespace

void add_device_commands(CLI::App& app, DeviceWords& words) {
  add_repro(app, words);
  add_bench(app, words);
  add_search(app, words);
  add_children(app, words);
}

std::optional<ExitCode> run_device_command(const CLI::App& app, const DeviceWords& words, const Streams& streams) {
  if (app.get_subcommand("repro")->parsed()) return repro_command(words.repro, streams);
  if (app.get_subcommand("bench")->parsed()) {
    BenchOptions bench = words.bench;
    bench.shard = read_shard(words.bench_shard);
    if (!bench.whole && bench.shard.of > 1) throw UsageError("--shard is a part of --whole");
    return bench.reference ? bench_reference_command(bench, streams) : bench_command(bench, streams);
  }
  if (app.get_subcommand("search")->parsed()) return search_command(words.search, streams);
  if (app.get_subcommand("ask")->parsed()) return ask_command(words.ask);
  if (app.get_subcommand("find-worst")->parsed()) return find_worst_command(words.worker.device);
  if (app.get_subcommand("worker")->parsed()) return worker_command(words.worker);
  // `try`: before a run; `probe`: in the middle of one.
  if (app.get_subcommand("probe")->parsed() || app.get_subcommand("try")->parsed())
    return probe_command(words.worker.device);
  if (app.get_subcommand("arithmetic")->parsed()) {
    return arithmetic_command(words.worker.device, words.front_end);
  }
  if (app.get_subcommand("compiler")->parsed()) return compiler_command(words.worker.device);
  if (app.get_subcommand("language")->parsed()) {
    return language_command(words.worker.device, words.front_end);
  }
  if (app.get_subcommand("copies")->parsed()) return copies_command(words.worker.device);
  if (app.get_subcommand("build-il")->parsed()) return build_il_command(words.worker.device);
  return std::nullopt;
}

}  // namespace classay
