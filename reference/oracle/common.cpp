// Implements common and geometric functions, which MPFR does not have. They are built from exact sums and products of the
// arguments, so that nothing overflows, underflows or cancels, with one or two roundings at the end:
//   mix, dot, cross     exact
//   smoothstep          a^2 (3b - 2a) / b^3 with a = x - edge0, b = edge1 - edge0: one correctly rounded division
//   length, distance    one correctly rounded square root
//   normalize           see `component`
//   degrees, radians    a quotient, or a product, with an enclosure of pi; for x != 0 irrational, hence open
//
// Choices where the specifications are silent:
//   mix                 At infinities and zeros it is its formula in IEEE 754 arithmetic; outside 0 <= a <= 1 it is
//                       undefined (Kind::any).
//   smoothstep          With an infinite edge it is open where its two definitions differ: the formula gives a NaN, the
//                       sentence does not.
//   length, distance    +inf for an infinity, NaN for a NaN, Kind::any for both (hypot gives +inf, the formula NaN).
//   dot, cross          At infinities and NaN they are the formula in IEEE 754 arithmetic.
#include <algorithm>
#include <span>

#include "reference/number/real.h"
#include "reference/oracle/detail.h"
#include "reference/truth/truth.h"

namespace classay::oracle {
namespace {

using Vector = std::vector<Real>;

Vector vector_argument(const Call& call, std::size_t index) {
  const auto lanes = static_cast<std::size_t>(call.lanes);
  Vector v;
  v.reserve(lanes);
  for (std::size_t i = 0; i < lanes; ++i) v.push_back(argument(call, index * lanes + i));
  return v;
}

Real sum_of_products(std::span<const Real> a, std::span<const Real> b) {
  Real sum = exact_product(a[0], b[0]);
  for (std::size_t i = 1; i < a.size(); ++i) sum = exact_sum(sum, exact_product(a[i], b[i]));
  return sum;
}

bool any_nan(const Vector& v) { return std::ranges::any_of(v, &Real::is_nan); }
bool any_infinite(const Vector& v) { return std::ranges::any_of(v, &Real::is_infinite); }

Truth length_truth(const Vector& v, Precision p) {
  if (any_infinite(v)) return any_nan(v) ? Truth::anything() : Truth::infinity(false);
  return unary_truth(sum_of_products(v, v), p, mpfr_sqrt);  // a NaN passes through
}

// Returns x / sqrt(s). If the root of a binary number is irrational, so is the quotient. If not, the root has at most half
// as many bits. This precision then finds it exactly, and one correctly rounded division remains.
Truth component(const Real& x, const Interval& root, Precision p) {
  if (x.is_zero()) return Truth::of(x);
  if (root.is_point()) return binary_truth(x, root.low, p, mpfr_div);
  Interval v{Real(p), Real(p)};
  mpfr_div(v.low, x, x.sign() > 0 ? root.high : root.low, MPFR_RNDD);
  mpfr_div(v.high, x, x.sign() > 0 ? root.low : root.high, MPFR_RNDU);
  return Truth::of_real(std::move(v));
}

// Applies the replacement of the additional requirements: copysign(1, v) for an infinity, 0 * v for the others.
void replace_infinities(Vector& v) {
  for (Real& x : v) {
    const int sign = x.signbit() ? -1 : 1;
    if (x.is_infinite()) {
      mpfr_set_si(x, sign, MPFR_RNDN);
    } else {
      mpfr_set_zero(x, sign);
    }
  }
}

// Returns factor * pi^exponent * x for exponent = 1 or -1 and a positive rational factor.
Truth times_pi(const Real& x, unsigned long numerator, unsigned long denominator, bool inverse, Precision p) {
  if (x.is_nan() || x.is_infinite() || x.is_zero()) return Truth::of(x);
  Real factor(64);
  mpfr_set_ui(factor, numerator, MPFR_RNDN);
  const Interval scaled = Interval::point(exact_product(x, factor));
  mpfr_set_ui(factor, denominator, MPFR_RNDN);
  const Precision working = p + 8;
  const Interval product = inverse ? divide(scaled, pi(working), working) : multiply(scaled, pi(working), working);
  return Truth::of_real(divide(product, Interval::point(factor), p));
}

}  // namespace

Truths degrees(const Call& call, Precision p) { return truths(times_pi(argument(call, 0), 180, 1, true, p)); }
Truths radians(const Call& call, Precision p) { return truths(times_pi(argument(call, 0), 1, 180, false, p)); }

Truths mix(const Call& call, Precision) {
  const Real x = argument(call, 0);
  const Real a = argument(call, 2);
  if (a.is_nan() || a.sign() < 0 || mpfr_cmp_ui(a, 1) > 0) return truths(Truth::anything());
  return truths(Truth::of(exact_sum(x, exact_product(exact_difference(argument(call, 1), x), a))));
}

Truths smoothstep(const Call& call, Precision p) {
  const Real edge0 = argument(call, 0);
  const Real edge1 = argument(call, 1);
  const Real x = argument(call, 2);
  if (edge0.is_nan() || edge1.is_nan() || x.is_nan() || compare(edge0, edge1) >= 0) return truths(Truth::anything());
  if (edge0.is_infinite()) return truths(Truth::anything());
  if (compare(x, edge0) <= 0) return truths(Truth::zero(false));
  if (edge1.is_infinite()) return truths(Truth::anything());
  if (compare(x, edge1) >= 0) return truths(Truth::of(kF16, kF16.one()));

  const Real a = exact_difference(x, edge0);
  const Real b = exact_difference(edge1, edge0);
  const Real rest = exact_sum(b, exact_difference(exact_sum(b, b), exact_sum(a, a)));  // 3b - 2a
  const Real numerator = exact_product(exact_product(a, a), rest);
  const Real denominator = exact_product(exact_product(b, b), b);
  return truths(binary_truth(numerator, denominator, p, mpfr_div));
}

Truths dot(const Call& call, Precision) {
  return truths(Truth::of(sum_of_products(vector_argument(call, 0), vector_argument(call, 1))));
}

Truths cross(const Call& call, Precision) {
  const Vector a = vector_argument(call, 0);
  const Vector b = vector_argument(call, 1);
  Truths result;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    result.push_back(Truth::of(exact_difference(exact_product(a[j], b[k]), exact_product(a[k], b[j]))));
  }
  if (call.lanes == 4) {
    result.push_back(Truth::zero(false));  // "the w component ... will be 0.0"
    result.back().is_prescribed = true;
  }
  return result;
}

Truths length(const Call& call, Precision p) { return truths(length_truth(vector_argument(call, 0), p)); }

Truths distance(const Call& call, Precision p) {
  Vector v = vector_argument(call, 0);
  const Vector b = vector_argument(call, 1);
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = exact_difference(v[i], b[i]);
  return truths(length_truth(v, p));
}

Truths normalize(const Call& call, Precision p) {
  Vector v = vector_argument(call, 0);
  if (any_nan(v)) return Truths(v.size(), Truth::not_a_number());
  if (any_infinite(v)) replace_infinities(v);
  Truths result;
  result.reserve(v.size());
  if (std::ranges::all_of(v, &Real::is_zero)) {
    for (const Real& x : v) result.push_back(Truth::of(x));
    return result;
  }
  const Real squares = sum_of_products(v, v);
  const Precision working = std::max<Precision>(p + 8, mpfr_min_prec(squares) / 2 + 2);
  const Interval root = enclose(working, [&](Real& r, mpfr_rnd_t direction) { return mpfr_sqrt(r, squares, direction); });
  for (const Real& x : v) result.push_back(component(x, root, p));
  return result;
}

}  // namespace classay::oracle
