#include "reference/bulk/wide_judge.h"

#include <algorithm>
#include <cstring>

#include "reference/bulk/account.h"
#include "reference/cpu/float_environment.h"
#include "reference/cpu/versions.h"

namespace classay {

using bulk::Account;
using bulk::kBlock;
using bulk::Loops;
using bulk::Ruler;
using bulk::WideLanes;
using bulk::WideScale;

namespace {

constexpr std::size_t kChunk = 4096;

}  // namespace

class WideJudge::State {
 public:
  State(const BulkPromise& promise, const SlowJudge& slow, const Tally* known, const Loops& loops)
      : promise_(promise),
        loops_(loops),
        settle_(promise.is_rounding ? loops.wide.rounding : loops.wide.within),
        account_(promise.format, slow, known) {
    if (promise.format != kF64) throw std::invalid_argument("values in two parts are those of f64");
  }

  void add(const WideValues& values, const BulkInputs& inputs) {
    account_.enter(inputs);
    const std::uint64_t end = inputs.results.size() / sizeof(Bits);
    for (std::uint64_t at = 0; at < end;) at += judge_some(values, at, end);
  }

  BulkTally tally() { return account_.tally(); }

 private:
  // Judges the inputs from `at` on that share a bound.
  std::size_t judge_some(const WideValues& values, std::uint64_t at, std::uint64_t end) {
    const std::size_t wanted = std::min<std::uint64_t>(end - at, kChunk);
    known_ = values.at(at, std::span(head_).first(wanted), std::span(tail_).first(wanted));
    const Ruler ruler = bulk::wide_ruler(promise_, known_.rounds_alike);
    const WideScale scale = bulk::wide_scale(known_.scale, known_.epsilon);
    std::memcpy(results_.data(), account_.inputs().results.data() + at * sizeof(Bits), known_.count * sizeof(Bits));
    bins_used_ = 0;
    for (std::size_t i = 0; i < known_.count; i += kBlock) {
      const auto count = static_cast<int>(std::min<std::size_t>(known_.count - i, kBlock));
      judge_block(ruler, scale, {results_.data() + i, head_.data() + i, tail_.data() + i, count}, at + i);
    }
    account_.count_bins(loops_, bins_.data(), bins_used_);
    return known_.count;
  }

  void judge_block(const Ruler& ruler, const WideScale& scale, const WideLanes& lanes, std::uint64_t at) {
    bulk::Settled settled{.bins = bins_.data() + bins_used_, .errors = errors_.data()};
    bins_used_ += static_cast<std::size_t>(lanes.count);
    const bool all = settle_(scale, lanes, ruler, error_.data(), uncertainty_.data(), settled);
    bool has_errors = false;  // the errors are rarely needed
    account_.take(at, lanes.count, settled, ruler.margin, !all, [&](std::uint64_t i) {
      const std::size_t k = i - at;
      if (!has_errors) find_errors(scale, lanes);
      has_errors = true;
      return bulk::find(promise_, ruler,
                        bulk::WideLane{.got = lanes.results[k],
                                       .head = lanes.head[k],
                                       .scale = known_.scale,
                                       .error = error_[k],
                                       .uncertainty = uncertainty_[k],
                                       .has_two_ways = promise_.has_two_ways(account_.inputs().at(i))});
    });
  }

  void find_errors(const WideScale& scale, const WideLanes& lanes) {
    loops_.wide.errors(scale, lanes.results, lanes.head, lanes.tail, static_cast<std::size_t>(lanes.count), error_.data(),
                       uncertainty_.data());
  }

  const BulkPromise& promise_;
  const Loops& loops_;
  Loops::Wide::Settle settle_;
  Account account_;
  WideKnown known_;
  std::size_t bins_used_ = 0;
  std::array<double, kChunk> head_;
  std::array<double, kChunk> tail_;
  std::array<Bits, kChunk> results_;
  std::array<double, kBlock> error_;
  std::array<double, kBlock> uncertainty_;
  std::array<std::int32_t, kBlock> errors_;
  std::array<std::uint8_t, kChunk + 63> bins_;
};

WideJudge::WideJudge(const BulkPromise& promise, const SlowJudge& slow, const Tally* known, const Loops* loops)
    : state_(std::make_unique<State>(promise, slow, known, loops != nullptr ? *loops : best<bulk::Loops>())) {}

WideJudge::~WideJudge() = default;

void WideJudge::add(const WideValues& values, const BulkInputs& inputs) {
  const DefaultFloatEnvironment scope;
  state_->add(values, inputs);
}

BulkTally WideJudge::tally() {
  const DefaultFloatEnvironment scope;
  return state_->tally();
}

}  // namespace classay
