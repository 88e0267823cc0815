#include "harness/cli/device_usage.h"

#include <algorithm>

#include "harness/cli/help.h"
#include "harness/cli/run/reached.h"
#include "harness/cli/run/run_line.h"
#include "harness/device/library/backend.h"
#include "harness/text/usage_error.h"

namespace classay {
namespace {

constexpr const char* kReproExamples =
    R"(Each input runs twice: passed to the kernel, and compiled into it as a constant, because a compiler that
folds the call computes its own results. A compiler may treat a constant differently next to others:
--constants compiles the inputs among those of a run.

Exit codes: 0 all results conform, 1 a result is wrong, 2 wrong usage, 5 no result from the device. With
--bisect, all above 1 are 125.

Examples
  classay repro RUN clc/math/sin/f32/default/v2
  classay repro --device 0:0 --case clc/math/sin/f32/default/v1 --input 0x3f800000
  classay repro RUN clc/math/sin/f32/default/v2 --emit for-the-vendor
)";

void add_repro(CLI::App& app, DeviceWords& p) {
  CLI::App* repro = app.add_subcommand("repro", "Run the inputs of a failing case again and explain the results");
  repro->add_option("words", p.repro.words)->group("");
  repro->add_option("--case", p.repro.name, "Run this case; `classay list` prints all names")
      ->type_name("CASE")
      ->group(kSelection);
  add_list_option(*repro, "--input", p.repro.inputs, "Run a call with these bit patterns as arguments (repeatable)")
      ->type_name("BITS[,BITS]")
      ->group(kSelection);
  repro
      ->add_option("--constants", p.repro.constants,
                   "Compile the inputs among all constants that a run of this tier has in one program of the case")
      ->type_name("TIER")
      ->group(kSelection);
  repro->add_option("--seed", p.repro.seed, "With --constants: the seed of that run")
      ->type_name("N")
      ->check(whole_number(0, UINT64_MAX))
      ->group(kSelection)
      ->capture_default_str();
  repro
      ->add_option("--spec,--edition", p.repro.edition,
                   "Judge by this specification (default: that of the run, or the one that `run` selects for the device)")
      ->type_name("SPEC")
      ->group(kSelection);
  repro
      ->add_option("--profile", p.repro.profile,
                   "Judge by this profile: full or embedded (default: that of the run, or full)")
      ->type_name("PROFILE")
      ->group(kSelection);
  add_device_option(*repro, p.repro.device);
  add_remote_option(*repro, p.repro.worker);
  add_timeout_option(*repro, p.repro_timeout, "Wait this long for a result of the device");
  repro->add_option("--emit", p.repro.emit, "Write a stand-alone program to DIR: kernel, host program, Makefile")
      ->type_name("DIR")
      ->group(kOutput);
  repro->add_flag("--json", p.repro.json, "Print one JSON object per vector of inputs")->group(kOutput);
  repro->add_flag("--bisect", p.repro.bisect, "End with the codes of `git bisect run`: 0 good, 1 bad, 125 without a result")
      ->group(kOutput);
  repro->footer(kReproExamples);
}

constexpr const char* kBenchExamples =
    R"(Exit codes: 0 measured; with --check: 1 a ratio grew, 2 the file has no entry for a measurement.

Examples
  classay bench 'clc/math/exp/f32/default/*' --device pocl
  classay bench 'clc/math/*/f32/default/*' --exhaustive --shard 3/64 --json > ratios.jsonl
  classay bench 'clc/math/*/f32/default/*' --exhaustive --shard 3/64 --check ratios.jsonl
  classay run 'clc/math/*' --tier full -j 1 -o full && classay bench --suite full
)";

void add_reference_options(CLI::App& bench, DeviceWords& p) {
  bench.add_flag("--reference", p.bench.reference, "Measure the certified reference against MPFR and Arb, without a device")
      ->group(kDebugging);
  bench.add_option("--samples", p.bench.samples, "With --reference: compare N values of each function with MPFR")
      ->type_name("N")
      ->check(whole_number(1, std::uint64_t{1} << 28))
      ->group(kDebugging)
      ->capture_default_str();
  bench
      .add_option("--threads", p.bench.threads,
                  "With --reference: judge results in memory on N threads and print wall time (default: one thread and its "
                  "processor time)")
      ->type_name("N")
      ->check(whole_number(1, 256))
      ->group(kDebugging);
}

