// `classay bench --reference`: compares the certified models with MPFR and Arb in one run, on one core, in processor time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <random>

#include "harness/cli/bench/reference_cost.h"
#include "harness/cli/commands.h"
#include "harness/cli/terminal/terminal.h"
#include "harness/journal/read_json.h"
#include "harness/journal/task.h"
#include "harness/text/arguments.h"
#include "harness/text/usage_error.h"
#include "harness/worker/judging/case_judge.h"
#include "harness/worker/sweep/clocks.h"
#include "reference/certified/check.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

using certified::Model;

using Cost = ReferenceCost;

constexpr std::size_t kRun = 4096;  // values at a time, small enough for the cache

// One input of each binade and octave of either sign, which makes the model build all of its parts.
void build(const Model& model) {
  const Format& f = model.format();
  double value = 0;
  for (const Bits sign : {Bits{0}, f.sign_bit()}) {
    for (Bits octave = 1; octave < f.min_normal(); octave *= 2) model.at(sign | octave, {&value, 1});
    for (Bits x = f.min_normal(); x < f.infinity(); x += f.min_normal()) model.at(sign | x, {&value, 1});
  }
}

void evaluate(const Model& model, Cost& cost) {
  std::vector<double> values(kRun);
  const std::uint64_t all = model.format().mask() + 1;
  for (Bits x = 0; x < all;) {
    const Known known = model.at(x, std::span(values).first(std::min<std::uint64_t>(kRun, all - x)));
    if (std::isinf(known.epsilon)) cost.open += known.count;
    x += known.count;
  }
  cost.inputs = all;
}

// The results of a device that rounds correctly, or nearly: the model's value rounded through double.
std::vector<std::byte> answers(const Model& model, Bits first, std::size_t count) {
  const Format& f = model.format();
  const auto bytes = static_cast<std::size_t>(f.width) / 8;
  std::vector<double> values(count);
  for (std::size_t done = 0; done < count;) done += model.at(first + done, std::span(values).subspan(done)).count;
  std::vector<std::byte> answers(count * bytes);
  const RealScope scope;
  for (std::size_t i = 0; i < count; ++i) {
    const Bits pattern = f == kF32 ? std::bit_cast<std::uint32_t>(static_cast<float>(values[i]))
                                   : round_to(f, exact_double(values[i]), Rounding::rne);
    std::memcpy(answers.data() + i * bytes, &pattern, bytes);
  }
  return answers;
}

// Times the judge of a sweep on input ranges from the complete format, with the results already in memory. With threads it
// measures wall time, and the ranges are as long as batches of a device with its own memory.
double judge_ns(const Model& model, Type type, unsigned threads) {
  constexpr std::uint64_t kStretches = 32;
  const Row* row = find(model.function().name);
  const Task task{.unit = {.front_end = FrontEnd::clc, .row = row, .format = type, .mode = Mode::standard, .widths = {1}},
                  .state = nullptr};
  const CaseJudge judge(task, {}, std::max(1U, threads));
  const Plan plan = Plan::of_all(*row, type);
  const std::uint64_t stride = plan.count() / kStretches;
  const std::uint64_t count = std::min(stride, std::uint64_t{1} << (threads == 0 ? 20U : 22U));
  if (!judge.judges_in_bulk(plan, 0, count)) return 0;
  Tally known;
  double seconds = 0;
  for (Bits first = 0; first < plan.count(); first += stride) {
    const std::vector<std::byte> given = answers(model, first, count);
    judge.bulk_tally(plan, first, given, known);  // builds this part of the model inside the judge
    const auto judge_again = [&] { known.merge(judge.bulk_tally(plan, first, given, known).tally); };
    const Stopwatch watch;
    const double of_one = seconds_of(judge_again);
    seconds += threads == 0 ? of_one : watch.seconds();
  }
  return seconds * 1e9 / static_cast<double>(count * kStretches);
}

std::vector<Bits> sampled(const Format& f, std::size_t count) {
  std::mt19937_64 random(1);
  std::vector<Bits> all(count);
  for (Bits& x : all) {
    do x = random() & f.mask();
    while (!f.is_finite(x));
  }
  return all;
}

