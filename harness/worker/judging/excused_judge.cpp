#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "harness/worker/judging/part_values.h"
#include "harness/worker/judging/plan_judging.h"
#include "harness/worker/judging/sufficient_limit.h"
#include "harness/worker/lanes/lane_loops.h"
#include "reference/bulk/lane.h"
#include "reference/bulk/loops.h"
#include "reference/cpu/versions.h"

namespace classay {
namespace {

constexpr std::size_t kChunk = 4096;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

class ExcusedJudge : public BatchJudge {
 public:
  // `domain`: for functions of several arguments.
  ExcusedJudge(std::unique_ptr<PartValues> values, const Row& row, Type type, PairDomain domain, const BulkPromise& promise,
               std::span<const Rule> rules, const SufficientLimit& limit, const Arithmetic& arithmetic)
      : values_(std::move(values)),
        row_(row),
        type_(type),
        rules_(rules),
        arity_(argument_types(row, Type::f32).size()),
        is_of_signs_(!arithmetic.zero_signs && heeds_signs_of_zeros(row)),
        domain_(std::move(domain)),
        promise_(promise),
        limit_(limit),
        arithmetic_(arithmetic),
        largest_finite_(arithmetic.infinities ? kInfinity : std::nextafter(std::ldexp(1.0, promise.format.emax), 0)),
        almost_beyond_((1 - 0x1p-6) * std::ldexp(1.0, promise.format.emax + 1)),
        beyond_((1 + 0x1p-6) * std::ldexp(1.0, promise.format.emax + 1)),
        rounds_to_infinity_((1 - std::ldexp(1.0, -promise.format.precision - 1)) *
                            std::ldexp(1.0, promise.format.emax + 1)) {
    if (arithmetic.infinities || limit.is_anything) almost_beyond_ = largest_finite_;
    is_excused_at_zeros_ = arity_ == 1 && promise.flushes && !arithmetic.infinities && !promise.has_other_ways &&
                           !limit.is_derived && has_poles_at_zeros(row, type);
    // With only a limit in ulp, the value at which an infinity becomes right is known.
    if (arithmetic.infinities || arity_ == 1 || limit.is_derived || limit.is_anything || !limit.is_all) return;
    const double ulp = std::ldexp(1.0, promise.format.emax - promise.format.fraction_bits());
    const double end = std::ldexp(1.0, promise.format.emax + 1);
    almost_beyond_ = end - (limit.ulps + 1) * ulp;
    beyond_ = end - std::max(limit.ulps - 1, 0.0) * ulp;
  }

  bool knows(const Segment& segment) const override { return values_->knows(segment); }

  BulkTally tally(const Plan& plan, std::uint64_t first, std::span<const std::byte> results, const SlowJudge& slow,
                  const Tally* known) const override {
    JudgesByLimit judges(promise_, limit_.absolute, slow, known);
    std::uint64_t undefined = 0;
    const std::size_t element = static_cast<std::size_t>(promise_.format.width) / 8;
    for_each_part(plan, first, first + results.size() / element, [&](const PlanPart& part) {
      const PartInputs all(plan, part);
      BulkInputs inputs = all.inputs();
      inputs.results = results.subspan((part.first - first) * element, part.count * element);
      values_->use(part, inputs, part.count,
                   [&](const Values& values) { undefined += add_part(judges, values, inputs, part.count); });
    });
    BulkTally all = judges.tally();
    all.tally.count_undefined(undefined);
    return all;
  }

 private:
  enum class Lane : std::uint8_t { sure, undefined, open, overflowing };

  struct Kind {
    Lane lane = Lane::open;
    Step step = 0;
    bool operator==(const Kind&) const = default;
  };

  // An infinity is right where the exact value is beyond all numbers, however it was derived. At a pole nothing is promised:
  // that is a single argument, or there is a zero among several arguments.
  Kind of_overflow(Kind kind, const BulkArguments& arguments, std::uint64_t count) const {
    const bool may_be_pole = arity_ == 1 ? count == 1 : has_zero(arguments);
    kind.lane = may_be_pole ? Lane::open : Lane::sure;
    return kind;
  }

