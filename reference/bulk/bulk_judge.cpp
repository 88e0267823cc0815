#include "reference/bulk/bulk_judge.h"

#include <algorithm>
#include <array>
#include <cfenv>
#include <cmath>
#include <limits>
#include <optional>
#include <string>

#include "reference/bulk/contest.h"
#include "reference/bulk/lane.h"
#include "reference/bulk/loops.h"

namespace classay {
namespace {

using bulk::Block;
using bulk::Contest;
using bulk::Entrant;
using bulk::Finding;
using bulk::kBlock;
using bulk::Lane;
using bulk::Loops;
using bulk::Ruler;

// Values are asked for, and bins counted, so many at a time.
constexpr std::size_t kChunk = 4096;

// Drivers are loaded into this process, and libraries have been seen to leave threads with another rounding mode, or with
// subnormals flushed.
class DefaultFloatingPoint {
 public:
  DefaultFloatingPoint() {
    std::fegetenv(&before_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~DefaultFloatingPoint() { std::fesetenv(&before_); }
  DefaultFloatingPoint(const DefaultFloatingPoint&) = delete;
  DefaultFloatingPoint& operator=(const DefaultFloatingPoint&) = delete;

 private:
  std::fenv_t before_{};
};

class BulkJudge {
 public:
  BulkJudge(const Values& values, const BulkPromise& promise, const BulkInputs& inputs, const SlowJudge& slow,
            const Tally* known, const Loops& loops)
      : values_(values),
        promise_(promise),
        inputs_(inputs),
        slow_(slow),
        loops_(loops),
        of_format_(loops.of(promise.format)),
        contest_(known) {}

  BulkTally run() {
    const Bits end = inputs_.first + inputs_.results.size() / element();
    for (Bits at = inputs_.first; at < end;) {
      const int fraction_bits = promise_.format.fraction_bits();
      const Bits binade_end = std::min(((at >> fraction_bits) + 1) << fraction_bits, end);
      contest_.enter_binade(2 * binade_of(promise_.format, at) + (promise_.format.is_negative(at) ? 1 : 0));
      while (at < binade_end) at += judge_some(at, binade_end);
    }
    tally_.count(failed_, histogram_);
    for (const Entrant& e : contest_.finalists()) settle_finalist(e);
    return {std::move(tally_), asked_slowly_};
  }

 private:
  std::size_t element() const { return static_cast<std::size_t>(promise_.format.width) / 8; }

  // Those that share a bound, from `at` on.
  std::size_t judge_some(Bits at, Bits end) {
    const std::size_t wanted = std::min<Bits>(end - at, kChunk);
    const Known known = values_.at(at, std::span(chunk_).first(wanted));
    const std::optional<Ruler> ruler = bulk::ruler(promise_, known.epsilon);
    bins_used_ = 0;
    is_special_ = false;
    for (std::size_t i = 0; i < known.count; i += kBlock) {
      const auto count = static_cast<int>(std::min<std::size_t>(known.count - i, kBlock));
      const Block block{chunk_.data() + i, inputs_.results.data() + (at + i - inputs_.first) * element(), count};
      if (!ruler) {
        for (int lane = 0; lane < count; ++lane) ask(lane_of(block, at + i, lane));
      } else {
        judge_block(*ruler, block, at + i);
      }
    }
    count_bins();
    return known.count;
  }

  void judge_block(const Ruler& ruler, const Block& block, Bits at) {
    bulk::Settled settled{.bins = bins_.data() + bins_used_, .errors = errors_.data()};
    bins_used_ += static_cast<std::size_t>(block.count);
    if (!settle(ruler, block, settled)) return judge_open_lanes(ruler, block, at, settled);
    for (int i = 0; settled.largest > losing_error(ruler) && i < block.count; ++i) {
      if (std::abs(settled.errors[i]) > losing_error(ruler)) consider(ruler, lane_of(block, at, i));
    }
  }

  bool settle(const Ruler& ruler, const Block& block, bulk::Settled& settled) {
    if (ruler.epsilon == 0) return of_format_.equal(block, ruler, settled);
    if (ruler.is_fixed_point && ruler.tolerance >= 0) {
      if (!is_special_ && of_format_.plain(block, ruler, settled)) return true;
      is_special_ = true;
      return of_format_.special(block, ruler, settled);
    }
    std::fill_n(settled.bins, block.count, bulk::kOpenBin);
    return false;
  }

  // In the order of the lanes, as the contest wants it.
  void judge_open_lanes(const Ruler& ruler, const Block& block, Bits at, const bulk::Settled& settled) {
    for (int i = 0; i < block.count; ++i) {
      if (settled.bins[i] == bulk::kOpenBin) {
        judge_lane(ruler, lane_of(block, at, i));
      } else if (settled.largest > losing_error(ruler) && std::abs(settled.errors[i]) > losing_error(ruler)) {
        consider(ruler, lane_of(block, at, i));
      }
    }
  }

  // In fixed point, an error up to which a lane can win nothing: it wins when it may be half a step above the bar.
  std::int32_t losing_error(const Ruler& ruler) const {
    const double bar = contest_.bar();
    if (bar < 0) return -1;
    if (bar >= bulk::kFineErrors) return std::numeric_limits<std::int32_t>::max();
    const double from = std::ldexp(bar + kErrorStep / 2, bulk::kErrorBits);
    return static_cast<std::int32_t>(from) - ruler.margin - 1;
  }

  // A lane by itself, still by its value where that suffices.
  void judge_lane(const Ruler& ruler, const Lane& lane) {
    const Finding finding = bulk::find(promise_, ruler, lane);
    if (finding.kind == Finding::Kind::open) return ask(lane);
    const bool is_wrong = finding.kind == Finding::Kind::wrong;
    ++histogram_[Tally::histogram_bin(finding.high)];
    failed_ += is_wrong ? 1 : 0;
    const bool may_win = std::max(-finding.low, finding.high) + kErrorStep > contest_.bar();
    if (may_win || (is_wrong && contest_.needs_failures())) offer(lane, finding);
  }

  // A lane that the loops have settled.
  void consider(const Ruler& ruler, const Lane& lane) {
    const Finding finding = bulk::find(promise_, ruler, lane);
    if (finding.kind != Finding::Kind::right) throw std::logic_error("a lane that was settled is not right for sure");
    offer(lane, finding);
  }

  void offer(const Lane& lane, const Finding& finding) {
    contest_.offer({.index = index_of(lane.input),
                    .input = lane.input,
                    .got = lane.got,
                    .least = finding.least(),
                    .largest = finding.largest(),
                    .is_wrong = finding.kind == Finding::Kind::wrong});
  }

  // A lane about which the values do not say enough.
  void ask(const Lane& lane) {
    const std::uint64_t index = index_of(lane.input);
    const Judged j = asked(index, lane.input, lane.got);
    tally_.add({.index = index, .inputs = {lane.input}, .got = lane.got, .ulps = j.ulps}, j.outcome,
               binade_of(promise_.format, lane.input), promise_.format.is_negative(lane.input));
    if (j.outcome != Tally::Outcome::undefined) contest_.judged(j.ulps);
  }

  // A lane that is counted already, and now needs its exact error.
  void settle_finalist(const Entrant& e) {
    const Judged j = asked(e.index, e.input, e.got);
    const double error = std::fabs(resolved_error(j.ulps));
    const auto outcome = e.is_wrong ? Tally::Outcome::wrong : Tally::Outcome::right;
    if (j.outcome != outcome || error < e.least || error > e.largest) {
      throw ValuesContradicted("input " + std::to_string(e.input) + " with result " + std::to_string(e.got) +
                               ": by its value, the error is at least " + std::to_string(e.least) + " and at most " +
                               std::to_string(e.largest) + " ulp; judged, it is " + std::to_string(j.ulps));
    }
    tally_.keep({.index = e.index, .inputs = {e.input}, .got = e.got, .ulps = j.ulps}, j.outcome,
                binade_of(promise_.format, e.input), promise_.format.is_negative(e.input));
  }

  Judged asked(std::uint64_t index, Bits input, Bits got) {
    ++asked_slowly_;
    return slow_(index, input, got);
  }

  void count_bins() {
    std::array<std::uint64_t, bulk::kFineBins> counts{};
    loops_.count(bins_.data(), bins_used_, counts.data());
    constexpr std::size_t first = (Tally::kHistogramBins - bulk::kFineBins) / 2;
    for (std::size_t i = 0; i < counts.size(); ++i) histogram_[first + i] += counts[i];
  }

  std::uint64_t index_of(Bits input) const { return inputs_.first_index + (input - inputs_.first); }

  Lane lane_of(const Block& block, Bits at, int i) const {
    Bits got = 0;
    const std::byte* from = block.results + static_cast<std::size_t>(i) * element();
    for (std::size_t byte = element(); byte-- > 0;) got = got << 8 | std::to_integer<Bits>(from[byte]);
    return {.input = at + static_cast<Bits>(i), .got = got, .value = block.values[i]};
  }

  const Values& values_;
  const BulkPromise& promise_;
  const BulkInputs& inputs_;
  const SlowJudge& slow_;
  const Loops& loops_;
  const Loops::OfFormat& of_format_;
  Contest contest_;
  Tally tally_;
  std::uint64_t asked_slowly_ = 0;
  std::uint64_t failed_ = 0;
  std::array<std::uint64_t, Tally::kHistogramBins> histogram_{};
  std::size_t bins_used_ = 0;
  bool is_special_ = false;  // some lane of this chunk was: the next are likely to be
  std::array<double, kChunk> chunk_{};
  std::array<std::int32_t, kBlock> errors_{};
  std::array<std::uint8_t, kChunk + 63> bins_{};
};

}  // namespace

BulkTally judge_in_bulk(const Values& values, const BulkPromise& promise, const BulkInputs& inputs, const SlowJudge& slow,
                        const Tally* known, const Loops* loops) {
  const DefaultFloatingPoint scope;
  return BulkJudge(values, promise, inputs, slow, known, loops != nullptr ? *loops : *bulk::runnable_loops().back()).run();
}

}  // namespace classay
