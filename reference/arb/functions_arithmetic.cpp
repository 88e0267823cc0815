// Implements sums, products, quotients and remainders: exact dyadic numbers, or integer division if the value is not dyadic.
#include <algorithm>

#include "reference/arb/helpers.h"

namespace classay::arb {

namespace {

// Returns an exact value; a zero has the given sign.
Outcome signed_point(const Number& x, bool negative_zero) { return outcome(Component(Enclosure::point(x), negative_zero)); }

// A zero sum is negative only if both terms are negative zeros (IEEE 754, clause 6.3, rounding to nearest).
Outcome sum(const Number& a, bool a_negative, const Number& b, bool b_negative) {
  return signed_point(a + b, a.is_zero() && b.is_zero() && a_negative && b_negative);
}

}  // namespace

Outcome add(const Call& call, slong) {
  if (!all_finite(call)) return std::nullopt;
  const Value& a = call.args[0];
  const Value& b = call.args[1];
  return sum(number(a), is_negative(a), number(b), is_negative(b));
}

Outcome sub(const Call& call, slong) {
  if (!all_finite(call)) return std::nullopt;
  const Value& a = call.args[0];
  const Value& b = call.args[1];
  return sum(number(a), is_negative(a), -number(b), !is_negative(b));
}

Outcome mul(const Call& call, slong) {
  if (!all_finite(call)) return std::nullopt;
  const Value& a = call.args[0];
  const Value& b = call.args[1];
  return signed_point(number(a) * number(b), is_negative(a) != is_negative(b));
}

Outcome div(const Call& call, slong p) {
  if (!all_finite(call) || is_zero(call.args[1])) return std::nullopt;
  const Value& a = call.args[0];
  const Value& b = call.args[1];
  return outcome(Component(quotient(number(a), number(b), p), is_negative(a) != is_negative(b)));
}

Outcome fma(const Call& call, slong) {
  if (!all_finite(call)) return std::nullopt;
  const Value& a = call.args[0];
  const Value& b = call.args[1];
  const Value& c = call.args[2];
  return sum(number(a) * number(b), is_negative(a) != is_negative(b), number(c), is_negative(c));
}

Outcome mad(const Call& call, slong p) { return fma(call, p); }

namespace {

// x and y as integers in units of their common last place 2^exponent.
struct Commensurable {
  Integer x;
  Integer y;
  slong exponent = 0;
};

Commensurable commensurable(const Number& x, const Number& y) {
  auto [ym, ye] = y.odd_form();
  if (x.is_zero()) return {Integer(0), std::move(ym), ye};
  auto [xm, xe] = x.odd_form();
  const slong exponent = std::min(xe, ye);
  fmpz_mul_2exp(xm, xm, static_cast<ulong>(xe - exponent));
  fmpz_mul_2exp(ym, ym, static_cast<ulong>(ye - exponent));
  return {std::move(xm), std::move(ym), exponent};
}

// Returns x - y * q(x / y) for the given integer division with remainder. A zero has the sign of argument `zero_of`.
template <class Divide>
Outcome remainder_of(const Call& call, Divide&& divide, std::size_t zero_of = 0) {
  if (!all_finite(call) || is_zero(call.args[1])) return std::nullopt;
  const Commensurable c = commensurable(number(call.args[0]), number(call.args[1]));
  Integer quotient;
  Integer remainder;
  divide(quotient, remainder, c.x, c.y);
  return signed_point(Number::of(remainder, c.exponent), is_negative(call.args[zero_of]));
}

// Returns the quotient nearest to x / y, the even one at a tie.
void divide_to_nearest(Integer& quotient, Integer& remainder, const Integer& x, const Integer& y) {
  fmpz_fdiv_qr(quotient, remainder, x, y);  // the remainder has the sign of y and a smaller magnitude
  Integer twice;
  fmpz_mul_2exp(twice, remainder, 1);
  const int order = fmpz_cmpabs(twice, y);
  if (order < 0 || (order == 0 && !quotient.is_odd())) return;
  fmpz_add_ui(quotient, quotient, 1);
  fmpz_sub(remainder, remainder, y);
}

// Returns as many low bits of the magnitude as an int holds, with the sign.
std::int64_t low_bits(const Integer& quotient) {
  Integer magnitude;
  fmpz_abs(magnitude, quotient);
  const auto low = static_cast<std::int64_t>(fmpz_fdiv_ui(magnitude, ulong{1} << 31));
  return quotient.sign() < 0 ? -low : low;
}

}  // namespace

Outcome fmod(const Call& call, slong) {
  return remainder_of(call, [](Integer& q, Integer& r, const Integer& x, const Integer& y) { fmpz_tdiv_qr(q, r, x, y); });
}

Outcome frem(const Call& call, slong p) { return fmod(call, p); }

Outcome fmod_floored(const Call& call, slong) {
  return remainder_of(
      call, [](Integer& q, Integer& r, const Integer& x, const Integer& y) { fmpz_fdiv_qr(q, r, x, y); }, 1);
}

Outcome remainder(const Call& call, slong) { return remainder_of(call, divide_to_nearest); }

Outcome remquo(const Call& call, slong) {
  if (!all_finite(call) || is_zero(call.args[1])) return std::nullopt;
  const Commensurable c = commensurable(number(call.args[0]), number(call.args[1]));
  Integer quotient;
  Integer remainder;
  divide_to_nearest(quotient, remainder, c.x, c.y);
  return outcome(Component(Enclosure::point(Number::of(remainder, c.exponent)), is_negative(call.args[0])),
                 Component(low_bits(quotient)));
}

Outcome fdim(const Call& call, slong) {
  if (!all_finite(call)) return std::nullopt;
  const Number difference = number(call.args[0]) - number(call.args[1]);
  return difference.sign() > 0 ? point(difference) : zero();
}

Outcome ldexp(const Call& call, slong) {
  if (!all_finite(call)) return std::nullopt;
  return point(scaled(number(call.args[0]), as_signed(call.args[1])));
}

Outcome fract(const Call& call, slong) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  const Number floor = Number::of(x.floor(), 0);
  const Number largest = Number::of(1) - Number::power_of_two(-format(call.type).precision);
  Number fraction = x - floor;
  if (compare(fraction, largest) > 0) fraction = largest;
  return outcome(Enclosure::point(std::move(fraction)), Enclosure::point(floor));
}

}  // namespace classay::arb