  // With two roundings the product may become infinite before the addition: if only finite results are promised, the result
  // is undefined. A double holds the product of two of these numbers exactly.
  bool overflows_between(const BulkArguments& arguments) const {
    if (!limit_.may_round_twice || arithmetic_.infinities) return false;
    const Format& f = promise_.format;
    return std::fabs(bulk::value_of(f, arguments[0]) * bulk::value_of(f, arguments[1])) >= rounds_to_infinity_;
  }

  // A zero among several arguments may be treated as one of the other sign. This changes the result to another zero,
  // infinity or NaN, or for copysign and atan2 to another number.
  bool minds_zeros() const { return arity_ > 1 && !arithmetic_.zero_signs; }
  static bool is_number(double value) { return std::isfinite(value) && value != 0; }

  bool has_zero(const BulkArguments& arguments) const {
    return any_real(arguments, [](const Format& f, Bits b) { return f.is_zero(b); });
  }

  template <class Has>
  bool any_real(const BulkArguments& arguments, Has has) const {
    for (std::size_t a = 0; a < arity_; ++a) {
      if (promise_.is_real.at(a) && has(promise_.format, arguments.at(a))) return true;
    }
    return false;
  }

  // For lanes with values of at most this magnitude.
  Step step_at(const BulkArguments& arguments, double largest) const {
    if (arity_ > 1) return 0;  // such limits exist only for one argument
    const double x = bulk::value_of(promise_.format, arguments[0]);
    if (limit_.absolute > 0 && is_inside(x)) return absolute_step(largest, promise_.format);
    if (!limit_.grows) return 0;
    const double twice = 2 * std::fabs(x);
    return twice < kMostSteps ? static_cast<Step>(twice) : kMostSteps;  // also for a NaN
  }

  std::uint64_t add_part(JudgesByLimit& judges, const Values& source, const BulkInputs& inputs, std::uint64_t count) const {
    std::array<double, kChunk> chunk;
    std::uint64_t undefined = 0;
    for (std::uint64_t at = 0; at < count;) {
      const std::span values = std::span(chunk).first(std::min<std::uint64_t>(count - at, kChunk));
      const Known known = source.at(inputs.number(at), values);
      undefined += add_some(judges, part_of(inputs, at, known.count), values.first(known.count), known);
      at += known.count;
    }
    return undefined;
  }

  BulkInputs part_of(const BulkInputs& inputs, std::uint64_t at, std::uint64_t count) const {
    const std::size_t element = static_cast<std::size_t>(promise_.format.width) / 8;
    BulkInputs part = inputs;
    part.first_index += at;
    if (inputs.is_run()) part.first.at(inputs.varies) += at;
    for (const Bits*& list : part.lists) list = list == nullptr ? nullptr : list + at;
    part.results = inputs.results.subspan(at * element, count * element);
    return part;
  }

  std::uint64_t add_some(JudgesByLimit& judges, const BulkInputs& inputs, std::span<const double> values,
                         const Known& known) const {
    if (!(known.epsilon < kInfinity)) {
      judges.of(0).add(values, known, inputs);
      return 0;
    }
    const auto add = [&](Kind kind, std::uint64_t at, std::uint64_t count) -> std::uint64_t {
      const BulkInputs part = part_of(inputs, at, count);
      if (kind.lane == Lane::sure) judges.of(kind.step).add(values.subspan(at, count), known, part);
      if (kind.lane == Lane::open) judges.of(kind.step).add(values.subspan(at, count), {.epsilon = kInfinity}, part);
      return kind.lane == Lane::undefined ? count : 0;
    };
    if (inputs.is_run()) {
      const std::optional<Kind> all = kind_of_all(inputs, values, known.is_prescribed);
      if (all) return add(*all, 0, values.size());
    }
    const bool are_undefined = are_numbers_outside(inputs, values.size());
    std::uint64_t undefined = 0;
    for (std::uint64_t at = 0; at < values.size();) {
      const auto got_at = [&](std::uint64_t i) { return bulk::element(promise_.format, inputs.results.data(), i); };
      // For example for sinpi, whose zeros lie between such inputs.
      if (are_undefined && is_number(values[at]) && !promise_.format.is_nan(got_at(at))) {
        ++undefined;
        ++at;
        continue;
      }
      const auto kind_at = [&](std::uint64_t i) {
        const BulkArguments arguments = inputs.at(i);
        return Kind{lane(arguments, values[i], known.is_prescribed, got_at(i)), step_at(arguments, std::fabs(values[i]))};
      };
      const Kind alike = kind_at(at);
      std::uint64_t end = at + 1;
      while (inputs.is_run() && end < values.size() && kind_at(end) == alike) ++end;
      undefined += add(alike.lane == Lane::overflowing ? of_overflow(alike, inputs.at(at), end - at) : alike, at, end - at);
      at = end;
    }
    return undefined;
  }