template <class Ask>
double ns_each(std::span<const Bits> inputs, Type type, Ask ask) {
  const double start = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
  for (const Bits x : inputs) {
    const Value argument{type, x};
    ask(Call{.type = type, .args = {&argument, 1}});
  }
  return (processor_seconds(CLOCK_THREAD_CPUTIME_ID) - start) * 1e9 / static_cast<double>(inputs.size());
}

Cost measured(const certified::Function& f, Type type, const BenchOptions& options) {
  const std::size_t samples = options.samples;
  Cost cost{.name = fmt::format("{}/{}", f.name, info(type).name), .is_whole = true, .samples = samples};
  const double start = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
  const Model model(f, format(type));
  build(model);
  const double built = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
  evaluate(model, cost);
  cost.build_seconds = built - start;
  cost.evaluate_seconds = processor_seconds(CLOCK_THREAD_CPUTIME_ID) - built;

  cost.judge_ns = judge_ns(model, type, options.threads);
  const std::vector<Bits> inputs = sampled(format(type), samples);
  for (const Bits x : inputs) cost.worst = std::fmax(cost.worst, kept(model, x).ratio);
  const RealScope scope;
  cost.mpfr_ns = ns_each(inputs, type, [&](const Call& call) { f.truth(call, kFirstPrecision); });
  const arb::Function by_arb = arb_function(f.name);
  cost.arb_ns = ns_each(inputs, type, [&](const Call& call) { by_arb(call, kFirstPrecision); });
  return cost;
}

std::string as_json(const Cost& c) {
  return json_line({{"function", c.name},
                    {"inputs", c.inputs},
                    {"build_seconds", c.build_seconds},
                    {"evaluate_seconds", c.evaluate_seconds},
                    {"ns", c.per_input_ns()},
                    {"judge_ns", c.judge_ns},
                    {"open", c.open},
                    {"worst_error_over_bound", c.worst},
                    {"samples", c.samples},
                    {"mpfr_ns", c.mpfr_ns},
                    {"arb_ns", c.arb_ns}});
}

std::string as_text(const Cost& c) {
  return fmt::format("{:<12} {:>7.3f} {:>9.3f} {:>7.2f} {:>7.2f} {:>6} {:>11.4f} {:>8.0f} {:>8.0f}\n", c.name,
                     c.build_seconds, c.evaluate_seconds, c.per_input_ns(), c.judge_ns, c.open, c.worst, c.mpfr_ns,
                     c.arb_ns);
}

}  // namespace

ExitCode bench_reference_command(const BenchOptions& options, const Streams& streams) {
  const std::vector<Glob> globs = read_globs(options.filters);
  bool is_any = false;
  double seconds = 0;
  if (!options.json) {
    streams.out.write(fmt::format("{:<12} {:>7} {:>9} {:>7} {:>7} {:>6} {:>11} {:>8} {:>8}\n", "function", "build s",
                                  "evaluate", "ns each", "judge", "open", "error/bound", "MPFR ns", "Arb ns"));
  }
  const auto take = [&](std::string_view name, Type type, const auto& measure) {
    const std::string called = fmt::format("{}/{}", name, info(type).name);
    if (!selects(globs, called)) return;
    is_any = true;
    const Cost cost = measure();
    if (cost.is_whole) seconds += cost.build_seconds + cost.evaluate_seconds;
    streams.out.write(options.json ? as_json(cost) : as_text(cost));
    streams.out.flush();
  };
  for (const Type type : {Type::f16, Type::f32}) {
    for (const auto& f : certified::functions()) take(f.name, type, [&] { return measured(f, type, options); });
  }
  for (const Type type : {Type::f16, Type::f32}) {
    for (const auto& f : certified::pair_functions())
      take(f.name, type, [&] { return pair_cost(f, type, options.samples); });
  }
  for (const auto& f : certified::functions()) take(f.name, Type::f64, [&] { return wide_cost(f, options.samples); });
  for (const auto& f : certified::pair_functions()) take(f.name, Type::f64, [&] { return wide_cost(f, options.samples); });
  if (!is_any) throw UsageError("no function of the reference matches; names are like exp/f32");
  if (!options.json && seconds > 0) {
    streams.out.write(
        fmt::format("{:.1f} s of one core for every input of all those of one argument in f16 and f32\n", seconds));
  }
  return ExitCode::promised;
}

}  // namespace classay
