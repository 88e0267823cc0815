#include "reference/arb/ball.h"

#include <algorithm>
#include <memory>

namespace classay::arb {

Enclosure Enclosure::point(Number x) { return {x, std::move(x), false, false}; }

Enclosure Enclosure::between(Number low, Number high) { return {std::move(low), std::move(high), true, true}; }

Enclosure Enclosure::of(const Ball& ball, slong precision) {
  if (!arb_is_finite(ball)) return between(Number::infinity(true), Number::infinity(false));
  Enclosure e{{}, {}, false, false};
  if (arb_is_exact(ball)) {
    arf_set(e.low, arb_midref(static_cast<arb_srcptr>(ball)));
    e.high = e.low;
  } else {
    arb_get_lbound_arf(e.low, ball, precision + 32);
    arb_get_ubound_arf(e.high, ball, precision + 32);
  }
  return e;
}

Enclosure Enclosure::above(const Number& bound) && {
  const int order = compare(bound, low);
  if (order > 0) low = bound;
  if (order >= 0) low_open = true;
  return std::move(*this);
}

Enclosure Enclosure::below(const Number& bound) && {
  const int order = compare(bound, high);
  if (order < 0) high = bound;
  if (order <= 0) high_open = true;
  return std::move(*this);
}

Enclosure Enclosure::farther_than(const Number& bound) && {
  return bound.sign() > 0 ? std::move(*this).above(bound) : std::move(*this).below(bound);
}

Enclosure Enclosure::nearer_than(const Number& bound) && {
  return bound.sign() > 0 ? std::move(*this).below(bound).above(Number()) : std::move(*this).above(bound).below(Number());
}

Enclosure negate(Enclosure e) {
  arf_neg(e.low, e.low);
  arf_neg(e.high, e.high);
  std::swap(e.low, e.high);
  std::swap(e.low_open, e.high_open);
  return e;
}

Enclosure scaled(Enclosure e, slong exponent) {
  arf_mul_2exp_si(e.low, e.low, exponent);
  arf_mul_2exp_si(e.high, e.high, exponent);
  return e;
}

namespace {

// Returns the number in [q, q + 1) * 2^exponent, of which the floor q is known, and whether the number is q.
Enclosure from_floor(const Integer& q, bool exact, slong exponent) {
  if (exact) return Enclosure::point(Number::of(q, exponent));
  Integer next;
  fmpz_add_ui(next, q, 1);
  return Enclosure::between(Number::of(q, exponent), Number::of(next, exponent));
}

void shift_left(Integer& x, slong count) {
  if (count > 0) fmpz_mul_2exp(x, x, static_cast<ulong>(count));
}

// Computes q = floor(a * 2^shift / b) for positive odd numbers, with at least `bits` bits. Returns whether it is exact.
bool divide(Integer& q, Integer a, const Integer& b, slong shift) {
  shift_left(a, shift);
  Integer remainder;
  fmpz_tdiv_qr(q, remainder, a, b);
  return remainder.is_zero();
}

}  // namespace

Enclosure quotient(const Number& a, const Number& b, slong precision) {
  if (a.is_zero()) return Enclosure::point(Number());
  const auto [am, ae] = absolute(a).odd_form();
  const auto [bm, be] = absolute(b).odd_form();
  const slong shift = std::max<slong>(0, precision + bm.bits() - am.bits());
  Integer q;
  const bool exact = divide(q, am, bm, shift);
  Enclosure e = from_floor(q, exact, ae - be - shift);
  return (a.sign() < 0) != (b.sign() < 0) ? negate(std::move(e)) : e;
}

Enclosure root(const Number& x, ulong n, slong precision) {
  if (x.is_zero() || n == 1) return Enclosure::point(x);
  auto [m, e] = x.odd_form();
  const auto order = static_cast<slong>(n);
  slong shift = std::max<slong>(0, order * precision - m.bits());
  shift += ((e - shift) % order + order) % order;  // so that the exponent becomes a multiple of n
  shift_left(m, shift);
  Integer r;
  const bool exact = fmpz_root(r, m, order) != 0;
  return from_floor(r, exact, (e - shift) / order);
}

Enclosure root_of_quotient(const Number& a, const Number& b, slong precision) {
  if (a.is_zero()) return Enclosure::point(Number());
  const auto [am, ae] = a.odd_form();
  const auto [bm, be] = b.odd_form();
  slong shift = std::max<slong>(0, 2 * precision + bm.bits() - am.bits());
  if ((ae - be - shift) % 2 != 0) ++shift;
  Integer q;
  Integer r;
  Integer remainder;
  const bool exact = divide(q, am, bm, shift);
  fmpz_sqrtrem(r, remainder, q);  // floor(sqrt(floor(t))) == floor(sqrt(t))
  return from_floor(r, exact && remainder.is_zero(), (ae - be - shift) / 2);
}

bool overlap(const Enclosure& a, const Interval& b) {
  Number low;
  Number high;
  arf_set_mpfr(low, b.low.get());
  arf_set_mpfr(high, b.high.get());
  const bool open = !b.is_point();
  const int left = compare(a.high, low);
  if (left < 0 || (left == 0 && (open || a.high_open))) return false;
  const int right = compare(high, a.low);
  return right > 0 || (right == 0 && !open && !a.low_open);
}

namespace {

// The position of a number relative to the end of an enclosure.
enum class Side : std::uint8_t { on, nearer_zero, farther_from_zero };

constexpr slong kFar = 1 << 20;  // larger exponents over- or underflow in every format

// Converts an end, or the numbers next to it, to the input of the exact rounding.
Unrounded unrounded(const Format& f, const Number& end, bool negative, Side side) {
  const Unrounded huge{negative, 1, f.emax + 1, false};
  const Unrounded tiny{negative, 0, f.subnormal_exponent() - 2, true};
  if (!end.is_finite()) return huge;
  if (end.is_zero()) return tiny;
  arf_srcptr x = end;
  if (fmpz_cmp_si(ARF_EXPREF(x), kFar) > 0) return huge;
  if (fmpz_cmp_si(ARF_EXPREF(x), -kFar) < 0) return tiny;

  mp_srcptr limbs = nullptr;
  mp_size_t count = 0;
  ARF_GET_MPN_READONLY(limbs, count, x);
  const Wide low_limb = count > 1 ? limbs[count - 2] : 0;
  Unrounded u{negative, Wide{limbs[count - 1]} << 64 | low_limb, static_cast<int>(ARF_EXP(x)) - 128, false};
  // Arf keeps no trailing zero limbs, so a third limb means that a part is cut off. On either side of x, the number is then
  // a little larger than this.
  if (count > 2 || side == Side::farther_from_zero) {
    u.sticky = true;
  } else if (side == Side::nearer_zero) {
    u.significand -= 1;
    u.sticky = true;
  }
  return u;
}

Roundings round_all(const Format& f, const Unrounded& u) {
  Roundings r{};
  for (std::size_t i = 0; i < r.size(); ++i) r[i] = round_to(f, u, kRoundings[i]);
  return r;
}

}  // namespace

std::optional<Roundings> rounded(const Format& f, const Enclosure& e) {
  if (e.is_point()) {
    if (e.low.is_zero()) return Roundings{};
    return round_all(f, unrounded(f, e.low, e.low.sign() < 0, Side::on));
  }
  // A closed end at zero would be an exact zero, which rounds differently from the numbers next to it.
  if ((e.low.is_zero() && !e.low_open) || (e.high.is_zero() && !e.high_open)) return std::nullopt;
  const bool low_negative = e.low.sign() < 0;
  const bool high_negative = e.high.sign() <= 0;
  if (low_negative != high_negative) return std::nullopt;
  const Side inward_low = low_negative ? Side::nearer_zero : Side::farther_from_zero;
  const Side inward_high = high_negative ? Side::farther_from_zero : Side::nearer_zero;
  const Roundings low = round_all(f, unrounded(f, e.low, low_negative, e.low_open ? inward_low : Side::on));
  const Roundings high = round_all(f, unrounded(f, e.high, high_negative, e.high_open ? inward_high : Side::on));
  return low == high ? std::optional(low) : std::nullopt;
}

namespace {

std::string decimal(const Number& x) {
  if (!x.is_finite()) return x.sign() < 0 ? "-inf" : "inf";
  if (fmpz_cmpabs(ARF_EXPREF(static_cast<arf_srcptr>(x)), Integer(kFar)) > 0) return x.sign() < 0 ? "-2^(far)" : "2^(far)";
  const std::unique_ptr<char, void (*)(void*)> digits(arb_get_str(Ball(x), 40, ARB_STR_NO_RADIUS), flint_free);
  return digits.get();
}

}  // namespace

std::string text(const Enclosure& e) {
  std::string s = e.low_open ? "(" : "[";
  return s.append(decimal(e.low)).append(", ").append(decimal(e.high)).append(e.high_open ? ")" : "]");
}

}  // namespace classay::arb
