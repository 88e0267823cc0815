#include "reference/bulk/bulk_judge.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "reference/bulk/account.h"
#include "reference/cpu/float_environment.h"
#include "reference/cpu/versions.h"

namespace classay {

using bulk::Account;
using bulk::Block;
using bulk::kBlock;
using bulk::Lane;
using bulk::Loops;
using bulk::Ruler;

namespace {

// Number of values that are requested, and of bins that are counted, at a time.
constexpr std::size_t kChunk = 4096;
// Up to this number of open lanes, a block is judged lane by lane. With more, the loop for large errors runs over the block.
constexpr std::ptrdiff_t kFewOpen = kBlock / 32;

}  // namespace

class BulkJudge::State {
 public:
  State(const BulkPromise& promise, const SlowJudge& slow, const Tally* known, const Loops& loops)
      : promise_(promise), loops_(loops), of_format_(loops.of(promise.format)), account_(promise.format, slow, known) {}

  void add(const Values& values, const BulkInputs& inputs) {
    account_.enter(inputs);
    const std::uint64_t end = inputs.results.size() / element();
    for (std::uint64_t at = 0; at < end;) at += judge_some(values, at, end);
  }

  void add(std::span<const double> values, const Known& known, const BulkInputs& inputs) {
    account_.enter(inputs);
    for (std::size_t at = 0; at < values.size(); at += kChunk) {
      judge_known(values.subspan(at, std::min(kChunk, values.size() - at)), known, at);
    }
  }

  void add(const Values& values, const Second& second, const BulkInputs& inputs) {
    account_.enter(inputs);
    const std::uint64_t end = inputs.results.size() / element();
    for (std::uint64_t at = 0; at < end;) at += judge_some(values, second, at, end);
  }

  BulkTally tally() { return account_.tally(); }

 private:
  std::size_t element() const { return static_cast<std::size_t>(promise_.format.width) / 8; }

  // Judges the inputs from `at` on that share a bound.
  std::size_t judge_some(const Values& values, std::uint64_t at, std::uint64_t end) {
    const std::size_t wanted = std::min<std::uint64_t>(end - at, kChunk);
    const Known known = values.at(account_.inputs().number(at), std::span(chunk_).first(wanted));
    judge_known(std::span(chunk_).first(known.count), known, at);
    return known.count;
  }

  void judge_known(std::span<const double> values, const Known& known, std::uint64_t at) {
    const std::optional<Ruler> ruler = bulk::ruler(promise_, known);
    if (!ruler) {
      for (std::size_t i = 0; i < values.size(); ++i) account_.ask(at + i);
      return;
    }
    if (known.is_one && !known.is_prescribed && judge_alike(*ruler, values, at)) return;
    if (is_exact(*ruler) && judge_exact(values, at)) return;
    bins_used_ = 0;
    is_special_ = false;
    for (std::size_t i = 0; i < values.size(); i += kBlock) {
      const auto count = static_cast<int>(std::min<std::size_t>(values.size() - i, kBlock));
      const Block block{values.data() + i, account_.inputs().results.data() + (at + i) * element(), count};
      judge_block(*ruler, block, at + i);
    }
    account_.count_bins(loops_, bins_.data(), bins_used_);
  }

  // Judges the calls with two results from `at` on that share both bounds.
  std::size_t judge_some(const Values& values, const Second& second, std::uint64_t at, std::uint64_t end) {
    const std::size_t wanted = std::min<std::uint64_t>(end - at, kChunk);
    const Bits number = account_.inputs().number(at);
    const Known first_known = values.at(number, std::span(chunk_).first(wanted));
    const Known known = second.values.at(number, std::span(second_chunk_).first(first_known.count));
    const std::optional<Ruler> ruler = bulk::ruler(promise_, first_known);
    const std::optional<Ruler> second_ruler = bulk::ruler(promise_, known);
    if (!ruler || !second_ruler || ruler->is_prescribed || second_ruler->is_prescribed) {
      for (std::size_t i = 0; i < known.count; ++i) account_.ask(at + i);
      return known.count;
    }
    bins_used_ = 0;
    is_special_ = false;
    for (std::size_t i = 0; i < known.count; i += kBlock) {
      const auto count = static_cast<int>(std::min<std::size_t>(known.count - i, kBlock));
      const std::size_t from = (at + i) * element();
      const Block block{chunk_.data() + i, account_.inputs().results.data() + from, count};
      const Block second_block{second_chunk_.data() + i, second.results.data() + from, count};
      judge_blocks({*ruler, block}, {*second_ruler, second_block}, at + i);
    }
    account_.count_bins(loops_, bins_.data(), bins_used_);
    return known.count;
  }