  // Returns the kind of all inputs of a range, if the ends determine it. Consecutive patterns of one sign are ordered by
  // magnitude, so what holds for both ends holds between them.
  std::optional<Kind> kind_of_all(const BulkInputs& run, std::span<const double> values, bool is_prescribed) const {
    const bulk::Magnitudes found = loops_.magnitudes(values.data(), values.size());
    const Step step = step_at(run.at(0), found.largest);
    const BulkArguments last = run.at(values.size() - 1);
    if (step != step_at(last, found.largest) || step != step_at(last, found.least)) return std::nullopt;
    const std::optional<Lane> lane = lane_of_all(run, values, found, is_prescribed);
    return lane ? std::optional<Kind>({*lane, step}) : std::nullopt;
  }

  std::optional<Lane> lane_of_all(const BulkInputs& run, std::span<const double> values, const bulk::Magnitudes& found,
                                  bool is_prescribed) const {
    const Format& f = promise_.format;
    const BulkArguments first = run.at(0);
    const BulkArguments last = run.at(values.size() - 1);
    const auto is_none = [](const Format& format, Bits b) { return !format.is_finite(b); };
    if (any_real(first, is_none) || any_real(last, is_none)) return std::nullopt;
    if (promise_.is_real.at(run.varies) && f.is_negative(first.at(run.varies)) != f.is_negative(last.at(run.varies))) {
      return std::nullopt;
    }
    if (minds_zeros() && (has_zero(first) || has_zero(last))) return std::nullopt;
    if (overflows_between(first) != overflows_between(last)) return std::nullopt;
    if (is_excused_at_zeros_ && (f.is_subnormal(first[0]) || f.is_subnormal(last[0]))) return std::nullopt;
    if (overflows_between(first)) return Lane::undefined;
    const bool is_outside = arity_ == 1 && are_outside(first[0], last[0]);
    if (is_outside && limit_.outside == Outside::undefined) return outside_of_all(run, values, found);
    const bool is_far = is_outside && limit_.outside == Outside::same;
    if (!is_far && !(are_inside(first) && are_inside(last))) return std::nullopt;
    const double largest = is_far ? largest_finite_ : std::min(largest_finite_, limit_.largest_value);
    if (std::isnan(found.least) && !arithmetic_.nans) return Lane::undefined;
    if (domain_.has(first, last) != derived::Holds::always) return std::nullopt;
    if (found.largest <= largest) return Lane::sure;
    const bool are_beyond = found.least >= beyond_ && !std::isnan(found.largest);
    const bool is_excused = are_beyond && !arithmetic_.infinities && !limit_.is_derived && !is_prescribed;
    return is_excused ? std::optional(Lane::undefined) : std::nullopt;
  }

  // Zeros of sinpi and cospi are prescribed everywhere. No rule distinguishes even integers, which all large numbers are
  // (excused_judge_test.cpp).
  std::optional<Lane> outside_of_all(const BulkInputs& run, std::span<const double> values,
                                     const bulk::Magnitudes& found) const {
    const Format& f = promise_.format;
    if (found.least > 0 && found.largest < kInfinity) {
      return any_nan(run.results) ? std::nullopt : std::optional(Lane::undefined);
    }
    const bool are_even = std::fabs(bulk::value_of(f, run.first[0])) >= std::ldexp(1.0, f.precision);
    if (found.largest != 0 || !are_even || !has_rule(run.first[0])) return std::nullopt;
    const bool are_right = loops_.of(f).exactly(values.data(), run.results.data(), values.size());
    return are_right ? std::optional(Lane::sure) : std::nullopt;
  }

