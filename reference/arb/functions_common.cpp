// Implements common and geometric functions in exact arithmetic: rational functions of the arguments and their square roots.
#include <algorithm>

#include "reference/arb/helpers.h"

namespace classay::arb {
namespace {

// Returns x * factor(p) for a constant ball.
template <class Factor>
Outcome times(const Call& call, slong p, Factor&& factor) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.is_zero()) return zero();
  Ball r = factor(p);
  arb_mul_arf(r, r, x, p);
  return outcome(Enclosure::of(r, p));
}

}  // namespace

Outcome degrees(const Call& call, slong p) {
  return times(call, p, [](slong q) {
    Ball r;
    arb_const_pi(r, q);
    arb_ui_div(r, 180, r, q);
    return r;
  });
}

Outcome radians(const Call& call, slong p) {
  return times(call, p, [](slong q) {
    Ball r;
    arb_const_pi(r, q);
    arb_div_ui(r, r, 180, q);
    return r;
  });
}

Outcome mix(const Call& call, slong) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  const Number a = number(call.args[2]);
  if (a.sign() < 0 || compare(a, 1) > 0) return std::nullopt;
  return point(x + (number(call.args[1]) - x) * a);
}

Outcome smoothstep(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number edge0 = number(call.args[0]);
  const Number edge1 = number(call.args[1]);
  const Number x = number(call.args[2]);
  if (compare(edge0, edge1) >= 0) return std::nullopt;
  if (compare(x, edge0) <= 0) return zero();
  if (compare(x, edge1) >= 0) return point(Number::of(1));
  // t = n / d: t^2 (3 - 2 t) = n^2 (3 d - 2 n) / d^3
  const Number n = x - edge0;
  const Number d = edge1 - edge0;
  return outcome(quotient(n * n * (Number::of(3) * d - scaled(n, 1)), d * d * d, p));
}

namespace {

using Vector = std::vector<Number>;

// Returns argument number `index` of a call of vectors.
Vector vector(const Call& call, std::size_t index) {
  Vector r;
  const auto lanes = static_cast<std::size_t>(call.lanes);
  for (const Value v : std::span(call.args).subspan(index * lanes, lanes)) r.push_back(number(v));
  return r;
}

Number inner_product(const Vector& a, const Vector& b) {
  Number sum;
  for (std::size_t i = 0; i < a.size(); ++i) sum = sum + a[i] * b[i];
  return sum;
}

}  // namespace

Outcome dot(const Call& call, slong) {
  if (!all_finite(call)) return std::nullopt;
  return point(inner_product(vector(call, 0), vector(call, 1)));
}

Outcome cross(const Call& call, slong) {
  if (!all_finite(call)) return std::nullopt;
  const Vector a = vector(call, 0);
  const Vector b = vector(call, 1);
  Outcome r = outcome(Enclosure::point(a[1] * b[2] - a[2] * b[1]), Enclosure::point(a[2] * b[0] - a[0] * b[2]),
                      Enclosure::point(a[0] * b[1] - a[1] * b[0]));
  if (call.lanes == 4) r->emplace_back(Enclosure::point(Number()));
  return r;
}

Outcome length(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Vector a = vector(call, 0);
  return outcome(root(inner_product(a, a), 2, p));
}

Outcome distance(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  Vector a = vector(call, 0);
  const Vector b = vector(call, 1);
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] - b[i];
  return outcome(root(inner_product(a, a), 2, p));
}

namespace {

// "As if the elements in v were replaced": an infinity by one with its sign, a finite element next to it by zero.
Vector direction(const Call& call) {
  Vector r;
  for (const Value& v : call.args) r.push_back(is_infinite(v) ? Number::of(is_negative(v) ? -1 : 1) : Number());
  return r;
}

}  // namespace

Outcome normalize(const Call& call, slong p) {
  if (std::ranges::any_of(call.args, [](const Value& v) { return is_nan(v); })) return std::nullopt;
  const Vector a = all_finite(call) ? vector(call, 0) : direction(call);
  const Number square = inner_product(a, a);
  if (square.is_zero()) return std::nullopt;
  std::vector<Component> r;
  for (const Number& x : a) {
    Enclosure e = root_of_quotient(x * x, square, p);
    r.emplace_back(x.sign() < 0 ? negate(std::move(e)) : std::move(e));
  }
  return r;
}

}  // namespace classay::arb