void add_bench(CLI::App& app, DeviceWords& p) {
  CLI::App* bench = app.add_subcommand("bench", "Measure device time, total time and their ratio, or the reference");
  bench->add_option("GLOB", p.bench_patterns, "Measure the cases that match; with --reference, names such as exp/f32");
  add_list_option(*bench, "--filter", p.bench.filters,
                  "Measure cases that match GLOB; the same as the argument (repeatable)")
      ->type_name("GLOB")
      ->group(kSelection);
  bench->add_option("--inputs", p.bench.inputs, "Run N random inputs per launch")
      ->type_name("N")
      ->check(whole_number(1, 1U << 20))
      ->group(kSelection)
      ->capture_default_str();
  bench
      ->add_flag("--exhaustive,--whole", p.bench.whole,
                 "Run every input once, or those of tier certify if there are more than 2^32 (takes minutes)")
      ->group(kSelection);
  bench->add_option("--shard", p.bench_shard, "With --exhaustive: run only the I-th of N parts of the inputs")
      ->type_name("I/N")
      ->group(kSelection)
      ->capture_default_str();
  add_device_option(*bench, p.bench.device);
  bench
      ->add_option(
          "--check", p.bench.check,
          "Compare with FILE, the output of an earlier `bench --json`: a ratio of processor times that is larger by "
          "more than a quarter ends with exit code 1")
      ->type_name("FILE")
      ->group(kOutput);
  bench->add_option("--suite", p.bench.suite, "Print the times of the builtins of the run in DIR; measure nothing")
      ->type_name("DIR")
      ->group(kOutput);
  bench->add_flag("--json", p.bench.json, "Print one JSON object per line")->group(kOutput);
  add_reference_options(*bench, p);
  bench->footer(kBenchExamples);
}

constexpr const char* kSearchExamples =
    R"(The search starts from hard inputs, the results of earlier runs and searches (--known) and random inputs.
It narrows the regions with the largest errors to a quarter at each step, down to single inputs.

Exit codes: 0 all results conform, 1 a result is wrong, 2 wrong usage, 5 no result from the device.

Examples
  classay search exp f64
  classay search pow f32 --inputs 1000000 -o worst
  classay search pow f32 --known worst --device intel --compare
)";

void add_search(CLI::App& app, DeviceWords& p) {
  CLI::App* search = app.add_subcommand("search", "Search for the input with the largest error");
  search->add_option("words", p.search.words)->group("");
  const auto add = [&](const char* name, auto& value, const char* help, const char* metavar) {
    return search->add_option(name, value, help)->type_name(metavar)->group(kSelection)->capture_default_str();
  };
  add("--mode", p.search.mode, "Build in this mode", "MODE");
  add("--width", p.search.width, "Run vectors of W lanes", "W")->check(whole_number(1, 16));
  add("--spec,--edition", p.search.edition, "Judge by this specification; auto: as `run` selects for the device", "SPEC");
  add("--profile", p.search.profile, "Judge by this profile: full or embedded", "PROFILE");
  add("--inputs", p.search.inputs, "Run at most N inputs", "N")->check(whole_number(1, std::uint64_t{1} << 32));
  add("--seed", p.search.seed, "Set the seed of the random inputs", "N")->check(whole_number(0, UINT64_MAX));
  add_list_option(*search, "--known", p.search.known,
                  "Start from the worst inputs of this earlier run or search (repeatable)")
      ->type_name("DIR")
      ->group(kSelection);
  search->add_flag("--compare", p.search.compare, "Also run as many random inputs, for comparison")->group(kSelection);
  add_device_option(*search, p.search.device);
  add_remote_option(*search, p.search.worker);
  add_timeout_option(*search, p.search_timeout, "Limit the time of the search");
  search->add_option("-o,--out", p.search.out, "Write the worst inputs to DIR (default: none)")
      ->type_name("DIR")
      ->group(kOutput);
  search->add_flag("--json", p.search.json, "Print one JSON object")->group(kOutput);
  search->footer(kSearchExamples);
}

constexpr const char* kDevicesExamples =
    R"(A driver that crashes or hangs is listed as unusable. OCL_ICD_VENDORS names another folder of drivers.

Exit codes: 0 a usable device was found, 5 none.

With --device, only this device is listed, and a library with its functions and the symbols that are
called. --symbols describes symbols as FUNCTION=KIND:SYMBOL(ORDER); only SYMBOL is required.

  KIND      scalar    as in C (default)
            value     as in C, except functions with pointers
            vector    vectors in registers, as in the vector ABI of compilers
            array     f(n, x, y): pointers to n arguments and n results; n is an int, long or size_t
            in-place  the same, and also with a result in the place of an argument
  SYMBOL    {name} sin, {Name} Sin, {cname} sinf or sin, {format} f32 or f64, {accuracy} of SLEEF,
            {s/d} s for f32 and d for f64 (any texts); for vectors {width} lanes, {v} a v per argument,
            {abi} letter of the set (b, c, d, e, n), {isa} sse2, sse4, avx, avx2, avx512f, advsimd
            or nothing
  ORDER     of an array's arguments: number, arguments, first and second result (default: n,x,y,z)

