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
#include "harness/journal/fnv.h"
#include "harness/journal/json_numbers.h"
#include "harness/process/host.h"
#include "harness/process/own_program.h"
#include "harness/text/arguments.h"
#include "harness/text/numerals.h"
#include "harness/text/ranges.h"
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

Json suite_json() {
  return {{"version", CLASSAY_VERSION}, {"commit", CLASSAY_COMMIT}, {"dirty", CLASSAY_DIRTY}, {"build", own_hash()}};
}

std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("model name") && line.find(": ") != std::string::npos) return line.substr(line.find(": ") + 2);
  }
  return "unknown";
}

}  // namespace

Json own_host() {
  const SystemName system = system_name();
  return {{"name", system.host},
          {"system", system.system},
          {"machine", system.machine},
          {"processor", processor()},
          {"cores", std::thread::hardware_concurrency()},
          {"instruction_set", name_of(usable_sets().back())}};
}

namespace {

constexpr double kLongestTime = 1e9;  // seconds

template <class T>
Json or_auto(const std::optional<T>& choice) {
  return choice ? Json(name(*choice)) : Json("auto");
}

Json modes_json(const std::vector<Mode>& modes) {
  if (modes.empty()) return "auto";
  Json names = Json::array();
  for (const Mode m : modes) names.push_back(name(m));
  return names;
}

template <class T>
T required(std::optional<T> value, const char* what) {
  if (!value) throw std::invalid_argument(fmt::format("it has no known {}", what));
  return *value;
}

int workers_from(const Json& json) {
  const int workers = small_from(json, kMostWorkers);
  if (workers < 1) throw std::invalid_argument(fmt::format("{} workers cannot run; use 1 or more", workers));
  return workers;
}

double time_from(const Json& json) {
  const double seconds = json;
  if (seconds >= 0 && seconds <= kLongestTime) return seconds;
  throw std::invalid_argument(shortened(json) + " is not a time in seconds");
}

// Older journals have one timeout for all cases.
CaseLimits limits_from(const Json& options) {
  const Json& timeout = options.at("timeout");
  return {.case_time = time_from(options.value("case_time", Json(0))),
          .timeout = time_from(timeout),
          .short_timeout = time_from(options.value("short_timeout", timeout)),
          .patience = time_from(options.value("patience", timeout))};
}

RunOptions read_options(const Json& run) {
  const Json& options = run.at("options");
  RunOptions o{.device = run.at("device").value("address", ""),
               .filters = options.at("filters"),
               .tier = required(tier_named(run.at("tier").get<std::string>()), "tier"),
               .profile = profile_of(run),
               .seed = unsigned_from(run.at("seed")),
               .shard = required(shard_named(run.at("shard").get<std::string>()), "shard"),
               .limits = limits_from(options),
               .known = options.value("known", std::vector<std::string>()),
               .dump_kernels = options.value("dump_kernels", ""),
               .workers = workers_from(options.value("workers", Json(1))),
               .models = options.value("models", true),
               .compare_on_device = options.value("compare_on_device", false),
               .with_il = options.value("with_il", false),
               .backend = run.at("device").value("backend", "")};
  if (run.contains("worker")) o.worker = run.at("worker").value("command", "");
  if (run.contains("plant")) o.plant = run.at("plant").at("name").get<std::string>();
  if (run.contains("baseline")) o.baseline = run.at("baseline").at("file").get<std::string>();
  if (run.contains("covers")) {
    const Json& covers = run.at("covers");
    o.input_list = covers.value("file", "");
    o.ranges = covers.value("ranges", std::vector<std::string>());
    for (const std::string& range : o.ranges) check_range(range);
  }
  if (run.contains("limits")) o.stated = run.at("limits").at("file").get<std::string>();
  for (const Json& m : options.value("modes", Json("auto"))) {
    if (m != "auto") o.modes.push_back(required(mode_named(m.get<std::string>()), "mode"));
  }
  if (!options.at("time_budget").is_null()) o.time_budget = time_from(options.at("time_budget"));
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
int workers_for(Tier tier, const Json& device) {
  const bool is_small = tier == Tier::smoke || tier == Tier::quick;
  const bool is_processor = device.value("shares_memory", false) && device.value("compute_units", 1) > 1;
  return is_small && is_processor ? 2 : 1;
}

Json run_line(const RunOptions& options, const Json& device, std::uint64_t cases) {
  const Editions editions = options.edition ? Editions(*options.edition) : editions_for(device);
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  Json line{{"schema", kJournalSchema},
            {"minor", kJournalMinor},
            {"kind", "run"},
            {"suite", suite_json()},
            {"device", device},
            {"host", own_host()},
            {"options",
             {{"device", options.device},
              {"filters", options.filters},
              {"modes", modes_json(options.modes)},
              {"with_il", options.with_il},
              {"edition", or_auto(options.edition)},
              {"profile", or_auto(options.profile)},
              {"time_budget", options.time_budget ? Json(*options.time_budget) : Json()},
              {"case_time", options.limits.case_time},
              {"timeout", options.limits.timeout},
              {"short_timeout", options.limits.short_timeout},
              {"patience", options.limits.patience},
              {"known", options.known},
              {"dump_kernels", options.dump_kernels},
              {"workers", options.workers},
              {"models", options.models},
              {"compare_on_device", options.compare_on_device}}},
            {"seed", options.seed},
            {"tier", name(options.tier)}};
  const BackendEntry& backend = backend_named(device.value("backend", ""));
  const FrontEnd own = backend.front_end;
  line["edition"] = name(editions.of(own));
  // The device's own language, plus SPIR-V where the back end also takes it.
  const bool has_il = own != FrontEnd::il && follows(backend, FrontEnd::il);
  if (has_il) line["il_edition"] = name(editions.of(FrontEnd::il));
  line["profile"] = name(options.profile.value_or(profile_for(device)));
  line["shard"] = name(options.shard);
  line["cases"] = cases;
  line["start"] = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
  return line;
}

RunOptions options_of(const Json& run, const std::filesystem::path& file) {
  const std::string where = file.string() + ", line 1: ";
  try {
    return read_options(run);
  } catch (const Json::exception& e) {
    throw JournalError(where + in_words(e));
  } catch (const std::invalid_argument& e) {
    throw JournalError(where + e.what());
  } catch (const UsageError& e) {
    throw JournalError(where + e.what());
  }
}

bool takes_il(const Json& device) { return !device.value("il_versions", Json::array()).empty(); }

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
Editions editions_of(const Json& run) {
  const auto read = [&](const char* key) { return required(edition_named(run.at(key).get<std::string>()), key); };
  Editions editions(read("edition"));
  if (run.contains("il_edition")) editions.set(FrontEnd::il, read("il_edition"));
  return editions;
}

Profile profile_of(const Json& run) { return required(profile_named(run.at("profile").get<std::string>()), "profile"); }

Editions editions_for(const Json& device) {
  // A stand-in for a device reports only its version.
  Version environment = version_after("", device.value("environment", ""));
  if (!environment.is_known()) environment = version_after("OpenCL ", device.value("version", ""));
  const BackendEntry& backend = backend_named(device.value("backend", ""));
  Editions editions;
  for (const FrontEnd f : kFrontEnds) editions.set(f, edition_for(backend, f, environment));
  return editions;
}

Profile profile_for(const Json& device) {
  return device.value("profile", "") == "EMBEDDED_PROFILE" ? Profile::embedded : Profile::full;
}

Json own_build() {
  return {{"version", CLASSAY_VERSION}, {"commit", CLASSAY_COMMIT}, {"dirty", CLASSAY_DIRTY}, {"id", own_build_id()}};
}

std::string build_difference(const Json& run) {
  const Json is = suite_json();
  const Json was = run.contains("suite") ? run.at("suite") : Json::object();
  for (const char* key : {"version", "commit", "dirty", "build"}) {
    const Json before = was.contains(key) ? was.at(key) : Json();
    if (before != is.at(key)) return fmt::format("{} was {} and is {}", key, before.dump(), is.at(key).dump());
  }
  return "";
}

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
