#include "harness/cli/bench/reference_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "reference/certified/pairs/half_lines.h"
#include "reference/certified/wide/check.h"
#include "reference/number/real.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

using certified::Varies;
using certified::WideBlock;
using certified::WideModel;
using certified::WidePairBlock;
using certified::WidePairModel;

constexpr std::uint64_t kBlocks = 2000;
constexpr std::uint64_t kSeed = 1;

std::array<Value, 1> call_of(const WideModel&, const WideBlock&, Bits x) { return {Value{Type::f64, x}}; }
std::array<Value, 2> call_of(const WidePairModel& model, const WidePairBlock& block, Bits x) {
  return certified::arguments(model.function(), Type::f64, block.varies, block.fixed, x);
}

void ask_alone(const WideModel& model, std::span<const Value> call) { model.single(call[0].bits); }
void ask_alone(const WidePairModel& model, std::span<const Value> call) { model.single(call[0].bits, call[1].bits); }

template <class Block>
struct Blocks {
  std::vector<Block> all;
  std::vector<double> head = std::vector<double>(certified::kWideCount);
  std::vector<double> tail = std::vector<double>(certified::kWideCount);
};

template <class Model, class Block>
void evaluate(const Model& model, Blocks<Block>& blocks, ReferenceCost& cost) {
  for (const Block& b : blocks.all) {
    const std::span<double> head = std::span(blocks.head).first(b.count);
    const std::span<double> tail = std::span(blocks.tail).first(b.count);
    cost.evaluate_seconds += seconds_of([&] { model.values(b, head, tail); });
    cost.inputs += b.count;
    cost.open += static_cast<std::uint64_t>(std::ranges::count_if(tail, [](double t) { return std::isnan(t); }));
  }
}

struct Line {
  std::unique_ptr<Values> values;
  certified::PatternRun run;
  Varies varies = Varies::first;
  Bits fixed = 0;
};

// All inputs of an f16 line, and ranges of 2^16 inputs of f32. A third of the fixed f32 arguments and half of the ranges
// have any magnitude; the others lie within eight binades of 1.
class Lines {
 public:
  Lines(const certified::PairFunction& function, Type type) : function_(function), format_(format(type)) {}

  Line next() {
    if (format_ == kF16) {
      const Bits fixed = function_.second_is_integer ? 1 + random_() % 40 : alike();
      return {halves_.line(fixed), certified::whole_line(kF16), Varies::first, fixed};
    }
    const Bits fixed = function_.second_is_integer ? 1 + random_() % 40 : number(random_() % 3 == 0);
    const bool is_second = !function_.second_is_integer && random_() % 2 != 0;
    const Varies varies = is_second ? Varies::second : Varies::first;
    const certified::PatternRun run{number(random_() % 2 == 0) & ~(kRun - 1), kRun};
    return {std::make_unique<certified::PairModel>(function_, format_, varies, fixed, run), run, varies, fixed};
  }

 private:
  static constexpr Bits kRun = 1U << 16U;
  static constexpr Bits kAlike = 64;

  // Returns 64 consecutive arguments that share their tables, as in an exhaustive sweep, then 64 from another place.
  Bits alike() {
    if (next_ % kAlike == 0) next_ = random_() % (kF16.mask() + 1) / kAlike * kAlike;
    return certified::HalfLines::fixed_argument(next_++);
  }
  Bits number(bool is_of_any_size) {
    const Bits any = random_() & format_.mask();
    if (is_of_any_size) return any;
    const Bits magnitude = format_.one() - 8 * format_.min_normal() + any % (16 * format_.min_normal());
    return magnitude | (any & format_.sign_bit());
  }

  const certified::PairFunction& function_;
  Format format_;
  certified::HalfLines halves_{function_};
  std::mt19937_64 random_{kSeed};
  Bits next_ = 0;
};

std::uint64_t evaluate(const Line& line, std::span<double> out) {
  std::uint64_t open = 0;
  for (std::size_t done = 0; done < line.run.count;) {
    const std::size_t left = std::min(out.size(), line.run.count - done);
    const Known known = line.values->at(line.run.first + done, out.first(left));
    if (std::isinf(known.epsilon)) open += known.count;
    done += known.count;
  }
  return open;
}

