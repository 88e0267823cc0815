#include "reference/derived/condition.h"

#include "reference/number/interval.h"

namespace classay::derived {
namespace {

using Kind = Condition::Kind;

Real positive_zero() {
  Real zero(MPFR_PREC_MIN);
  mpfr_set_zero(zero, 1);
  return zero;
}

// Cases do not straddle zero, so that an absolute value needs no hull.
Case value_of(const Operand& o, std::span<const Case> arguments) {
  Case v = o.argument ? arguments[*o.argument] : Interval::point(*o.number);
  if (!v) return v;
  if (o.absolute && v->low.sign() < 0) v = negate(*v);
  if (o.negative) v = negate(*v);
  return v;
}

Holds relation(Kind kind, const Interval& a, const Interval& b) {
  switch (kind) {
    case Kind::less: return from(compare(a.high, b.low) < 0, compare(a.low, b.high) >= 0);
    case Kind::less_equal: return from(compare(a.high, b.low) <= 0, compare(a.low, b.high) > 0);
    default:
      return from(a.is_point() && b.is_point() && compare(a.low, b.low) == 0,
                  compare(a.high, b.low) < 0 || compare(a.low, b.high) > 0);
  }
}

bool is_even(const Real& x) {
  Real half = x;
  mpfr_div_2ui(half, half, 1, MPFR_RNDN);
  return half.is_integer();
}

Holds property(Kind kind, const Interval& v) {
  // An infinity is a separate case.
  if (kind == Kind::finite) return v.low.is_finite() ? Holds::always : Holds::never;
  if (!v.is_point()) return Holds::perhaps;
  const bool integer = v.low.is_integer();
  if (kind == Kind::integer) return from(integer, !integer);
  const bool has = integer && is_even(v.low) == (kind == Kind::even);
  return from(has, !has);
}

Holds holds_alone(const Condition& c, std::span<const Case> arguments) {
  // Every relation and every property of a NaN is false.
  const Case a = value_of(c.operands.front(), arguments);
  if (!a) return Holds::never;
  if (c.operands.size() == 1) return property(c.kind, *a);
  const Case b = value_of(c.operands.back(), arguments);
  return b ? relation(c.kind, *a, *b) : Holds::never;
}

}  // namespace

Argument Argument::of(const Format& f, Value v, bool flushes) {
  Argument a{.reach = {.format = f}, .cases = {}};
  const Real value = exact(v);
  if (is_float(v.type)) {
    a.reach = Reach::of(f, v.bits);
  } else {
    // An integer operand is converted; no specification names the rounding mode.
    a.reach.include(ordered(f, round_to(f, value, Rounding::rtn)), ordered(f, round_to(f, value, Rounding::rtp)));
  }
  a.cases.push_back(value.is_nan() ? Case() : Interval::point(value));
  if (flushes && a.reach.has_subnormals()) a.cases.emplace_back(Interval::point(positive_zero()));
  return a;
}

Argument Argument::of(const Reach& r) {
  Argument a{.reach = r, .cases = {}};
  for (Interval& piece : pieces(r)) a.cases.emplace_back(std::move(piece));
  if (r.nan) a.cases.emplace_back();
  return a;
}

std::vector<std::vector<Case>> combinations(std::span<const Argument> arguments) {
  std::vector<std::vector<Case>> all(1);
  for (const Argument& a : arguments) {
    std::vector<std::vector<Case>> longer;
    for (const std::vector<Case>& begun : all) {
      for (const Case& c : a.cases) {
        longer.push_back(begun);
        longer.back().push_back(c);
      }
    }
    all = std::move(longer);
  }
  return all;
}

Holds holds(const Condition& c, std::span<const Case> arguments) {
  return holds_joined(c, [arguments](const Condition& one) { return holds_alone(one, arguments); });
}

}  // namespace classay::derived
