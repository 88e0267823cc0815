// Implements powers and roots. A power of dyadic numbers is dyadic only in the cases that `exact_power` finds. In all other
// cases, the ball excludes all representable numbers and midpoints at some precision.
#include "reference/arb/helpers.h"

namespace classay::arb {
namespace {

constexpr slong kLongestPower = 1 << 13;  // maximum number of bits of an exact power that is computed

// Returns the square root of x if it is dyadic. Precondition: x > 0.
std::optional<Number> exact_square_root(const Number& x) {
  const auto [m, e] = x.odd_form();
  if (e % 2 != 0) return std::nullopt;
  Integer r;
  Integer remainder;
  fmpz_sqrtrem(r, remainder, m);
  if (!remainder.is_zero()) return std::nullopt;
  return Number::of(r, e / 2);
}

// Returns x^y for x > 0 if it is dyadic and not too long. With x = m 2^e and y = n 2^-k (m, n odd), this requires a dyadic
// 2^k-th root of x. It also requires y > 0, unless the root is a power of two.
std::optional<Number> exact_power(Number x, const Number& y) {
  auto [n, k] = y.odd_form();
  for (; k < 0; ++k) {
    auto r = exact_square_root(x);
    if (!r) return std::nullopt;
    x = std::move(*r);
    if (arf_is_one(x)) return x;
  }
  const auto [m, e] = x.odd_form();
  if (at_least(y, 64 + 32)) return std::nullopt;
  Integer power = n;
  fmpz_mul_2exp(power, power, static_cast<ulong>(k));
  Integer exponent = power;
  fmpz_mul_si(exponent, exponent, e);
  if (fmpz_cmpabs(exponent, Integer(kHugeExponent)) > 0) return std::nullopt;
  if (fmpz_is_one(m)) return Number::power_of_two(fmpz_get_si(exponent));
  if (power.sign() < 0 || fmpz_cmp_si(power, kLongestPower / m.bits()) > 0) return std::nullopt;
  Integer r;
  fmpz_pow_ui(r, m, fmpz_get_ui(power));
  return Number::of(r, fmpz_get_si(exponent));
}

// x^y for x > 0.
Enclosure power(const Number& x, const Number& y, slong p) {
  const int side = compare(x, 1);
  if (y.is_zero() || side == 0) return Enclosure::point(Number::of(1));
  if (auto exact = exact_power(x, y)) return Enclosure::point(std::move(*exact));
  Ball exponent;
  arb_log(exponent, Ball(x), p);
  arb_mul_arf(exponent, exponent, y, p);
  return exponential(exponent, side == y.sign(), p);
}

// x^y for x < 0 and an integer y.
Enclosure power_of_negative(const Number& x, const Number& y, slong p) {
  Enclosure e = power(absolute(x), y, p);
  return scaled(y, -1).is_integer() ? std::move(e) : negate(std::move(e));
}

}  // namespace

Outcome pow(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  const Number y = number(call.args[1]);
  if (x.is_zero()) return std::nullopt;
  if (x.sign() > 0) return outcome(power(x, y, p));
  if (!y.is_integer()) return std::nullopt;
  return outcome(power_of_negative(x, y, p));
}

Outcome pown(const Call& call, slong p) { return pow(call, p); }

Outcome powr(const Call& call, slong p) {
  if (!all_finite(call) || number(call.args[0]).sign() <= 0) return std::nullopt;
  return pow(call, p);
}

namespace {

// Returns the n-th root of x > 0 if it is dyadic. Precondition: n > 1.
std::optional<Number> exact_root(const Number& x, ulong n) {
  const auto [m, e] = x.odd_form();
  const auto order = static_cast<slong>(n);
  if (e % order != 0) return std::nullopt;
  if (fmpz_is_one(m)) return Number::power_of_two(e / order);
  if (order > m.bits()) return std::nullopt;
  Integer r;
  if (!fmpz_root(r, m, order)) return std::nullopt;
  return Number::of(r, e / order);
}

// x^(1/n) for x > 0, n > 0.
Enclosure positive_root(const Number& x, ulong n, slong p) {
  if (n == 1 || arf_is_one(x)) return Enclosure::point(x);
  if (auto exact = exact_root(x, n)) return Enclosure::point(std::move(*exact));
  if (n <= 3) return root(x, n, p);
  Ball y;
  arb_log(y, Ball(x), p);
  arb_div_ui(y, y, n, p);
  return exponential(y, compare(x, 1) > 0, p);
}

// x^(-1/n) for x > 0, n > 0.
Enclosure inverse_root(const Number& x, ulong n, slong p) {
  if (n == 1) return quotient(Number::of(1), x, p);
  if (arf_is_one(x)) return Enclosure::point(x);
  if (auto exact = exact_root(x, n); exact && fmpz_is_one(exact->odd_form().first)) {
    return quotient(Number::of(1), *exact, p);
  }
  if (n == 2) return root_of_quotient(Number::of(1), x, p);
  Ball y;
  arb_log(y, Ball(x), p);
  arb_div_ui(y, y, n, p);
  arb_neg(y, y);
  return exponential(y, compare(x, 1) < 0, p);
}

}  // namespace

Outcome rootn(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  const std::int64_t n = as_signed(call.args[1]);
  if (n == 0 || x.is_zero() || (x.sign() < 0 && n % 2 == 0)) return std::nullopt;
  const auto order = static_cast<ulong>(n < 0 ? -n : n);
  Enclosure e = n > 0 ? positive_root(absolute(x), order, p) : inverse_root(absolute(x), order, p);
  return outcome(x.sign() < 0 ? negate(std::move(e)) : std::move(e));
}

Outcome hypot(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  const Number y = number(call.args[1]);
  return outcome(root(x * x + y * y, 2, p));
}

}  // namespace classay::arb