template <class Calls, class Ask>
double ns_each(const Calls& calls, Ask ask) {
  const RealScope scope;
  const double seconds = seconds_of([&] { std::ranges::for_each(calls, ask); });
  return seconds * 1e9 / static_cast<double>(std::max<std::size_t>(1, calls.size()));
}

template <class Model>
ReferenceCost cost_of(const Model& model, std::size_t samples) {
  using Block = decltype(model.block(0, 0));
  ReferenceCost cost{.name = fmt::format("{}/f64", model.function().name), .samples = samples};
  Blocks<Block> blocks;
  blocks.all.reserve(kBlocks);
  cost.build_seconds = seconds_of([&] {
    for (std::uint64_t i = 0; i < kBlocks; ++i) blocks.all.push_back(model.block(kSeed, i));
  });
  evaluate(model, blocks, cost);

  std::vector<decltype(call_of(model, blocks.all[0], 0))> calls;
  for (std::size_t i = 0; i < samples; ++i) {
    const Block& b = blocks.all[i % kBlocks];
    Bits x = 0;
    inputs(b, {&x, 1});
    calls.push_back(call_of(model, b, x));
    // The first input and both ends of the window.
    if (i < kBlocks && 3 * i < samples) cost.worst = std::fmax(cost.worst, wide_kept(model, b, 1).worst.ratio);
  }
  cost.mpfr_ns =
      ns_each(calls, [&](const auto& c) { model.function().truth({.type = Type::f64, .args = c}, kFirstPrecision); });
  cost.arb_ns = ns_each(calls, [&](const auto& c) { ask_alone(model, c); });
  return cost;
}

}  // namespace

arb::Function arb_function(std::string_view name) {
#define CLASSAY_ORACLE(f) \
  if (name == #f) return arb::f;
#include "reference/oracle/oracle.def"
#undef CLASSAY_ORACLE
  return nullptr;
}

ReferenceCost pair_cost(const certified::PairFunction& function, Type type, std::size_t samples) {
  constexpr std::size_t kLines = 384;
  ReferenceCost cost{.name = fmt::format("{}/{}", function.name, info(type).name), .samples = samples};
  Lines lines(function, type);
  std::mt19937_64 random(kSeed);
  std::vector<double> values(certified::kWideCount);
  std::vector<std::array<Value, 2>> calls;
  for (std::size_t i = 0; i < kLines; ++i) {
    Line line;
    const double first = seconds_of([&] {
      line = lines.next();
      evaluate(line, values);
    });
    // The second evaluation reuses the tables, so the difference is the time to build them.
    const double again = seconds_of([&] { cost.open += evaluate(line, values); });
    cost.build_seconds += std::fmax(0, first - again);
    cost.evaluate_seconds += again;
    cost.inputs += line.run.count;
    for (std::size_t j = i; j < samples; j += kLines) {
      const Bits x = line.run.first + random() % line.run.count;
      const Known known = line.values->at(x, std::span(values).first(1));
      const auto& call = calls.emplace_back(certified::arguments(function, type, line.varies, line.fixed, x));
      cost.worst =
          std::fmax(cost.worst, certified::kept(function.name, function.truth, call, values[0], known.epsilon).ratio);
    }
  }
  const arb::Function by_arb = arb_function(function.name);
  cost.mpfr_ns = ns_each(calls, [&](const auto& c) { function.truth({.type = type, .args = c}, kFirstPrecision); });
  cost.arb_ns = ns_each(calls, [&](const auto& c) { by_arb({.type = type, .args = c}, kFirstPrecision); });
  return cost;
}

ReferenceCost wide_cost(const certified::Function& function, std::size_t samples) {
  return cost_of(WideModel(function), samples);
}

ReferenceCost wide_cost(const certified::PairFunction& function, std::size_t samples) {
  return cost_of(WidePairModel(function), samples);
}

}  // namespace classay
