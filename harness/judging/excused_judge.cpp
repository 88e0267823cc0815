#include "harness/judging/excused_judge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "harness/judging/plan_parts.h"
#include "harness/judging/sufficient_limit.h"
#include "reference/bulk/lane.h"

namespace classay {
namespace {

constexpr std::size_t kChunk = 4096;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// What was asked for already.
class Given : public Values {
 public:
  Given(Bits first, std::span<const double> values, const Known& known) : first_(first), values_(values), known_(known) {}
  Known at(Bits first, std::span<double> values) const override {
    Known known = known_;
    known.count = std::min<std::size_t>(values.size(), values_.size() - (first - first_));
    std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(first - first_), known.count, values.begin());
    return known;
  }

 private:
  Bits first_;
  std::span<const double> values_;
  Known known_;
};

class Unknown : public Values {
 public:
  Known at(Bits, std::span<double> values) const override { return {.count = values.size(), .epsilon = kInfinity}; }
};

// The limit that grows has grown so far where results over- and underflow; beyond, it is not looked at.
constexpr int kMostSteps = 300;
// Of arguments for which a result may be right beyond the limit, though for others it is not.
constexpr int kWider = -1;

// One for each limit that comes up.
class Judges {
 public:
  Judges(const BulkPromise& promise, const SlowJudge& slow, const Tally* known)
      : promise_(promise), slow_(slow), known_(known) {}

  BulkJudge& of(int steps) {
    const auto [at, is_new] = all_.try_emplace(steps);
    if (is_new) {
      at->second.promise = promise_;
      at->second.promise.limit += std::max(steps, 0);
      if (steps == kMostSteps || steps == kWider) at->second.promise.has_other_ways = true;
      at->second.judge = std::make_unique<BulkJudge>(at->second.promise, slow_, known_);
    }
    return *at->second.judge;
  }

  BulkTally tally() {
    BulkTally sum;
    for (auto& [steps, one] : all_) {
      const BulkTally own = one.judge->tally();
      sum.tally.merge(own.tally);
      sum.asked_slowly += own.asked_slowly;
    }
    return sum;
  }

 private:
  struct One {
    BulkPromise promise;
    std::unique_ptr<BulkJudge> judge;
  };
  BulkPromise promise_;
  const SlowJudge& slow_;
  const Tally* known_;
  std::map<int, One> all_;
};

class ExcusedJudge : public BatchJudge {
 public:
  ExcusedJudge(std::unique_ptr<Values> values, const BulkPromise& promise, const SufficientLimit& limit,
               const Arithmetic& arithmetic)
      : values_(std::move(values)),
        promise_(promise),
        limit_(limit),
        arithmetic_(arithmetic),
        largest_finite_(arithmetic.infinities ? kInfinity : std::nextafter(std::ldexp(1.0, promise.format.emax), 0)),
        beyond_((1 + 0x1p-6) * std::ldexp(1.0, promise.format.emax + 1)) {}

  bool knows(const Segment& segment) const override { return !is_in_runs(segment.making); }

  BulkTally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> results, const SlowJudge& slow,
                  const Tally* known) const override {
    Judges judges(promise_, slow, known);
    std::uint64_t undefined = 0;
    const std::size_t element = static_cast<std::size_t>(promise_.format.width) / 8;
    for_each_part(plan, first, first + results.size() / element, [&](const PlanPart& part) {
      BulkInputs inputs;
      // What is no range is many runs of one.
      const std::uint64_t length = part.segment->making == Making::range ? part.count : 1;
      for (std::uint64_t at = 0; at < part.count; at += length) {
        inputs.first_index = part.first + at;
        inputs.first = plan.input(part.first + at);
        inputs.results = results.subspan((part.first + at - first) * element, length * element);
        undefined += add_run(judges, inputs, length);
      }
    });
    BulkTally all = judges.tally();
    all.tally.count_undefined(undefined);
    return all;
  }

 private:
  enum class Lane : std::uint8_t { sure, undefined, open, overflowing };

  struct Kind {
    Lane lane = Lane::open;
    int steps = 0;  // of the limit
    bool operator==(const Kind&) const = default;
  };

  // An infinity is right where the exact value is beyond all numbers, however it was derived. Of a pole, which is one
  // argument by itself, nothing is promised.
  static Kind of_overflow(Kind kind, std::uint64_t count) {
    kind.lane = count > 1 ? Lane::sure : Lane::open;
    return kind;
  }

  int steps_at(Bits argument) const {
    const double x = bulk::value_of(promise_.format, argument);
    if (limit_.outside == Outside::same && is_inside(x)) return kWider;
    if (!limit_.grows) return 0;
    const double twice = 2 * std::fabs(x);
    return twice < kMostSteps ? static_cast<int>(twice) : kMostSteps;  // of a NaN, too
  }

  // How many of them are undefined.
  std::uint64_t add_run(Judges& judges, const BulkInputs& run, std::uint64_t count) const {
    std::array<double, kChunk> chunk;
    std::uint64_t undefined = 0;
    for (std::uint64_t at = 0; at < count;) {
      const std::span values = std::span(chunk).first(std::min<std::uint64_t>(count - at, kChunk));
      const Known known = values_->at(run.number(at), values);
      undefined += add_some(judges, part_of(run, at, known.count), values.first(known.count), known);
      at += known.count;
    }
    return undefined;
  }

  BulkInputs part_of(const BulkInputs& run, std::uint64_t at, std::uint64_t count) const {
    const std::size_t element = static_cast<std::size_t>(promise_.format.width) / 8;
    BulkInputs part = run;
    part.first_index += at;
    part.first[0] += at;
    part.results = run.results.subspan(at * element, count * element);
    return part;
  }

