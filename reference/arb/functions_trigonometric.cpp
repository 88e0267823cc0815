// Implements trigonometric and hyperbolic functions and their inverses. Most need a bound in addition to the ball. A
// function that touches its tangent x, or an asymptote, comes closer to a representable number than any fixed precision
// shows.
#include "reference/arb/helpers.h"

namespace classay::arb {
namespace {

using UnaryFunction = void (*)(arb_t, const arb_t, slong);

// The position of an odd function relative to the line y = x.
enum class Tangent : std::uint8_t { none, nearer_zero, farther_from_zero };

Outcome odd(const Call& call, UnaryFunction f, Tangent tangent, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.is_zero()) return zero();
  Enclosure e = apply(f, x, p);
  if (tangent == Tangent::nearer_zero && !at_least(x, 0)) return outcome(std::move(e).nearer_than(x));
  if (tangent == Tangent::farther_from_zero && !at_least(x, 0)) return outcome(std::move(e).farther_than(x));
  return outcome(std::move(e));
}

Enclosure sine(const Number& x, slong p) {
  Enclosure e = apply(arb_sin, x, p);
  return at_least(x, 0) ? std::move(e) : std::move(e).nearer_than(x);
}

Enclosure cosine(const Number& x, slong p) { return apply(arb_cos, x, p).below(Number::of(1)).above(Number::of(-1)); }

}  // namespace

Outcome sin(const Call& call, slong p) { return odd(call, arb_sin, Tangent::nearer_zero, p); }

Outcome cos(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  return x.is_zero() ? point(Number::of(1)) : outcome(cosine(x, p));
}

Outcome sincos(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.is_zero()) return outcome(Enclosure::point(Number()), Enclosure::point(Number::of(1)));
  return outcome(sine(x, p), cosine(x, p));
}

Outcome tan(const Call& call, slong p) { return odd(call, arb_tan, Tangent::farther_from_zero, p); }

Outcome asin(const Call& call, slong p) {
  if (!all_finite(call) || compare_magnitudes(number(call.args[0]), Number::of(1)) > 0) return std::nullopt;
  return odd(call, arb_asin, Tangent::farther_from_zero, p);
}

Outcome acos(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (compare_magnitudes(x, Number::of(1)) > 0) return std::nullopt;
  if (compare(x, 1) == 0) return zero();
  return outcome(apply(arb_acos, x, p));
}

Outcome atan(const Call& call, slong p) {
  if (is_infinite(call.args[0])) {
    const Enclosure e = scaled(apply([](arb_t r, const arb_t, slong q) { arb_const_pi(r, q); }, Number(), p), -1);
    return outcome(is_negative(call.args[0]) ? negate(e) : e);
  }
  return odd(call, arb_atan, Tangent::nearer_zero, p);
}

namespace {

// The point (x, y) of atan2, or its limit direction. An infinite coordinate dominates a finite one. The origin with x = -0
// lies on the negative axis (C99 F.9.1.4).
struct Plane {
  Number x;
  Number y;
  bool y_negative;  // for a zero too
};

std::optional<Plane> plane(const Call& call) {
  const Value y = call.args[0];
  const Value x = call.args[1];
  if (is_nan(x) || is_nan(y)) return std::nullopt;
  const auto unit = [](const Value& v) { return is_infinite(v) ? Number::of(is_negative(v) ? -1 : 1) : Number(); };
  if (is_infinite(x) || is_infinite(y)) return Plane{unit(x), unit(y), is_negative(y)};
  if (is_zero(x) && is_zero(y)) return Plane{Number::of(is_negative(x) ? -1 : 1), Number(), is_negative(y)};
  return Plane{number(x), number(y), is_negative(y)};
}

}  // namespace

Outcome atan2(const Call& call, slong p) {
  const auto at = plane(call);
  if (!at) return std::nullopt;
  const auto& [x, y, y_negative] = *at;
  if (y.is_zero() && x.sign() > 0) return zero();
  Ball r;
  arb_atan2(r, Ball(y), Ball(x), p);
  if (y.is_zero() && y_negative) arb_neg(r, r);  // -pi below the cut
  Enclosure e = Enclosure::of(r, p);
  if (x.sign() <= 0) return outcome(std::move(e));
  const Enclosure ratio = quotient(y, x, p);  // the magnitude of the angle is below that of its tangent
  return outcome(std::move(e).nearer_than(y.sign() > 0 ? ratio.high : ratio.low));
}

namespace {

// sin(pi x) and cos(pi x) are 0 or +-1 if 2 x is an integer, and not dyadic at other dyadic x. Returns 2 x mod 4 if so.
std::optional<ulong> quarter(const Number& x) {
  const Number twice = scaled(x, 1);
  if (!twice.is_integer()) return std::nullopt;
  return fmpz_fdiv_ui(twice.floor(), 4);
}

}  // namespace