  // For one argument: returns whether all are on one side of the domain.
  bool are_outside(Bits first, Bits last) const {
    if (limit_.of_magnitudes) return false;
    const double x = bulk::value_of(promise_.format, first);
    const double y = bulk::value_of(promise_.format, last);
    return (x < limit_.low && y < limit_.low) || (x > limit_.high && y > limit_.high);
  }
  // Returns whether in all of the range results that are numbers are undefined if the values are numbers.
  bool are_numbers_outside(const BulkInputs& run, std::size_t count) const {
    if (!run.is_run() || arity_ > 1 || limit_.outside != Outside::undefined) return false;
    const Bits last = run.at(count - 1)[0];
    return promise_.format.is_finite(last) && are_outside(run.first[0], last);
  }
  bool any_nan(std::span<const std::byte> results) const {
    const Format& f = promise_.format;
    const int bytes = f.width / 8;
    const Bits magnitudes = f.sign_bit() - 1;
    return lane_loops_.between(bytes)(results.data(), results.size() / static_cast<std::size_t>(bytes), magnitudes,
                                      f.infinity(), f.sign_bit());
  }
  bool is_inside(Bits argument) const { return is_inside(bulk::value_of(promise_.format, argument)); }
  bool is_inside(double x) const {
    if (limit_.of_magnitudes) x = std::fabs(x);
    return !(x < limit_.low) && !(x > limit_.high);
  }

  // Returns whether the limit holds for all arguments. In a run, whose numbers have one sign, it does if it does at both
  // ends.
  bool are_inside(const BulkArguments& arguments) const {
    for (std::size_t a = 0; a < arity_; ++a) {
      if (promise_.is_real.at(a) && !is_inside(arguments.at(a))) return false;
    }
    return true;
  }

  Lane lane(const BulkArguments& arguments, double value, bool is_prescribed, Bits got) const {
    const bool has_nan = any_real(arguments, [](const Format& f, Bits b) { return f.is_nan(b); });
    const bool has_infinity = any_real(arguments, [](const Format& f, Bits b) { return f.is_infinite(b); });
    if ((has_nan || std::isnan(value)) && !arithmetic_.nans) return Lane::undefined;
    if (has_infinity && !arithmetic_.infinities) return Lane::undefined;
    const double x = arity_ == 1 ? bulk::value_of(promise_.format, arguments[0]) : 0;
    if (!are_inside(arguments) && limit_.outside != Outside::same) {
      return arity_ == 1 ? outside(arguments[0], value, got) : outside_of_several(arguments, value);
    }
    if ((has_nan || has_infinity) && !arithmetic_.edge_rules) return Lane::open;
    if (overflows_between(arguments)) return Lane::undefined;
    if (minds_zeros() && has_zero(arguments) && (is_of_signs_ || !is_number(value))) return Lane::open;
    if (!domain_.is_everywhere()) {
      if (has_nan || has_infinity) return Lane::open;
      if (!domain_.has(arguments)) return outside_of_domain(arguments, value, got);
    }
    if (is_prescribed && std::isfinite(value)) return Lane::sure;
    if (is_excused_by_pole(arguments[0], value, got)) return Lane::undefined;
    // Beyond all numbers an infinity is right. So if only finite results are promised, the result is undefined, except for a
    // derivation.
    if (std::fabs(value) >= beyond_ && !arithmetic_.infinities)
      return limit_.is_derived ? Lane::overflowing : Lane::undefined;
    if (std::isnan(value)) return Lane::sure;
    const bool is_small = std::fabs(value) <= (promise_.format.is_finite(got) ? almost_beyond_ : largest_finite_);
    return is_small && (!is_inside(x) || std::fabs(value) <= limit_.largest_value) ? Lane::sure : Lane::open;
  }

  // A subnormal that is treated as a zero may be at a pole, where nothing is promised: the result is undefined unless it is
  // right for the subnormal.
  bool is_excused_by_pole(Bits argument, double value, Bits got) const {
    const Format& f = promise_.format;
    if (!is_excused_at_zeros_ || !f.is_subnormal(argument) || !is_number(value)) return false;
    const double ulp = std::ldexp(1.0, std::max(std::ilogb(value), f.emin()) - f.fraction_bits());
    return !(std::fabs(bulk::value_of(f, got) - value) <= (limit_.ulps + 1) * ulp);
  }

