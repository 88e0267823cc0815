// `classay bench`: measures the device alone, a sweep that also judges the results, and their ratio.

#include "harness/cli/bench/bench.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <vector>

#include "harness/cli/commands.h"
#include "harness/cli/parse_error.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/device/backend.h"
#include "harness/device/capabilities.h"
#include "harness/device/registry.h"
#include "harness/journal/read_json.h"
#include "harness/journal/task.h"
#include "harness/process/safe_file.h"
#include "harness/supervisor/selection.h"
#include "harness/text/arguments.h"
#include "harness/text/usage_error.h"
#include "harness/text/visible.h"
#include "harness/worker/judging/plan_judging.h"
#include "harness/worker/sweep/device_support.h"
#include "harness/worker/sweep/sweep.h"
#include "harness/worker/sweep/worker.h"
#include "reference/cpu/processor_time.h"
#include "reference/cpu/usable.h"
#include "suites/plan/recipe.h"

namespace classay {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;

double ratio_of(const Json& line) {
  const double ratio = line.at("cpu_ratio").get<double>();
  if (!(ratio > 0) || !std::isfinite(ratio)) throw std::invalid_argument("cpu_ratio is not a positive number");
  return ratio;
}

}  // namespace

RecordedRatios RecordedRatios::read(const std::filesystem::path& file) {
  RecordedRatios all;
  const SafeFile opened = SafeFile::to_read(file);
  LineReader reader(opened, kLongestLine);
  for (std::string text; reader.next(text);) {
    const std::string where = file.string() + ", line " + std::to_string(reader.number()) + ": ";
    try {
      const Json line = read_json(text);
      const Measurement m{line.at("unit"), line.at("device"), line.at("instruction_set")};
      all.ratios_[m] = ratio_of(line);
    } catch (const Json::exception& e) {
      throw FileError(where + in_words(e));
    } catch (const std::invalid_argument& e) {
      throw FileError(where + e.what());
    }
  }
  return all;
}

std::optional<double> RecordedRatios::of(const Measurement& m) const {
  const auto at = ratios_.find(m);
  return at == ratios_.end() ? std::nullopt : std::optional(at->second);
}

// Wraps a device and records the processor time that its builds take in this process. A compiler in a separate process adds
// nothing, however long the build waits for it.

class TimedBuilds : public Device {
 public:
  explicit TimedBuilds(Device& device) : device_(device) {}

  const Description& description() const override { return device_.description(); }
  std::unique_ptr<Program> build(const Module& module) override {
    const double start = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
    std::unique_ptr<Program> program = device_.build(module);
    seconds_ += processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - start;
    return program;
  }
  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override { return device_.stream(program, slots); }
  bool reduces() const override { return device_.reduces(); }
  std::vector<ImageFormat> image_formats(ImageUse use, ImageShape shape) override {
    return device_.image_formats(use, shape);
  }

  double seconds() const { return seconds_; }

 private:
  Device& device_;
  double seconds_ = 0;
};

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

struct WidthTime {
  int width = 1;
  double device_ns = 0;  // by the device's clock
  double wall_ns = 0;    // results read back and discarded
  double cpu_ns = 0;     // of this process, which includes a CPU driver's computation
};

struct UnitTime {
  std::string name;
  std::vector<WidthTime> widths;
  double build_seconds = 0;  // until the first result of every width, including compilation
  double total_ns = 0;       // sweep: ns per input at one width
  double total_cpu_ns = 0;
  double judge_share = 0;
  double alone(double WidthTime::*ns) const {
    double sum = 0;
    for (const WidthTime& w : widths) sum += w.*ns;
    return sum / static_cast<double>(widths.size());
  }
  double device_alone_ns() const { return alone(&WidthTime::wall_ns); }
  // Only processor time is comparable when the machine has other work and threads wait for each other.
  double cpu_ratio() const { return total_cpu_ns / alone(&WidthTime::cpu_ns); }
};

// All matching cases in every mode, not only in the modes that a run tests.
std::vector<Unit> units_of(const std::vector<Glob>& globs, const Capabilities& device) {
  std::vector<Unit> units;
  Cases cases(table());
  while (const std::optional<Case> c = cases.next()) {
    if (!is_chosen(globs, {FrontEnd::clc}, c->front_end, name(*c))) continue;
    if (goes_lane_by_lane(c->row->signature) && can_be_asked(*c) && !unsupported(device, *c)) add(units, *c);
  }
  return units;
}