Outcome sinpi(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (const auto q = quarter(x)) return point(Number::of(*q == 1 ? 1 : *q == 3 ? -1 : 0));
  return outcome(apply(arb_sin_pi, x, p).above(Number::of(-1)).below(Number::of(1)));
}

Outcome cospi(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (const auto q = quarter(x)) return point(Number::of(*q == 0 ? 1 : *q == 2 ? -1 : 0));
  return outcome(apply(arb_cos_pi, x, p).above(Number::of(-1)).below(Number::of(1)));
}

Outcome tanpi(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (const auto q = quarter(x)) return *q % 2 == 0 ? zero() : std::nullopt;  // a pole at the half-integers
  if (const auto q = quarter(scaled(x, 1))) return point(Number::of(*q == 1 ? 1 : -1));
  return outcome(apply(arb_tan_pi, x, p));
}

namespace {

Enclosure over_pi(Ball angle, slong p) {
  Ball pi;
  arb_const_pi(pi, p);
  arb_div(angle, angle, pi, p);
  return Enclosure::of(angle, p);
}

Number half() { return Number::power_of_two(-1); }

}  // namespace

Outcome asinpi(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  const int order = compare_magnitudes(x, Number::of(1));
  if (order > 0) return std::nullopt;
  if (order == 0 || x.is_zero()) return point(scaled(x, -1));
  Ball r;
  arb_asin(r, Ball(x), p);
  return outcome(over_pi(std::move(r), p));
}

Outcome acospi(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  const int order = compare_magnitudes(x, Number::of(1));
  if (order > 0) return std::nullopt;
  if (order == 0 || x.is_zero()) return point(scaled(Number::of(1) - x, -1));
  Ball r;
  arb_acos(r, Ball(x), p);
  Enclosure e = over_pi(std::move(r), p);
  return outcome(x.sign() > 0 ? std::move(e).below(half()) : std::move(e).above(half()));
}

Outcome atanpi(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.is_zero()) return zero();
  if (compare_magnitudes(x, Number::of(1)) == 0) return point(scaled(x, -2));
  Ball r;
  arb_atan(r, Ball(x), p);
  return outcome(over_pi(std::move(r), p).nearer_than(x.sign() > 0 ? half() : -half()));
}

Outcome atan2pi(const Call& call, slong p) {
  const auto at = plane(call);
  if (!at || at->y.is_zero()) return std::nullopt;  // 0 and 1 on the axis, by rule
  const auto& [x, y, y_negative] = *at;
  const Number sign = Number::of(y.sign());
  if (x.is_zero()) return point(scaled(sign, -1));
  if (compare_magnitudes(x, y) == 0) return point(scaled(sign * Number::of(x.sign() > 0 ? 1 : 3), -2));
  Ball r;
  arb_atan2(r, Ball(y), Ball(x), p);
  Enclosure e = over_pi(std::move(r), p);
  if (x.sign() > 0) return outcome(std::move(e).nearer_than(scaled(sign, -1)));
  return outcome(std::move(e).farther_than(scaled(sign, -1)).nearer_than(sign));
}

namespace {

// Returns whether sinh and cosh of the argument overflow.
bool overflows(const Number& x) { return at_least(x, 21); }

}  // namespace

Outcome sinh(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (overflows(x)) return outcome(x.sign() > 0 ? overflowing() : negate(overflowing()));
  return odd(call, arb_sinh, Tangent::farther_from_zero, p);
}

Outcome cosh(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.is_zero()) return point(Number::of(1));
  if (overflows(x)) return outcome(overflowing());
  return outcome(apply(arb_cosh, x, p).above(Number::of(1)));
}

Outcome tanh(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.is_zero()) return zero();
  const Number one = Number::of(x.sign());
  // 1 - tanh(x) < 2 e^-2x for positive x
  if (at_least(x, 12))
    return outcome(Enclosure::between(Number::of(-1), Number::of(1)).farther_than(one - scaled(one, -4096)));
  Enclosure e = apply(arb_tanh, x, p).nearer_than(one);
  return outcome(std::move(e).nearer_than(x));
}

Outcome asinh(const Call& call, slong p) { return odd(call, arb_asinh, Tangent::nearer_zero, p); }

Outcome acosh(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  const int order = compare(x, 1);
  if (order < 0) return std::nullopt;
  return order == 0 ? zero() : outcome(apply(arb_acosh, x, p));
}

Outcome atanh(const Call& call, slong p) {
  if (!all_finite(call) || compare_magnitudes(number(call.args[0]), Number::of(1)) >= 0) return std::nullopt;
  return odd(call, arb_atanh, Tangent::farther_from_zero, p);
}

}  // namespace classay::arb