  // All inputs have one value and one result, as in large parts of a range. The finding of the first one holds for all.
  bool judge_alike(const Ruler& ruler, std::span<const double> values, std::uint64_t at) {
    if (!of_format_.alike(account_.inputs().results.data() + at * element(), values.size())) return false;
    const bulk::Finding found = bulk::find(promise_, ruler, lane(at, values.front()));
    if (found.kind == bulk::Finding::Kind::wrong && any_has_two_ways(at, static_cast<int>(values.size()))) return false;
    return account_.settle_alike(at, values.size(), found);
  }

  bool is_exact(const Ruler& ruler) const {
    return ruler.is_prescribed || (ruler.epsilon == 0 && promise_.is_rounding && !is_rounded_);
  }

  // Every result equals its value: there are no errors, and no bins to count.
  bool judge_exact(std::span<const double> values, std::uint64_t at) {
    if (!of_format_.exactly(values.data(), account_.inputs().results.data() + at * element(), values.size())) return false;
    return account_.settle_alike(at, values.size(), {.kind = bulk::Finding::Kind::right, .low = 0, .high = 0});
  }

  // After a block with large errors, the next block is likely to have large errors too.
  void judge_block(const Ruler& ruler, const Block& block, std::uint64_t at) {
    const auto found = [&](std::uint64_t i) { return bulk::find(promise_, ruler, lane(i, block.values[i - at])); };
    std::uint8_t* const bins = bins_.data() + bins_used_;
    bins_used_ += static_cast<std::size_t>(block.count);
    if (!is_far_ || ruler.is_prescribed) {
      bulk::Settled settled{.bins = bins, .errors = errors_.data()};
      const bool all = settle(ruler, block, settled);
      is_far_ = !all && !ruler.is_prescribed && std::count(bins, bins + block.count, bulk::kOpenBin) > kFewOpen;
      if (!is_far_) return account_.take(at, block.count, settled, ruler.margin, !all, found);
    }
    bulk::FarSettled settled{.bins = bins, .errors = far_errors_.data()};
    const bool all = settle_far(ruler, block, at, settled);
    is_far_ = settled.largest > bulk::kFineErrors;
    account_.take_far(at, block.count, settled, limit(), !all, found);
  }

  double limit() const { return promise_.always_right ? std::numeric_limits<double>::infinity() : promise_.limit; }

  bool settle_far(const Ruler& ruler, const Block& block, std::uint64_t at, bulk::FarSettled& settled) {
    const bool all = of_format_.far(block, ruler, {limit(), !promise_.has_other_ways}, settled);
    if (settled.wrong == 0 || !any_has_two_ways(at, block.count)) return all;
    return of_format_.far(block, ruler, {limit(), false}, settled);
  }

  // If a range block contains a subnormal or a signaling NaN, then so does one of its ends, because a block cannot enclose
  // all of them.
  bool any_has_two_ways(std::uint64_t at, int count) const {
    const std::uint64_t last = at + static_cast<std::uint64_t>(count) - 1;
    const auto has = [this](std::uint64_t i) { return promise_.has_two_ways(account_.inputs().at(i)); };
    if (account_.inputs().is_run()) return has(at) || has(last);
    for (std::uint64_t i = at; i <= last; ++i) {
      if (has(i)) return true;
    }
    return false;
  }

  struct Component {
    const Ruler& ruler;
    const Block& block;
  };