  std::uint64_t add_some(Judges& judges, const BulkInputs& inputs, std::span<const double> values,
                         const Known& known) const {
    if (!(known.epsilon < kInfinity)) {
      judges.of(0).add(Unknown(), inputs);
      return 0;
    }
    const auto add = [&](Kind kind, std::uint64_t at, std::uint64_t count) -> std::uint64_t {
      const BulkInputs part = part_of(inputs, at, count);
      if (kind.lane == Lane::sure) judges.of(kind.steps).add(Given(part.first[0], values.subspan(at, count), known), part);
      if (kind.lane == Lane::open) judges.of(kind.steps).add(Unknown(), part);
      return kind.lane == Lane::undefined ? count : 0;
    };
    const int steps = steps_at(inputs.first[0]);
    if (steps == steps_at(inputs.first[0] + values.size() - 1) && are_sure(inputs.first[0], values)) {
      return add({Lane::sure, steps}, 0, values.size());
    }
    std::uint64_t undefined = 0;
    for (std::uint64_t at = 0; at < values.size();) {
      const auto kind_at = [&](std::uint64_t i) {
        const Bits x = inputs.first[0] + i;
        return Kind{lane(x, values[i], bulk::element(promise_.format, inputs.results.data(), i)), steps_at(x)};
      };
      const Kind alike = kind_at(at);
      std::uint64_t end = at + 1;
      while (end < values.size() && kind_at(end) == alike) ++end;
      undefined += add(alike.lane == Lane::overflowing ? of_overflow(alike, end - at) : alike, at, end - at);
      at = end;
    }
    return undefined;
  }

  // Consecutive patterns of one sign are in the order of their magnitudes: what holds for both ends holds between them.
  bool are_sure(Bits first, std::span<const double> values) const {
    const Format& f = promise_.format;
    const Bits last = first + values.size() - 1;
    if (f.is_negative(first) != f.is_negative(last) || !f.is_finite(first) || !f.is_finite(last)) return false;
    const double x = bulk::value_of(f, first);
    const double y = bulk::value_of(f, last);
    const bool is_far =
        limit_.outside == Outside::same && ((x < limit_.low && y < limit_.low) || (x > limit_.high && y > limit_.high));
    if (!is_far && (!is_inside(x) || !is_inside(y))) return false;
    const double largest = is_far ? largest_finite_ : std::min(largest_finite_, limit_.largest_value);
    bool all = true;
    for (const double v : values) all &= std::fabs(v) <= largest;
    return all;
  }

  bool is_inside(double x) const {
    if (limit_.of_magnitudes) x = std::fabs(x);
    return !(x < limit_.low) && !(x > limit_.high);
  }

  Lane lane(Bits argument, double value, Bits got) const {
    const double x = bulk::value_of(promise_.format, argument);
    if (std::isnan(x) && !arithmetic_.nans) return Lane::undefined;
    if (std::isinf(x) && !arithmetic_.infinities) return Lane::undefined;
    if (std::isnan(value) && !arithmetic_.nans) return Lane::undefined;
    if (!is_inside(x) && limit_.outside != Outside::same) return outside(x, value, got);
    if (!std::isfinite(x) && !arithmetic_.edge_rules) return Lane::open;
    // Beyond all numbers an infinity is right, and where one is, only finite results are promised, but of a derivation.
    if (std::fabs(value) >= beyond_ && !arithmetic_.infinities)
      return limit_.is_derived ? Lane::overflowing : Lane::undefined;
    if (std::isnan(value)) return Lane::sure;
    const bool is_small = std::fabs(value) <= largest_finite_ && (!is_inside(x) || std::fabs(value) <= limit_.largest_value);
    return is_small ? Lane::sure : Lane::open;
  }

  // A zero may be prescribed, and a NaN is wrong where a number is right.
  Lane outside(double x, double value, Bits got) const {
    if (limit_.outside != Outside::undefined || !std::isfinite(x)) return Lane::open;
    if (value == 0 || std::isnan(value) || promise_.format.is_nan(got)) return Lane::open;
    return std::isinf(value) && arithmetic_.infinities ? Lane::open : Lane::undefined;
  }

  std::unique_ptr<Values> values_;
  BulkPromise promise_;
  SufficientLimit limit_;
  Arithmetic arithmetic_;
  double largest_finite_;  // where only finite results are promised, what may round to an infinity is another question
  double beyond_;          // so far that an infinity is right, whatever the limit
};

}  // namespace

std::unique_ptr<BatchJudge> excused_judge(const Row& row, Type format, const Promise& promise,
                                          const Arithmetic& arithmetic) {
  if (row.signature != Signature::unary || row.truth == nullptr || !is_float(format)) return nullptr;
  if (promise.results.size() != 1 || promise.results.front() != format || promise.rounding_in_call) return nullptr;
  if (arithmetic.must_flush || !values_say_what_rules_do(promise.rules)) return nullptr;
  const Format& f = classay::format(format);
  const std::optional<SufficientLimit> known = sufficient_limit(promise.limit, f, arithmetic.rounding);
  if (!known) return nullptr;
  std::unique_ptr<Values> values = line_values(row, format);
  if (values == nullptr) return nullptr;
  const BulkPromise bulk{.format = f,
                         .limit = known->ulps,
                         .is_rounding = known->is_rounding,
                         .has_other_ways = !known->is_all || promise.is_of_another,
                         .always_right = known->is_anything,
                         .flushes = is_flushing(promise, arithmetic),
                         .is_real = {true, false, false}};
  return std::make_unique<ExcusedJudge>(std::move(values), bulk, *known, arithmetic);
}

}  // namespace classay
