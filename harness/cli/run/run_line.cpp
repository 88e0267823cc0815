#include "harness/cli/run/run_line.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <fstream>
#include <thread>

#include "classay_version.h"
#include "harness/device/registry.h"
#include "harness/process/host.h"
#include "harness/process/own_program.h"
#include "harness/text/arguments.h"
#include "harness/text/hash.h"
#include "harness/text/inputs.h"
#include "harness/text/number.h"
#include "harness/text/usage_error.h"
#include "reference/cpu/usable.h"
#include "suites/version.h"

namespace classay {
namespace {

// Hashes this program's file, because a build with uncommitted changes has the same version. It hashes words, not bytes, for
// speed: every run starts with it.
std::string own_hash() {
  std::ifstream in(own_file(), std::ios::binary);
  std::vector<std::uint64_t> chunk(std::size_t{1} << 17);
  const auto bytes = static_cast<std::streamsize>(chunk.size() * sizeof(std::uint64_t));
  Fnv hash;
  do {
    std::ranges::fill(chunk, 0);
    in.read(reinterpret_cast<char*>(chunk.data()), bytes);  // NOLINT: the bytes, whatever they are
    for (const std::uint64_t word : chunk) hash.add(word);
  } while (in);
  return hash.text();
}

Suite own_suite() {
  return {.version = CLASSAY_VERSION, .commit = CLASSAY_COMMIT, .dirty = CLASSAY_DIRTY, .build = own_hash()};
}

std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name") && line.find(": ") != std::string::npos) return line.substr(line.find(": ") + 2);
  }
  return "unknown";
}

}  // namespace

HostIdentity own_host() {
  const SystemName system = system_name();
  return {.name = system.host,
          .system = system.system,
          .machine = system.machine,
          .processor = processor(),
          .cores = std::thread::hardware_concurrency(),
          .instruction_set = std::string(name_of(usable_sets().back()))};
}

namespace {

constexpr double kLongestTime = 1e9;  // seconds

template <class T>
std::string or_auto(const std::optional<T>& choice) {
  return choice ? std::string(name(*choice)) : "auto";
}

template <class T>
T required(std::optional<T> value, const char* what) {
  if (!value) throw std::invalid_argument(fmt::format("it has no known {}", what));
  return *value;
}

template <class T>
T present(const std::optional<T>& value, const char* field) {
  if (!value) throw std::invalid_argument(fmt::format("the field '{}' is missing", field));
  return *value;
}

int workers_from(std::uint64_t workers) {
  if (workers >= 1 && workers <= kMostWorkers) return static_cast<int>(workers);
  throw std::invalid_argument(fmt::format("{} workers cannot run; use 1 to {}", workers, kMostWorkers));
}

double time_from(double seconds) {
  if (seconds >= 0 && seconds <= kLongestTime) return seconds;
  throw std::invalid_argument(fmt::format("{} is not a time in seconds", number_text(seconds)));
}

// Older journals have one timeout for all cases.
CaseLimits limits_from(const Settings& options) {
  const double timeout = present(options.timeout, "timeout");
  return {.case_time = time_from(options.case_time),
          .timeout = time_from(timeout),
          .short_timeout = time_from(options.short_timeout.value_or(timeout)),
          .patience = time_from(options.patience.value_or(timeout))};
}

UseOfDigests use_of_digests(const Settings& options) {
  if (options.compare_on_device) return UseOfDigests::always;
  return options.reads_all_results ? UseOfDigests::never : UseOfDigests::automatic;
}

RunOptions read_options(const RunHeader& run) {
  const Settings& options = run.options;
  RunOptions o{.device = run.device.address,
               .filters = present(options.filters, "filters"),
               .tier = required(tier_named(run.tier), "tier"),
               .profile = profile_of(run),
               .seed = present(run.seed, "seed"),
               .shard = present(run.shard, "shard"),
               .limits = limits_from(options),
               .known = options.known,
               .dump_kernels = options.dump_kernels,
               .workers = workers_from(options.workers),
               .models = options.models,
               .compare_on_device = use_of_digests(options),
               .with_il = options.with_il,
               .backend = run.device.backend};
  if (run.worker) o.worker = run.worker->command;
  if (run.plant) o.plant = run.plant->name;
  if (run.baseline) o.baseline = run.baseline->file;
  if (run.covers) {
    o.input_list = run.covers->file;
    o.ranges = run.covers->ranges;
    for (const std::string& range : o.ranges) check_range(range);
  }
  if (run.limits) o.stated = run.limits->file;
  for (const std::string& m : options.modes) o.modes.push_back(required(mode_named(m), "mode"));
  if (options.time_budget) o.time_budget = time_from(*options.time_budget);
  editions_of(run);  // not an option, but a later read must not fail
  return o;
}

}  // namespace

CaseLimits case_limits(Tier tier) {
  constexpr double kSmokeTime = 20;
  constexpr double kSmokeTimeout = 30;
  constexpr double kQuickTime = 60;
  constexpr double kQuickTimeout = 60;
  constexpr double kShortTimeout = 10;
  switch (tier) {
    case Tier::smoke: return {.case_time = kSmokeTime, .timeout = kSmokeTimeout, .short_timeout = kShortTimeout};
    case Tier::quick: return {.case_time = kQuickTime, .timeout = kQuickTimeout, .short_timeout = kShortTimeout};
    case Tier::full:
    case Tier::certify: break;
  }
  return {};
}

