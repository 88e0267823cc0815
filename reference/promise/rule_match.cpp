#include "reference/promise/rule_match.h"

#include <algorithm>
#include <bit>

namespace classay::rule_grammar {
namespace {

// Exponent of the leading bit. Precondition: not zero.
int leading(const Dyadic& d) { return d.exponent + 63 - std::countl_zero(d.significand); }

std::strong_ordering compare_magnitudes(const Dyadic& a, const Dyadic& b) {
  if (a.significand == 0 || b.significand == 0) return a.significand <=> b.significand;
  if (const auto order = leading(a) <=> leading(b); order != 0) return order;
  return (a.significand << std::countl_zero(a.significand)) <=> (b.significand << std::countl_zero(b.significand));
}

constexpr std::strong_ordering reversed(std::strong_ordering o) { return 0 <=> o; }

// -1, 0, 1: zeros have no sign here.
int sign(const Extended& e) { return e.is_zero() ? 0 : e.value.negative ? -1 : 1; }

// value * 2^scale as an odd multiple of a power of two: d.significand is odd (or zero) and d.exponent its weight.
Dyadic reduced(Dyadic d, int scale = 0) {
  if (d.significand == 0) return {d.negative, 0, 0};
  const int zeros = std::countr_zero(d.significand);
  return {d.negative, d.significand >> zeros, d.exponent + zeros + scale};
}

bool is_integer(const Dyadic& d) { return d.significand == 0 || reduced(d).exponent >= 0; }
bool is_odd(const Dyadic& d) { return d.significand != 0 && reduced(d).exponent == 0; }

// x = n + 0.5 means that 2 x = 2 n + 1 is odd. n is even if 2 x is 1 modulo 4; with x negative, if |2 x| is 3 modulo 4.
bool is_half(const Dyadic& d) { return d.significand != 0 && reduced(d, 1).exponent == 0; }
bool is_half_above_even(const Dyadic& d) { return is_half(d) && reduced(d, 1).significand % 4 == (d.negative ? 3U : 1U); }

constexpr bool satisfies(std::strong_ordering o, Relation r) {
  switch (r) {
    case Relation::less: return o < 0;
    case Relation::less_equal: return o <= 0;
    case Relation::greater: return o > 0;
    case Relation::greater_equal: return o >= 0;
    case Relation::equal: return o == 0;
    case Relation::not_equal: return o != 0;
  }
  return false;
}

Extended magnitude(Extended e) {
  e.value.negative = false;
  return e;
}

bool holds(const Term& term, const Extended& argument, std::span<const Value> others) {
  using Kind = Term::Kind;
  const Extended x = term.of_magnitude ? magnitude(argument) : argument;
  const bool finite = x.kind == Extended::Kind::finite;
  switch (term.kind) {
    case Kind::anything: return true;
    case Kind::nan: return x.kind == Extended::Kind::nan;
    case Kind::number: return x.kind != Extended::Kind::nan;
    case Kind::finite: return finite;
    case Kind::integer: return finite && is_integer(x.value);
    case Kind::non_integer: return x.kind != Extended::Kind::nan && !(finite && is_integer(x.value));
    case Kind::odd: return finite && is_odd(x.value);
    case Kind::even: return finite && is_integer(x.value) && !is_odd(x.value);
    case Kind::non_odd: return x.kind != Extended::Kind::nan && !(finite && is_odd(x.value));
    case Kind::half_integer: return finite && is_half(x.value);
    case Kind::half_above_even: return finite && is_half_above_even(x.value);
    case Kind::half_above_odd: return finite && is_half(x.value) && !is_half_above_even(x.value);
    case Kind::positive_sign: return !x.value.negative;
    case Kind::negative_sign: return x.value.negative;
    case Kind::relation: break;
  }
  Extended other = term.argument ? extended(others[*term.argument]) : term.constant;
  if (term.magnitude_of_argument) other = magnitude(other);
  if (x.kind == Extended::Kind::nan || other.kind == Extended::Kind::nan) return false;
  return satisfies(compare(x, other), term.relation);
}

}  // namespace

std::strong_ordering compare(const Extended& a, const Extended& b) {
  if (const auto order = sign(a) <=> sign(b); order != 0 || sign(a) == 0) return order;
  const bool infinite_a = a.kind == Extended::Kind::infinite;
  const bool infinite_b = b.kind == Extended::Kind::infinite;
  const auto order = infinite_a || infinite_b ? infinite_a <=> infinite_b : compare_magnitudes(a.value, b.value);
  return a.value.negative ? reversed(order) : order;
}

Extended extended(Value v) {
  if (is_float(v.type)) {
    if (is_finite(v)) return {.value = decode(format(v.type), v.bits)};
    return {.kind = is_nan(v) ? Extended::Kind::nan : Extended::Kind::infinite, .value = {.negative = is_negative(v)}};
  }
  if (!is_signed(v.type)) return {.value = {false, v.bits, 0}};
  const std::int64_t i = as_signed(v);
  const auto bits = static_cast<std::uint64_t>(i);
  return {.value = {i < 0, i < 0 ? 0 - bits : bits, 0}};
}

bool holds(const Condition& condition, const Extended& argument, std::span<const Value> others) {
  const bool all = std::ranges::all_of(condition.terms, [&](const Term& t) { return holds(t, argument, others); });
  return all != condition.complement;
}

}  // namespace classay::rule_grammar