A pattern with FUNCTION precedes the others; otherwise the first that fits counts.

Examples
  classay devices
  classay devices --json | jq -r .name
  classay devices --device lib:libm.so.6
  classay devices --device lib:./libvml.so --symbols 'array:v{s/d}{Name}' --symbols 'log=array:v{s/d}Ln'
  classay devices --device lib:./libalm.so --symbols 'vector:amd_vr{s/d}{width}_{cname}'
)";

void add_devices(CLI::App& app, DeviceWords& p) {
  CLI::App* devices = app.add_subcommand("devices", "List devices and their properties");
  devices->add_option("--device", p.devices.device, "List only this device, such as lib:FILE (default: all)")
      ->type_name("DEVICE")
      ->group(kDevice);
  add_symbols_option(
      *devices, [&p](const std::string& pattern) { p.devices.device = library_with_symbols(p.devices.device, pattern); });
  devices->add_flag("--json", p.devices.json, "Print one JSON object per line")->group(kOutput);
  devices->add_flag("-v,--verbose", p.devices.verbose, "Print also why a back end is not available")->group(kOutput);
  add_timeout_option(*devices, p.devices_timeout, "Wait this long for each driver");
  devices->footer(kDevicesExamples);
}

}  // namespace

void add_device_option(CLI::App& command, std::string& device) {
  command
      .add_option(
          "--device", device,
          "Use this device: an address (1:0, vk:0, ze:0:0), a driver (pocl, intel, nvidia, amd), a part of a name, a "
          "type (gpu, cpu), or a library (lib:FILE) (default: the first GPU, else the first device)")
      ->type_name("DEVICE")
      ->group(kDevice);
  add_symbols_option(command, [&device](const std::string& pattern) { device = library_with_symbols(device, pattern); });
}

// CLI11 processes options in the order of their declaration, so the device is known.
void add_symbols_option(CLI::App& command, const std::function<void(const std::string&)>& take) {
  const auto take_all = [take](const std::vector<std::string>& patterns) { std::ranges::for_each(patterns, take); };
  command
      .add_option_function<std::vector<std::string>>(
          "--symbols", take_all,
          "With a library: call the functions with these names, such as 'array:v{s/d}{Name}'; `classay devices --help` "
          "explains them (repeatable)")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->type_name("PATTERN")
      ->group(kDevice);
}

void add_timeout_option(CLI::App& command, std::string& timeout, const std::string& help) {
  command.add_option("--timeout", timeout, help)->type_name("TIME")->group(kTime)->capture_default_str();
}

void add_devices_command(CLI::App& app, DeviceWords& words) { add_devices(app, words); }
void add_repro_command(CLI::App& app, DeviceWords& words) { add_repro(app, words); }
void add_search_command(CLI::App& app, DeviceWords& words) { add_search(app, words); }
void add_bench_command(CLI::App& app, DeviceWords& words) { add_bench(app, words); }

namespace {

ExitCode run_bench(const DeviceWords& words, std::span<const std::string> after, const Streams& streams) {
  BenchOptions bench = words.bench;
  bench.filters.insert(bench.filters.begin(), after.begin(), after.end());
  bench.filters.insert(bench.filters.begin(), words.bench_patterns.begin(), words.bench_patterns.end());
  if (!bench.suite.empty()) return bench_suite_command(bench, streams);
  bench.shard = read_shard(words.bench_shard);
  if (!bench.whole && bench.shard.of > 1) throw UsageError("--shard needs --exhaustive; random inputs have no parts");
  return bench.reference ? bench_reference_command(bench, streams) : bench_command(bench, streams);
}

}  // namespace

std::optional<ExitCode> run_device_command(const CLI::App& app, const DeviceWords& words, std::span<const std::string> after,
                                           const Streams& streams) {
  if (app.get_subcommand("bench")->parsed()) return run_bench(words, after, streams);
  if (!after.empty()) return std::nullopt;
  if (app.get_subcommand("devices")->parsed()) {
    DevicesOptions devices = words.devices;
    devices.timeout = read_timeout(words.devices_timeout, "--timeout");
    return devices_command(devices, streams);
  }
  if (app.get_subcommand("repro")->parsed()) {
    ReproOptions repro = words.repro;
    repro.timeout = read_timeout(words.repro_timeout, "--timeout");
    return repro_command(repro, streams);
  }
  if (app.get_subcommand("search")->parsed()) {
    SearchOptions search = words.search;
    search.timeout = read_timeout(words.search_timeout, "--timeout");
    return search_command(search, streams);
  }
  return std::nullopt;
}

}  // namespace classay
