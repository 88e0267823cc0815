#include "reference/judge/component.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "reference/derived/derived.h"
#include "reference/judge/range.h"
#include "reference/judge/through_float.h"

namespace classay {
namespace {

// How far from the exact value a result may lie; nullopt: nothing is promised.
using Tolerance = std::optional<Real>;

// n * 2^ulp, exactly.
Real times_ulp(Real n, int ulp) {
  mpfr_mul_2si(n, n, ulp, MPFR_RNDN);
  return n;
}
Real times_ulp(double n, int ulp) { return times_ulp(exact_double(n), ulp); }

Value magnitude(Value x) { return is_float(x.type) ? Value{x.type, format(x.type).magnitude(x.bits)} : x; }

// a <= x <= b, for a floating-point argument and constants of a document.
bool lies_in(Value x, double a, double b) {
  const Real r = exact(x);
  return !r.is_nan() && mpfr_cmp_d(r, a) >= 0 && mpfr_cmp_d(r, b) <= 0;
}

bool lies_in(Value x, const UlpOn& limit) { return lies_in(limit.of_magnitudes ? magnitude(x) : x, limit.low, limit.high); }

bool is_in_domain(const Question& q, const UlpOn& limit) {
  return std::ranges::all_of(q.call.args, [&](Value v) { return lies_in(v, limit); });
}

bool is_outside_domain(const Question& q, const Limit& limit) {
  const auto* l = std::get_if<UlpOn>(&limit);
  return l != nullptr && !is_in_domain(q, *l);
}

// floor(|2x|) + base, exactly.
Real exp_relaxed_ulps(Value x, double base) {
  Real r = exact(x);
  mpfr_mul_2si(r, r, 1, MPFR_RNDN);
  mpfr_abs(r, r, MPFR_RNDN);
  mpfr_floor(r, r);
  Real sum(2 * 64 + kF64.emax);
  mpfr_add_d(sum, r, base, MPFR_RNDU);
  return sum;
}

Check nothing_promised() { return {.outcome = Outcome::undefined, .why = "nothing is promised for these arguments"}; }

// The outcome of a result that is not right.
Check beyond(const Question& q, const Format& f, const Limit& limit, std::string_view why) {
  if (const auto* l = std::get_if<ScaledAbsolute>(&limit); l != nullptr && !has_steps_in_range(q, f, *l)) {
    return {.outcome = Outcome::undefined, .why = "a product may leave the range of the format (A45)"};
  }
  if (const auto* l = std::get_if<UlpByLanes>(&limit); l != nullptr && !holds(*l, q, f)) {
    return {.outcome = Outcome::undefined, .why = "nothing is promised where the squares leave the range"};
  }
  if (is_outside_domain(q, limit)) return nothing_promised();
  return {.outcome = Outcome::wrong, .why = why};
}

Tolerance absolute_on(const Question& q, int ulp, const AbsoluteOn& limit) {
  if (lies_in(q.call.args[0], limit.low, limit.high)) return exact_double(limit.tolerance);
  if (std::isnan(limit.outside_ulp)) return std::nullopt;
  return times_ulp(limit.outside_ulp, ulp);
}

Tolerance tolerance(const Question& q, const Format& f, int ulp, const Limit& limit) {
  if (const auto* l = std::get_if<Ulp>(&limit)) return times_ulp(l->n, ulp);
  if (const auto* l = std::get_if<UlpByLanes>(&limit)) {
    if (!holds(*l, q, f)) return std::nullopt;
    return times_ulp(l->base + l->per_lane * q.call.lanes, ulp);
  }
  if (const auto* l = std::get_if<ExpRelaxed>(&limit)) return times_ulp(exp_relaxed_ulps(q.call.args[0], l->base), ulp);
  // For large results no float is within the tolerance: then both neighbours of the exact value are right.
  if (const auto* l = std::get_if<Absolute>(&limit)) {
    Real one_ulp = times_ulp(1.0, ulp);
    Real tolerance = exact_double(l->tolerance);
    return compare(tolerance, one_ulp) < 0 ? std::move(one_ulp) : std::move(tolerance);
  }
  if (const auto* l = std::get_if<ScaledAbsolute>(&limit)) return scaled_by_operands(q.call, *l);
  if (const auto* l = std::get_if<AbsoluteOn>(&limit)) return absolute_on(q, ulp, *l);
  if (const auto* l = std::get_if<UlpOn>(&limit)) {
    return is_in_domain(q, *l) ? Tolerance(times_ulp(l->n, ulp)) : std::nullopt;
  }
  return std::nullopt;
}

// x <= limit for every number of the enclosure, for none, or not known. An open enclosure does not reach its ends.
Outcome at_most(const Interval& x, const Real& limit) {
  if (compare(x.high, limit) <= 0) return Outcome::right;
  const int low = compare(x.low, limit);
  if (low > 0 || (low == 0 && !x.is_point())) return Outcome::wrong;
  return Outcome::undecided;
}

// A zero where a right result, at most `amount` from the exact value, is subnormal before rounding.
Outcome flushed_to_zero(const Format& f, const Truth& t, const Real& amount) {
  const Interval magnitude = absolute(*t.value);
  Real bound(std::max<Precision>(amount.precision(), 64) + 2 * kF64.emax + 128);
  mpfr_add(bound, power_of_two(f.emin()), amount, MPFR_RNDN);
  if (magnitude.is_point()) return compare(magnitude.low, bound) < 0 ? Outcome::right : Outcome::wrong;
  return at_most(magnitude, bound);
}

// Accepts a result that is not right if flushing explains it.
void allow_flushing(Check& check, const Question& q, const Format& f, Bits result, const Truth& t, const Real& amount) {
  if (!q.arithmetic.flushes || q.arithmetic.keeps_results || !f.is_zero(result) || t.is_zero()) return;
  const Outcome flushed = flushed_to_zero(f, t, amount);
  if (flushed == Outcome::wrong) return;
  check.outcome = flushed;
  check.is_flushed = true;
}

bool same(const Format& f, Bits a, Bits b, bool zero_signs) {
  return a == b || (!zero_signs && f.is_zero(a) && f.is_zero(b));
}

// The modes that a correctly rounded result may use, the device's own first.
std::vector<Rounding> modes(const Question& q) {
  if (q.promise.rounding_in_call) return {q.call.rounding};
  if (q.promise.core_operation || q.arithmetic.rounding == Rounding::rne) return {q.arithmetic.rounding};
  return {q.arithmetic.rounding, Rounding::rne};
}

Check check_rounded(const Question& q, const Format& f, Bits result, const Truth& t) {
  const std::vector<Rounding> allowed = modes(q);
  for (const Rounding mode : allowed) {
    const std::optional<Bits> right = rounded(f, t, mode);
    if (!right) return {.outcome = Outcome::undecided};
    if (!same(f, *right, result, q.arithmetic.zero_signs)) continue;
    return {.outcome = Outcome::right, .reading = mode == allowed.front() ? "" : "rounding-of-builtins"};
  }
  return {.outcome = Outcome::wrong, .why = "is not the correctly rounded result"};
}

Check check_within(const Question& q, const Format& f, Bits result, const Truth& t, const Error& error, const Limit& limit) {
  const Tolerance allowed = tolerance(q, f, error.ulp, limit);
  if (!allowed) return nothing_promised();
  Check check{.outcome = at_most(error.distance, *allowed), .why = "is farther from the exact value than the limit"};
  if (check.outcome != Outcome::right) allow_flushing(check, q, f, result, t, *allowed);
  return check.outcome == Outcome::wrong ? beyond(q, f, limit, check.why) : check;
}

Check check_rounding(const Question& q, const Format& f, Bits result, const Truth& t) {
  Check check = check_rounded(q, f, result, t);
  if (check.outcome == Outcome::wrong) allow_flushing(check, q, f, result, t, exact(f, 0));
  // A zero of the other sign is as far off as the right one.
  if (check.is_flushed && f.is_zero(*rounded(f, t, modes(q).front()))) check.is_flushed = false;
  const bool two = std::holds_alternative<FmaOrTwoRoundings>(q.promise.limit);
  if (check.outcome == Outcome::wrong && two && is_two_roundings(q, f, result)) return {.outcome = Outcome::right};
  return check;
}

Check check_through_float(const Question& q, const Format& f, Bits result, const Truth& t, const ThroughFloat& limit) {
  const std::optional<bool> is_given = is_through_float(q, f, result, t, limit);
  if (!is_given) return {.outcome = Outcome::undecided};
  if (*is_given) return {.outcome = Outcome::right};
  Check check{.outcome = Outcome::wrong,
              .why = "differs from the single-precision result, rounded to nearest or toward zero"};
  allow_flushing(check, q, f, result, t, exact(f, 0));
  return check;
}

// `error` is null when the result is a NaN.
Check check_by_limit(const Question& q, const Format& f, Bits result, const Truth& t, const Error* error) {
  const Limit& limit = q.promise.limit;
  if (std::holds_alternative<Unstated>(limit)) return nothing_stated();
  if (std::holds_alternative<ImplementationDefined>(limit)) return {.outcome = Outcome::right};
  if (std::holds_alternative<Derived>(limit)) return check_derived(q, f, result, t, error);
  if (std::holds_alternative<TwoRoundings>(limit)) {
    const bool right = is_two_roundings(q, f, result);
    return {.outcome = right ? Outcome::right : Outcome::wrong, .why = "is not two roundings"};
  }
  if (const auto* l = std::get_if<ThroughFloat>(&limit)) return check_through_float(q, f, result, t, *l);
  const bool two = std::holds_alternative<FmaOrTwoRoundings>(limit);
  if (error == nullptr) {
    if (two && is_two_roundings(q, f, result)) return {.outcome = Outcome::right};
    return beyond(q, f, limit, "is a NaN where a number is right");
  }
  const bool to_rounding = two || std::holds_alternative<CorrectlyRounded>(limit) || std::holds_alternative<Exact>(limit);
  return to_rounding ? check_rounding(q, f, result, t) : check_within(q, f, result, t, *error, limit);
}

Check check_number(const Question& q, const Format& f, Bits result, const Truth& t) {
  if (f.is_nan(result)) return check_by_limit(q, f, result, t, nullptr);
  std::optional<Error> error = ulp_error(f, result, *t.value);
  if (!error) return {.outcome = Outcome::undecided};
  Check check = check_by_limit(q, f, result, t, &*error);
  if (check.outcome == Outcome::right && check.is_flushed) return check;
  check.is_below = error->is_below;
  check.error = in_ulps(*std::move(error));
  return check;
}

// Where an infinity would be right, a build that assumes finite results has nothing to keep. A derivation has its own word
// for that, and an infinite step of it comes earlier.
Outcome infinity_is_right(const Question& q, const Format& f, const Truth& t) {
  if (std::holds_alternative<Derived>(q.promise.limit) || std::holds_alternative<Unstated>(q.promise.limit)) {
    return Outcome::wrong;
  }
  // With two roundings, the first may overflow although the sum is small.
  const bool two =
      std::holds_alternative<FmaOrTwoRoundings>(q.promise.limit) || std::holds_alternative<TwoRoundings>(q.promise.limit);
  if (!two && compare(absolute(*t.value).high, power_of_two(f.emax)) < 0) return Outcome::wrong;
  const Outcome positive = check_number(q, f, f.infinity(false), t).outcome;
  return positive == Outcome::wrong ? check_number(q, f, f.infinity(true), t).outcome : positive;
}

}  // namespace

bool is_two_roundings(const Question& q, const Format& f, Bits result) {
  const auto signed_by = [](bool negated, Real x) {
    if (negated) mpfr_neg(x, x, MPFR_RNDN);
    return x;
  };
  // To nearest and toward zero, which are all modes that a device may have by default, a sign before the rounding is one
  // after it.
  const Real product = signed_by(q.promise.negates_product, exact_product(exact(q.call.args[0]), exact(q.call.args[1])));
  const Real addend = signed_by(q.promise.negates_addend, exact(q.call.args[2]));
  const bool is_small = !product.is_zero() && compare(absolute(Interval::point(product)).high, power_of_two(f.emin())) < 0;
  for (const Rounding mode : modes(q)) {
    const Bits pattern = round_to(f, product, mode);
    std::vector<Real> products{exact(f, pattern)};
    if (q.arithmetic.flushes && is_small) {
      products.push_back(exact(f, f.zero(false)));
      products.push_back(exact(f, f.zero(true)));
    }
    for (const Real& rounded_product : products) {
      const Bits right = round_to(f, exact_sum(rounded_product, addend), mode);
      if (f.is_nan(right) ? f.is_nan(result) : same(f, right, result, q.arithmetic.zero_signs)) return true;
      if (q.arithmetic.flushes && f.is_subnormal(right) && f.is_zero(result)) return true;
    }
  }
  return false;
}

Check beyond_special(const Question& q, const Format& f, const Truth& t, std::string_view why) {
  const Limit& limit = q.promise.limit;
  if (is_outside_domain(q, limit)) return nothing_promised();
  const auto* scaled = std::get_if<ScaledAbsolute>(&limit);
  if (scaled != nullptr && t.kind == Truth::Kind::infinite && !sums_in_range(q, f, *scaled)) {
    return {.outcome = Outcome::undefined, .why = "a product may leave the range of the format (A45)"};
  }
  return {.outcome = Outcome::wrong, .why = why};
}

Check nothing_stated() { return {.outcome = Outcome::undefined, .why = "the document states no limit"}; }

namespace {

bool may_be_assumed_away(const Reach& reach, const Arithmetic& a) {
  return (!a.nans && reach.nan) || (!a.infinities && (reach.positive_infinity || reach.negative_infinity));
}

bool has_only_nan(const Reach& r) {
  return r.nan && !r.has_numbers() && !r.zero && !r.positive_infinity && !r.negative_infinity;
}

}  // namespace

Check check_derived(const Question& q, const Format& f, Bits result, const Truth& t, const Error* error) {
  const auto& limit = std::get<Derived>(q.promise.limit);
  const Derivation derivation(limit);
  if (!derivation.is_defined(q.call)) {
    return {.outcome = Outcome::undefined, .why = "nothing is promised for these arguments"};
  }
  const bool is_real = t.kind == Truth::Kind::real;
  bool leaves_finite = false;  // a step, or the result
  bool is_unlimited = false;   // a step, and with it this result
  bool is_covered = false;
  const std::vector<Interpretation> readings =
      derivation.interpretations(q.call, {q.promise.limit_of_step, q.promise.context}, q.arithmetic, q.precision);
  for (const Interpretation& reading : readings) {
    is_covered = true;
    // One of several that makes a number a NaN is none (A54).
    if (is_real && readings.size() > 1 && has_only_nan(reading.reach)) continue;
    if (reading.is_unlimited) {
      is_unlimited = is_unlimited || contains(reading.reach, f, result);
      continue;
    }
    if (contains(reading.reach, f, result)) return {.outcome = Outcome::right, .reading = reading.name};
    leaves_finite = leaves_finite || reading.leaves_finite || may_be_assumed_away(reading.reach, q.arithmetic);
  }
  const bool not_derived = derivation.has_otherwise(q.call) && is_real;
  const std::optional<Limit> otherwise = otherwise_of(limit);
  // Also where the limit of other implementations is not stated, it tells what is good where the derivation has none.
  if (is_real && error != nullptr && otherwise && (not_derived || is_unlimited)) {
    Check check = check_within(q, f, result, t, *error, *otherwise);
    if (limit.is_otherwise_poor && check.outcome == Outcome::right) {
      check.outcome = Outcome::poor;
      check.why = "differs from the result of the code; only the tolerance of a different specification allows it";
    }
    if (check.outcome != Outcome::wrong) return check;
  }
  if (q.arithmetic.assumes_finite() && leaves_finite) {
    // Where the result itself is an infinity, as where a step alone is one.
    const bool overflows = is_real && compare(absolute(*t.value).high, exact(f, f.max_finite())) > 0;
    return {.outcome = is_real && !overflows ? Outcome::poor : Outcome::undefined,
            .why = "a step of the derivation leaves the finite numbers"};
  }
  if (is_unlimited) {
    return {.outcome = is_real ? Outcome::poor : Outcome::undefined,
            .why = "a step of the derivation leaves the domain of its limit, and the result is beyond the other limit"};
  }
  if (!is_covered && !not_derived) {
    return {.outcome = Outcome::undefined, .why = "no form of the derivation covers these arguments"};
  }
  return {.outcome = Outcome::wrong, .why = "is outside the results of any derived implementation, and outside the limit"};
}

Check check_real(const Question& q, const Format& f, Bits result, const Truth& t) {
  if (!q.arithmetic.infinities) {
    const Outcome infinite = infinity_is_right(q, f, t);
    if (infinite == Outcome::undecided) return {.outcome = Outcome::undecided};
    if (infinite == Outcome::right) return {.outcome = Outcome::undefined, .why = "only finite results are promised"};
  }
  return check_number(q, f, result, t);
}

bool matches(const Truth& t, Type type, Bits result, bool zero_signs) {
  if (t.kind == Truth::Kind::any) return true;
  if (!is_float(type)) return t.kind == Truth::Kind::integer && ((t.integer ^ result) & mask(type)) == 0;
  const Format& f = format(type);
  if (t.kind == Truth::Kind::nan) return f.is_nan(result) && !(t.is_quiet && f.is_signaling(result));
  const std::optional<Bits> right = rounded(f, t, Rounding::rne);
  return right.has_value() && same(f, *right, result, zero_signs);
}

namespace {

std::uint32_t magnitude_of(std::int32_t i) { return i < 0 ? -static_cast<std::uint32_t>(i) : static_cast<std::uint32_t>(i); }

}  // namespace

bool matches_quotient(std::int32_t result, std::int32_t exact, int bits) {
  const std::uint32_t got = magnitude_of(result);
  if (got != 0 && (result < 0) != (exact < 0)) return false;
  const int kept = std::max<int>(bits, std::bit_width(got));  // more of them agree only where these do
  return kept < 32 && got == (magnitude_of(exact) & ((std::uint32_t{1} << static_cast<unsigned>(kept)) - 1));
}

bool is_congruent_quotient(std::int32_t result, std::int32_t exact, int bits) {
  if (result != 0 && exact != 0 && (result < 0) != (exact < 0)) return false;
  return ((magnitude_of(result) ^ magnitude_of(exact)) & ((std::uint32_t{1} << static_cast<unsigned>(bits)) - 1)) == 0;
}

bool is_right_quotient(const Promise& promise, std::int32_t result, std::int32_t exact) {
  const auto is_right = promise.quotient_is_congruent ? is_congruent_quotient : matches_quotient;
  return is_right(result, exact, promise.quotient_bits);
}

}  // namespace classay