  void judge_blocks(const Component& a, const Component& b, std::uint64_t at) {
    const int count = a.block.count;
    bulk::Settled settled{.bins = bins_.data() + bins_used_, .errors = errors_.data()};
    bulk::Settled second{.bins = second_bins_.data(), .errors = second_errors_.data()};
    bins_used_ += static_cast<std::size_t>(count);
    settle(a.ruler, a.block, settled);
    settle(b.ruler, b.block, second);
    const bool all = loops_.join(count, a.ruler.margin + b.ruler.margin, settled, second);
    account_.take(at, count, settled, std::max(a.ruler.margin, b.ruler.margin), !all, [&](std::uint64_t i) {
      const auto finding = [&](const Component& c) {
        Lane one = lane(i, c.block.values[i - at]);
        one.got = bulk::element(promise_.format, c.block.results, i - at);
        return bulk::find(promise_, c.ruler, one);
      };
      return bulk::larger(finding(a), finding(b));
    });
  }

  bool settle(const Ruler& ruler, const Block& block, bulk::Settled& settled) {
    if (is_exact(ruler)) {
      if (of_format_.equal(block, ruler, settled)) return true;
      is_rounded_ = is_rounded_ || !ruler.is_prescribed;
    }
    if (!ruler.is_fixed_point || ruler.tolerance < 0 || ruler.is_prescribed) {
      std::fill_n(settled.bins, block.count, bulk::kOpenBin);
      std::fill_n(settled.errors, block.count, 0);
      return false;
    }
    const Loops::Settling& loops = promise_.is_rounding ? of_format_.rounding : of_format_.within;
    if (!is_special_ && loops.plain(block, ruler, settled)) return true;
    is_special_ = true;
    return loops.special(block, ruler, settled);
  }

  Lane lane(std::uint64_t i, double value) const {
    const BulkArguments arguments = account_.inputs().at(i);
    const Bits got = account_.result(i);
    return {.got = got,
            .value = value,
            .has_two_ways = promise_.has_two_ways(arguments),
            .gives_back = std::ranges::find(arguments, got) != arguments.end()};
  }

  const BulkPromise& promise_;
  const Loops& loops_;
  const Loops::OfFormat& of_format_;
  Account account_;
  std::size_t bins_used_ = 0;
  bool is_rounded_ = false;  // some result differs from its exact value; later ones probably do too
  bool is_special_ = false;  // some lane of this chunk is special; later ones probably are too
  bool is_far_ = false;      // many errors of the last block did not fit fixed point
  std::array<double, kChunk> chunk_;
  std::array<std::int32_t, kBlock> errors_;
  std::array<double, kBlock> far_errors_;
  std::array<std::uint8_t, kChunk + 63> bins_;
  // For second results.
  std::array<double, kChunk> second_chunk_;
  std::array<std::int32_t, kBlock> second_errors_;
  std::array<std::uint8_t, kBlock> second_bins_;
};

BulkJudge::BulkJudge(const BulkPromise& promise, const SlowJudge& slow, const Tally* known, const Loops* loops)
    : state_(std::make_unique<State>(promise, slow, known, loops != nullptr ? *loops : best<bulk::Loops>())) {}

BulkJudge::~BulkJudge() = default;

void BulkJudge::add(const Values& values, const BulkInputs& inputs) {
  const DefaultFloatEnvironment scope;
  state_->add(values, inputs);
}

void BulkJudge::add(std::span<const double> values, const Known& known, const BulkInputs& inputs) {
  const DefaultFloatEnvironment scope;
  state_->add(values, known, inputs);
}

void BulkJudge::add(const Values& values, const Second& second, const BulkInputs& inputs) {
  const DefaultFloatEnvironment scope;
  state_->add(values, second, inputs);
}

BulkTally BulkJudge::tally() {
  const DefaultFloatEnvironment scope;
  return state_->tally();
}

BulkTally judge_in_bulk(const Values& values, const BulkPromise& promise, const BulkInputs& inputs, const SlowJudge& slow,
                        const Tally* known, const Loops* loops) {
  BulkJudge judge(promise, slow, known, loops);
  judge.add(values, inputs);
  return judge.tally();
}

}  // namespace classay
