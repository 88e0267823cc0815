#include "harness/worker/judging/sufficient_limit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/bulk/lane.h"
#include "reference/number/real.h"
#include "reference/number/real_scope.h"
#include "reference/truth/rounded_results.h"
#include "suites/signature.h"

namespace classay {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Returns the largest number of "|x| <= 88" or "|x| < 1"; nullopt for other conditions.
std::optional<double> largest_of(std::string_view condition) {
  if (condition.empty()) return kInfinity;
  const bool is_open = condition.starts_with("|x| < ");
  if (!is_open && !condition.starts_with("|x| <= ")) return std::nullopt;
  const std::string_view number = condition.substr(is_open ? 6 : 7);
  if (number.empty() || number.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  const double n = std::stod(std::string(number));
  return is_open ? std::nextafter(n, 0) : n;
}

// For values up to 1, an absolute error is at least this many ulp.
SufficientLimit of_absolute(double tolerance, const Format& f) {
  return {.ulps = std::ldexp(tolerance, f.fraction_bits()), .largest_value = 1, .absolute = tolerance};
}

std::optional<SufficientLimit> of_domain(const AbsoluteOn& l, const Format& f) {
  SufficientLimit all = of_absolute(l.tolerance, f);
  all.low = l.low;
  all.high = l.high;
  all.outside = Outside::undefined;
  if (std::isnan(l.outside_ulp)) return all;
  all.is_all = l.outside_ulp <= all.ulps;
  all.ulps = std::min(all.ulps, l.outside_ulp);
  all.outside = Outside::same;
  return all;
}

std::optional<SufficientLimit> of_derived(const Derived& l) {
  const std::optional<double> defined = largest_of(l.defined);
  const std::optional<double> elsewhere = largest_of(l.otherwise_where);
  if (!defined || !elsewhere || std::isnan(l.otherwise_ulp) || !std::isnan(l.otherwise_absolute)) return std::nullopt;
  const double largest = std::min(*defined, *elsewhere);
  return SufficientLimit{.ulps = l.otherwise_ulp,
                         .is_derived = true,
                         .low = -largest,
                         .high = largest,
                         .outside = *elsewhere == kInfinity ? Outside::undefined : Outside::open};
}

}  // namespace

std::optional<SufficientLimit> sufficient_limit(const Limit& limit, const Format& f, Rounding rounding) {
  if (const auto* l = std::get_if<Ulp>(&limit)) return SufficientLimit{.ulps = l->n, .is_all = true};
  if (const auto* l = std::get_if<ExpRelaxed>(&limit))
    return SufficientLimit{.ulps = l->base, .is_all = true, .grows = true};
  if (const auto* l = std::get_if<Absolute>(&limit)) return of_absolute(l->tolerance, f);
  if (const auto* l = std::get_if<AbsoluteOn>(&limit)) return of_domain(*l, f);
  if (const auto* l = std::get_if<Derived>(&limit)) return of_derived(*l);
  if (const auto* l = std::get_if<UlpOn>(&limit)) {
    return SufficientLimit{.ulps = l->n,
                           .is_all = true,
                           .low = l->low,
                           .high = l->high,
                           .outside = Outside::undefined,
                           .of_magnitudes = l->of_magnitudes};
  }
  if (std::holds_alternative<ImplementationDefined>(limit)) return SufficientLimit{.is_anything = true};
  const bool is_rounding = std::holds_alternative<CorrectlyRounded>(limit) || std::holds_alternative<Exact>(limit);
  const bool may_be_rounding = std::holds_alternative<FmaOrTwoRoundings>(limit);
  if (may_be_rounding && rounding == Rounding::rne)
    return SufficientLimit{.ulps = 0.5, .is_rounding = true, .may_round_twice = true};
  if (is_rounding && rounding == Rounding::rne) return SufficientLimit{.ulps = 0.5, .is_all = true, .is_rounding = true};
  return std::nullopt;
}

std::optional<SufficientLimit> sufficient_limit_of_several(const Limit& limit, const Format& f, Rounding rounding) {
  const auto* const l = std::get_if<Derived>(&limit);
  if (l == nullptr) return sufficient_limit(limit, f, rounding);
  if (!l->otherwise_where.empty() || std::isnan(l->otherwise_ulp) || !std::isnan(l->otherwise_absolute)) return std::nullopt;
  return SufficientLimit{.ulps = l->otherwise_ulp, .is_derived = true};
}

namespace {

// Returns the nearest number to the result for these arguments.
std::optional<Bits> nearest(const Row& row, Type format, std::span<const Type> types, std::span<const Bits> arguments) {
  std::array<Value, 3> args;
  for (std::size_t a = 0; a < types.size(); ++a) args.at(a) = {types[a], arguments[a]};
  const std::array result{format};
  const Call call = call_of(row, format, std::span(args).first(types.size()));
  return rounded_results(row.truth, call, result, Rounding::rne).front();
}

}  // namespace

// Tries zeros with 1 and -1 as the other argument, where the difference shows.
bool heeds_signs_of_zeros(const Row& row) {
  const RealScope scope;
  const std::vector<Type> types = argument_types(row, Type::f32);
  if (types.size() == 1) return false;
  for (std::size_t zero = 0; zero < types.size(); ++zero) {
    if (!is_float(types[zero])) continue;
    for (const std::int64_t other : {1, -1}) {
      std::array<Bits, 3> arguments{};
      for (std::size_t a = 0; a < types.size(); ++a) {
        const Bits one = other < 0 ? kF32.negate(kF32.one()) : kF32.one();
        arguments.at(a) = is_float(types[a]) ? one : static_cast<Bits>(other) & mask(types[a]);
      }
      arguments.at(zero) = kF32.zero(false);
      const std::optional<Bits> with_plus = nearest(row, Type::f32, types, arguments);
      arguments.at(zero) = kF32.zero(true);
      const std::optional<Bits> with_minus = nearest(row, Type::f32, types, arguments);
      const bool is_number = with_plus && kF32.is_finite(*with_plus) && !kF32.is_zero(*with_plus);
      if (is_number && with_plus != with_minus) return true;
    }
  }
  return false;
}

bool has_poles_at_zeros(const Row& row, Type format) {
  const RealScope scope;
  const Format& f = classay::format(format);
  const std::array types{format};
  return std::ranges::all_of(std::array{false, true}, [&](bool is_negative) {
    const std::array arguments{f.zero(is_negative)};
    const std::optional<Bits> bits = nearest(row, format, types, arguments);
    return bits && f.is_infinite(*bits);
  });
}

// Returns the nearest result, plus and minus the limit and one ulp.
std::optional<std::array<double, 2>> right_for_zeros(const Row& row, Type format, const SufficientLimit& limit) {
  const bool has_zero = limit.low <= 0 && limit.high >= 0;
  if (!limit.is_all || limit.is_anything || limit.is_derived || limit.absolute > 0 || !has_zero) return std::nullopt;
  const RealScope scope;
  const Format& f = classay::format(format);
  const std::array types{format};
  std::array<double, 2> all{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
  for (const bool is_negative : {false, true}) {
    const std::array arguments{f.zero(is_negative)};
    const std::optional<Bits> bits = nearest(row, format, types, arguments);
    if (!bits || !f.is_finite(*bits)) return std::nullopt;
    const double value = bulk::value_of(f, *bits);
    const int exponent = f.is_zero(*bits) ? f.emin() : std::max(std::ilogb(value), f.emin());
    const double off = (limit.ulps + 1) * std::ldexp(1.0, exponent - f.fraction_bits());
    all = {std::min(all[0], value - off), std::max(all[1], value + off)};
  }
  return all;
}

namespace {

using derived::Condition;
using derived::from;
using derived::Holds;
using derived::Operand;
using Kind = Condition::Kind;

// Numbers from `low` to `high`, both of one sign.
struct Span {
  double low = 0;
  double high = 0;
};

Span span_of(const Operand& operand, std::span<const Span> arguments) {
  const double number = operand.number ? mpfr_get_d(operand.number->get(), MPFR_RNDN) : 0;
  Span s = operand.argument ? arguments[*operand.argument] : Span{number, number};
  const auto turned = [&] { return Span{-s.high, -s.low}; };
  if (operand.absolute && s.low < 0) s = turned();
  if (operand.negative) s = turned();
  return s;
}

Holds property(Kind kind, const Span& s) {
  if (kind == Kind::finite) return Holds::always;
  const double next = std::ceil(s.low);
  if (next > s.high) return Holds::never;  // it contains no integer
  if (s.low != s.high) return Holds::perhaps;
  const bool is_odd = std::fmod(s.low, 2) != 0;
  const bool has = kind == Kind::integer || is_odd == (kind == Kind::odd);
  return from(has, !has);
}

Holds holds_alone(const Condition& c, std::span<const Span> arguments) {
  const Span a = span_of(c.operands.front(), arguments);
  if (c.operands.size() == 1) return property(c.kind, a);
  const Span b = span_of(c.operands.back(), arguments);
  switch (c.kind) {
    case Kind::less: return from(a.high < b.low, a.low >= b.high);
    case Kind::less_equal: return from(a.high <= b.low, a.low > b.high);
    default: return from(a.low == b.high && a.high == b.low, a.high < b.low || a.low > b.high);
  }
}

double number(Type type, Bits bits) {
  return is_float(type) ? bulk::value_of(format(type), bits) : static_cast<double>(as_signed({type, bits}));
}

}  // namespace

PairDomain::PairDomain(const Derived& limit, const std::vector<Type>& arguments) : arguments_(arguments) {
  if (!limit.defined.empty()) condition_ = derived::parse_condition(limit.defined, limit.arguments);
}

bool PairDomain::has(const BulkArguments& arguments) const { return has(arguments, arguments) == Holds::always; }

Holds PairDomain::has(const BulkArguments& first, const BulkArguments& last) const {
  if (!condition_) return Holds::always;
  std::array<Span, 3> spans;
  for (std::size_t a = 0; a < arguments_.size(); ++a) {
    const double x = number(arguments_[a], first.at(a));
    const double y = number(arguments_[a], last.at(a));
    spans.at(a) = {std::min(x, y), std::max(x, y)};
  }
  const std::span<const Span> all = std::span(spans).first(arguments_.size());
  return derived::holds_joined(*condition_, [all](const Condition& one) { return holds_alone(one, all); });
}

Step absolute_step(double largest, const Format& f) {
  return kAbsolute + (std::isnan(largest) ? 0 : std::clamp(std::ilogb(largest), f.emin(), 0));
}

BulkJudge& JudgesByLimit::of(Step step) {
  const auto [at, is_new] = all_.try_emplace(step);
  if (is_new) {
    at->second.promise = promise_of(step);
    at->second.judge = std::make_unique<BulkJudge>(at->second.promise, slow_, known_);
  }
  return *at->second.judge;
}

BulkTally JudgesByLimit::tally() {
  BulkTally sum;
  for (auto& [step, one] : all_) {
    const BulkTally own = one.judge->tally();
    sum.tally.merge(own.tally);
    sum.asked_slowly += own.asked_slowly;
  }
  return sum;
}

BulkPromise JudgesByLimit::promise_of(Step step) const {
  BulkPromise promise = promise_;
  const bool is_absolute = step <= kAbsolute;
  promise.limit += is_absolute ? 0 : step;
  if (is_absolute) promise.limit = std::ldexp(absolute_, promise.format.fraction_bits() + kAbsolute - step);
  if (is_absolute || step == kMostSteps) promise.has_other_ways = true;
  return promise;
}

}  // namespace classay
