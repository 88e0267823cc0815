#include "harness/commands/reference_cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "reference/certified/wide/check.h"
#include "reference/number/real.h"

namespace classay {
namespace {

using certified::WideBlock;
using certified::WideModel;
using certified::WidePairBlock;
using certified::WidePairModel;

constexpr std::uint64_t kBlocks = 2000;
constexpr std::uint64_t kSeed = 1;

// The call of a block's input, of one argument or two.
std::array<Value, 1> call_of(const WideModel&, const WideBlock&, Bits x) { return {Value{Type::f64, x}}; }
std::array<Value, 2> call_of(const WidePairModel& model, const WidePairBlock& block, Bits x) {
  return certified::arguments(model.function(), block.varies, block.fixed, x);
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
  const RealScope scope;
  const auto ns_each = [&](auto ask) {
    return seconds_of([&] { std::ranges::for_each(calls, ask); }) * 1e9 /
           static_cast<double>(std::max<std::size_t>(1, samples));
  };
  cost.mpfr_ns = ns_each([&](const auto& c) { model.function().truth({.type = Type::f64, .args = c}, kFirstPrecision); });
  cost.arb_ns = ns_each([&](const auto& c) { ask_alone(model, c); });
  return cost;
}

}  // namespace

ReferenceCost wide_cost(const certified::Function& function, std::size_t samples) {
  return cost_of(WideModel(function), samples);
}

ReferenceCost wide_cost(const certified::PairFunction& function, std::size_t samples) {
  return cost_of(WidePairModel(function), samples);
}

}  // namespace classay