// Small tiers are mostly compilation, which CPU drivers do on one core per process. Larger tiers measure times, so they use
// one worker.
int workers_for(Tier tier, const DeviceIdentity& device) {
  const bool is_small = tier == Tier::smoke || tier == Tier::quick;
  const bool is_processor = device.shares_memory && device.compute_units > 1;
  return is_small && is_processor ? 2 : 1;
}

RunHeader run_header(const RunOptions& options, const DeviceIdentity& device, std::uint64_t cases) {
  const Editions editions = options.edition ? Editions(*options.edition) : editions_for(device);
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const BackendEntry& backend = backend_named(device.backend);
  const FrontEnd own = backend.front_end;
  RunHeader run{.schema = kJournalSchema,
                .minor = kJournalMinor,
                .suite = own_suite(),
                .device = device,
                .host = own_host(),
                .options = {.device = options.device,
                            .filters = options.filters,
                            .with_il = options.with_il,
                            .edition = or_auto(options.edition),
                            .profile = or_auto(options.profile),
                            .time_budget = options.time_budget,
                            .case_time = options.limits.case_time,
                            .timeout = options.limits.timeout,
                            .short_timeout = options.limits.short_timeout,
                            .patience = options.limits.patience,
                            .known = options.known,
                            .dump_kernels = options.dump_kernels,
                            .workers = static_cast<std::uint64_t>(options.workers),
                            .models = options.models,
                            .compare_on_device = options.compare_on_device == UseOfDigests::always,
                            .reads_all_results = options.compare_on_device == UseOfDigests::never},
                .seed = options.seed,
                .tier = std::string(name(options.tier)),
                .edition = std::string(name(editions.of(own))),
                .profile = std::string(name(options.profile.value_or(profile_for(device)))),
                .shard = options.shard,
                .cases = cases,
                .start = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now))};
  for (const Mode m : options.modes) run.options.modes.emplace_back(name(m));
  // The device's own language, plus SPIR-V where the back end also takes it.
  const bool has_il = own != FrontEnd::il && follows(backend, FrontEnd::il);
  if (has_il) run.il_edition = name(editions.of(FrontEnd::il));
  return run;
}

RunOptions options_of(const RunHeader& run, const std::filesystem::path& file) {
  const std::string where = file.string() + ", line 1: ";
  try {
    return read_options(run);
  } catch (const std::invalid_argument& e) {
    throw JournalError(where + e.what());
  } catch (const UsageError& e) {
    throw JournalError(where + e.what());
  }
}

bool takes_il(const DeviceIdentity& device) { return !device.il_versions.empty(); }

OpenFrontEnds open_front_ends(const RunOptions& options) {
  const BackendEntry* backend = wanted_from(options.device).backend;
  if (backend == nullptr) backend = &backend_named(options.backend);
  OpenFrontEnds open{backend->front_end};
  if (options.with_il && backend->front_end != FrontEnd::il) open.push_back(FrontEnd::il);
  return open;
}

Selection selection_of(const RunOptions& options) {
  return select(read_globs(options.filters), mode_choice(options.modes, options.tier), options.tier,
                open_front_ends(options));
}

// A front end without an edition in the journal has that of the device's usual front end.
Editions editions_of(const RunHeader& run) {
  Editions editions(required(edition_named(run.edition), "edition"));
  if (!run.il_edition.empty()) editions.set(FrontEnd::il, required(edition_named(run.il_edition), "il_edition"));
  return editions;
}

Profile profile_of(const RunHeader& run) { return required(profile_named(run.profile), "profile"); }

Editions editions_for(const DeviceIdentity& device) {
  // A stand-in for a device reports only its version.
  Version environment = version_after("", device.environment);
  if (!environment.is_known()) environment = version_after("OpenCL ", device.version);
  const BackendEntry& backend = backend_named(device.backend);
  Editions editions;
  for (const FrontEnd f : kFrontEnds) editions.set(f, edition_for(backend, f, environment));
  return editions;
}

Profile profile_for(const DeviceIdentity& device) {
  return device.profile == "EMBEDDED_PROFILE" ? Profile::embedded : Profile::full;
}

Build own_build() {
  return {.version = CLASSAY_VERSION, .commit = CLASSAY_COMMIT, .dirty = CLASSAY_DIRTY, .id = own_build_id()};
}

std::string build_difference(const RunHeader& run) { return difference(run.suite, own_suite()); }

Shard read_shard(const std::string& text) {
  if (const std::optional<Shard> shard = shard_named(text)) return *shard;
  throw UsageError(fmt::format("--shard: {} is not I/N with I from 1 to N, and N up to {}; write one such as 2/4",
                               in_quotes(text), kMostShards));
}

double read_duration(const std::string& text, const std::string& option) {
  constexpr std::array<std::pair<char, double>, 3> kUnits{{{'s', 1}, {'m', 60}, {'h', 3600}}};
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  double seconds = -1;
  if (error == std::errc() && unit.empty()) seconds = value;
  for (const auto& [letter, factor] : kUnits) {
    if (error == std::errc() && unit == std::string_view(&letter, 1)) seconds = value * factor;
  }
  if (seconds >= 0 && seconds <= kLongestTime) return seconds;
  throw UsageError(fmt::format("{}: '{}' is not a time; write one such as 90s, 5m or 2h", option, text));
}

std::chrono::seconds read_timeout(const std::string& text, const std::string& option) {
  const double seconds = read_duration(text, option);
  if (seconds < 1) throw UsageError(fmt::format("{}: '{}' is less than 1s; write a longer time such as 60s", option, text));
  return std::chrono::seconds(static_cast<std::int64_t>(seconds));
}

std::chrono::milliseconds in_milliseconds(double seconds) {
  return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
}

}  // namespace classay