  // If x and y are zero, a number may be prescribed. A NaN is right where it is the exact value, and wrong where a number
  // is.
  Lane outside_of_domain(const BulkArguments& arguments, double value, Bits got) const {
    if (has_zero(arguments)) return Lane::open;
    if (std::isnan(value)) return promise_.format.is_nan(got) ? Lane::sure : Lane::open;
    return promise_.format.is_nan(got) ? Lane::open : Lane::undefined;
  }

  bool has_rule(Bits argument) const {
    const std::array args{Value{type_, argument}};
    const Call call = call_of(row_, type_, args);
    return std::ranges::any_of(rules_, [&](const Rule& rule) { return rule.covers(call); });
  }

  // A zero may be prescribed, and a NaN is wrong where a number is right.
  Lane outside(Bits argument, double value, Bits got) const {
    if (limit_.outside != Outside::undefined || !promise_.format.is_finite(argument)) return Lane::open;
    const bool is_zero = value == 0 && got == promise_.format.zero(std::signbit(value));
    if (is_zero && has_rule(argument)) return Lane::sure;
    if (value == 0 || std::isnan(value) || promise_.format.is_nan(got)) return Lane::open;
    return std::isinf(value) && arithmetic_.infinities ? Lane::open : Lane::undefined;
  }

  // Rules may cover zeros, infinities and NaNs.
  Lane outside_of_several(const BulkArguments& arguments, double value) const {
    const auto has_rule = [](const Format& f, Bits b) { return f.is_zero(b) || !f.is_finite(b); };
    const bool is_ordinary = is_number(value) && std::fabs(value) < almost_beyond_;
    const bool is_undefined = !any_real(arguments, has_rule) && is_ordinary && limit_.outside == Outside::undefined;
    return is_undefined ? Lane::undefined : Lane::open;
  }

  const bulk::Loops& loops_ = best<bulk::Loops>();
  const LaneLoops& lane_loops_ = best<LaneLoops>();
  std::unique_ptr<PartValues> values_;
  const Row& row_;
  Type type_;
  std::span<const Rule> rules_;
  std::size_t arity_;
  bool is_of_signs_;  // the signs of zeros change its results
  bool is_excused_at_zeros_ = false;
  PairDomain domain_;
  BulkPromise promise_;
  SufficientLimit limit_;
  Arithmetic arithmetic_;
  double largest_finite_;      // if only finite results are promised, values that may round to an infinity are excluded
  double almost_beyond_;       // up to this value no infinity is right
  double beyond_;              // from this value on an infinity is right
  double rounds_to_infinity_;  // from this value on numbers round to infinity
};

}  // namespace

std::unique_ptr<BatchJudge> excused_judge(const JudgedCase& c) {
  const auto& [row, format, lanes, promise, arithmetic] = c;
  if (promise.results.size() != 1 || promise.results.front() != format || promise.rounding_in_call) return nullptr;
  if (arithmetic.must_flush || !values_say_what_rules_do(promise.rules)) return nullptr;
  const Format& f = classay::format(format);
  const std::vector<Type> arguments = argument_types(row, format);
  const bool is_one = arguments.size() == 1;
  const std::optional<SufficientLimit> known = is_one ? sufficient_limit(promise.limit, f, arithmetic.rounding)
                                                      : sufficient_limit_of_several(promise.limit, f, arithmetic.rounding);
  if (!known) return nullptr;
  const auto* const derived = std::get_if<Derived>(&promise.limit);
  PairDomain domain(is_one || derived == nullptr ? Derived{} : *derived, arguments);
  BulkPromise bulk{.format = f,
                   .limit = known->ulps,
                   .is_rounding = known->is_rounding,
                   .has_other_ways = !known->is_all || promise.is_of_another,
                   .always_right = known->is_anything,
                   .flushes = is_flushing(promise, arithmetic),
                   .is_real = {}};
  for (std::size_t a = 0; a < arguments.size(); ++a) bulk.is_real.at(a) = arguments[a] == format;
  if (is_one && bulk.flushes) bulk.right_for_zeros = right_for_zeros(row, format, *known);
  return std::make_unique<ExcusedJudge>(part_values(row, format), row, format, std::move(domain), bulk, promise.rules,
                                        *known, arithmetic);
}

}  // namespace classay