// Random inputs are one launch per width, so that launch is repeated. All inputs of a format are thousands of launches.
constexpr std::size_t kRepeats = 4;
constexpr std::uint64_t kSeed = 1;

// Reads results back and discards them while the device runs the next launch, as in a sweep.
WidthTime device_alone(Asker& asker, std::span<const Batch> batches, int width) {
  WidthTime t{.width = width};
  std::uint64_t inputs = 0;
  const Clock::time_point start = Clock::now();
  const double cpu_start = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (std::size_t next = 0; next < batches.size() || !asker.is_idle();) {
    while (next < batches.size() && asker.has_room()) {
      inputs += batches[next].count;
      asker.submit(batches[next++], width);
    }
    const Delivery delivery = asker.wait();
    if (is_credible(delivery.device_seconds, delivery.host_seconds)) t.device_ns += delivery.device_seconds;
  }
  const double per_input = 1e9 / static_cast<double>(inputs);
  t.wall_ns = since(start) * per_input;
  t.cpu_ns = (processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_start) * per_input;
  t.device_ns *= per_input;
  return t;
}

// Returns a plan of every input or, of formats that have more than 2^32, of the largest part of tier certify.
Plan plan_of_all(const Unit& unit) {
  const Row& row = *unit.row;
  const Recipe r = recipe(row, unit.format, Tier::certify, unit.mode, judge_speed(row, unit.format, unit.mode));
  if (r.range || r.all_pairs) return Plan::of_all(row, unit.format);
  RunMaker windows = windows_for(row, unit.format, 0);  // the seed of Plan::of_windows
  if (r.windows > 0 && windows) return Plan::of_windows(row, unit.format, r.windows, std::move(windows));
  if (r.runs > 0) return Plan::of_runs(row, unit.format, kSeed, r.runs, r.run_bits);
  return Plan::of_random(row, unit.format, kSeed, r.random);
}

Stretch stretch_asked(const Plan& plan, const Capabilities& device, FrontEnd front_end, bool is_whole) {
  if (is_whole) return stretches(plan, largest_batch(device), front_end).front();
  const Making making = plan.segments().front().making;
  return {writer(front_end).makes(making) ? making : Making::table, 0, kRepeats * plan.count(), plan.count()};
}

std::vector<Batch> batches_of(const Plan& plan, const Shard& shard, const Stretch& all, bool is_whole) {
  if (!is_whole) return {kRepeats, Batch{0, plan.count()}};
  const std::uint64_t end = batch_begin({all}, shard.end(plan.count()));
  std::vector<Batch> batches;
  for (std::uint64_t at = batch_begin({all}, shard.begin(plan.count())); at < end; at += all.batch) {
    batches.push_back(batch_at(all, at));
  }
  if (batches.empty()) throw UsageError("--shard: this part has no inputs; use fewer parts");
  return batches;
}

UnitTime measured(Device& device, const Unit& unit, const Plan& plan, const Shard& shard, bool is_whole) {
  const Stretch stretch = stretch_asked(plan, device.capabilities(), unit.front_end, is_whole);
  const std::vector<Batch> batches = batches_of(plan, shard, stretch, is_whole);
  const Clock::time_point start = Clock::now();
  Asker asker(device, unit, plan, stretch);
  for (const int w : unit.widths) {  // drivers compile at the first launch
    asker.submit(batches.front(), w);
    asker.wait();
  }
  UnitTime time{.name = name(unit), .widths = {}, .build_seconds = since(start)};
  for (const int w : unit.widths) time.widths.push_back(device_alone(asker, batches, w));
  const Task task{.unit = unit, .shard = shard, .state = nullptr};
  Ledger ledger;
  double cpu_seconds = 0;
  for (int warm = is_whole ? 1 : 0; warm < 2; ++warm) {  // the first one compiles
    TimedBuilds timed(device);
    Sweep sweep(timed, task, plan, judging_threads(), {});
    const double cpu_start = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
    ledger = sweep.run();
    cpu_seconds = processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu_start - timed.seconds();
  }
  const auto asked = static_cast<double>((ledger.end - ledger.first) * unit.widths.size());
  time.total_ns = (ledger.seconds - ledger.build_seconds) * 1e9 / asked;
  time.total_cpu_ns = cpu_seconds * 1e9 / asked;
  time.judge_share = ledger.judge_seconds / ledger.seconds;
  return time;
}

struct Standing {
  Measurement measured;
  std::optional<double> recorded;
  bool is_lost(const UnitTime& t) const { return recorded && t.cpu_ratio() > kLoss * *recorded; }
};

std::string in_words(const Standing& s, const UnitTime& t) {
  if (!s.recorded) {
    return fmt::format("the file has no entry for {} on {} with {}", s.measured.unit, visible(s.measured.device),
                       s.measured.instruction_set);
  }
  return fmt::format("recorded ratio {:.2f}, now {:.2f}{}", *s.recorded, t.cpu_ratio(),
                     s.is_lost(t) ? fmt::format(": {:.0f} % more", 100 * (t.cpu_ratio() / *s.recorded - 1)) : "");
}

std::string as_json(const UnitTime& t, const Standing& s) {
  Json widths = Json::array();
  for (const WidthTime& w : t.widths)
    widths.push_back({{"width", w.width}, {"device_ns", w.device_ns}, {"wall_ns", w.wall_ns}});
  return json_line({{"unit", t.name},
                    {"device", s.measured.device},
                    {"instruction_set", s.measured.instruction_set},
                    {"recorded", s.recorded ? Json(*s.recorded) : Json()},
                    {"widths", widths},
                    {"device_alone_ns", t.device_alone_ns()},
                    {"total_ns", t.total_ns},
                    {"ratio", t.total_ns / t.device_alone_ns()},
                    {"device_alone_cpu_ns", t.alone(&WidthTime::cpu_ns)},
                    {"total_cpu_ns", t.total_cpu_ns},
                    {"cpu_ratio", t.cpu_ratio()},
                    {"judge_share", t.judge_share},
                    {"first_answers_seconds", t.build_seconds}});
}

std::string as_text(const UnitTime& t) {
  std::string text = fmt::format("{:<32}", t.name);
  for (const WidthTime& w : t.widths) text += fmt::format("  v{} {:.2f}", w.width, w.device_ns);
  return text + fmt::format(
                    "\n  device alone {:.2f} ns, total {:.1f} ns, ratio {:.2f}, of processor time {:.2f}; judging {:.0f} %; "
                    "first results after {:.2f} s\n",
                    t.device_alone_ns(), t.total_ns, t.total_ns / t.device_alone_ns(), t.cpu_ratio(), 100 * t.judge_share,
                    t.build_seconds);
}

}  // namespace

ExitCode bench_command(const BenchOptions& options, const Streams& streams) {
  if (options.filters.empty())
    throw UsageError("bench: nothing to measure; name cases such as 'clc/math/exp/*', or use --reference or --suite DIR");
  const std::vector<Glob> globs = read_globs(options.filters);
  if (!options.check.empty()) require_path("--check", options.check);
  const RecordedRatios recorded = options.check.empty() ? RecordedRatios() : RecordedRatios::read(options.check);
  const std::unique_ptr<Device> device = all_backends()->open(options.device);
  const std::string short_name = to_json(device->description()).at("short_name");
  const std::string set(name_of(usable_sets().back()));
  const std::vector<Unit> units = units_of(globs, device->capabilities());
  if (units.empty()) throw UsageError("bench: no case that can be measured matches; `classay list` prints all names");
  if (!options.json) {
    const std::string inputs =
        options.whole ? "all inputs, or those of tier certify" : fmt::format("{} random inputs", options.inputs);
    streams.out.write(fmt::format("{}: ns per input, by the device's clock, {}\n", device->identity().name, inputs));
  }
  ExitCode code = ExitCode::promised;
  for (const Unit& unit : units) {
    const Plan plan = options.whole ? plan_of_all(unit) : Plan::of_random(*unit.row, unit.format, kSeed, options.inputs);
    UnitTime time = measured(*device, unit, plan, options.shard, options.whole);
    const Measurement measurement{time.name, short_name, set};
    const Standing standing{measurement, recorded.of(measurement)};
    // Noise only increases a ratio, so the smallest of three is the program's speed.
    for (int more = 0; more < 2 && standing.is_lost(time); ++more) {
      UnitTime again = measured(*device, unit, plan, options.shard, options.whole);
      if (again.cpu_ratio() < time.cpu_ratio()) time = std::move(again);
    }
    streams.out.write(options.json ? as_json(time, standing) : as_text(time));
    if (!options.check.empty()) {
      if (!options.json) streams.out.write("  " + in_words(standing, time) + "\n");
      if (standing.is_lost(time)) code = ExitCode::unexpected;
      if (!standing.recorded && code == ExitCode::promised) code = ExitCode::usage;
    }
    streams.out.flush();
  }
  return code;
}

}  // namespace classay
