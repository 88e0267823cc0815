#include "reference/arb/number.h"

namespace classay::arb {

Number Number::of(slong i) {
  Number r;
  arf_set_si(r, i);
  return r;
}

Number Number::of(const Integer& mantissa, slong exponent) {
  Number r;
  arf_set_fmpz(r, mantissa);
  arf_mul_2exp_si(r, r, exponent);
  return r;
}

Number Number::power_of_two(slong exponent) {
  Number r;
  arf_set_ui_2exp_si(r, 1, exponent);
  return r;
}

Number Number::infinity(bool negative) {
  Number r;
  negative ? arf_neg_inf(r) : arf_pos_inf(r);
  return r;
}

std::pair<Integer, slong> Number::odd_form() const {
  Integer mantissa;
  Integer exponent;
  arf_get_fmpz_2exp(mantissa, exponent, x_);
  return {std::move(mantissa), fmpz_get_si(exponent)};
}

Integer Number::floor() const {
  Integer r;
  arf_get_fmpz(r, x_, ARF_RND_FLOOR);
  return r;
}

Number number(Value v) {
  Number r;
  if (!is_float(v.type)) {
    if (is_signed(v.type)) {
      arf_set_si(r, as_signed(v));
    } else {
      arf_set_ui(r, v.bits);
    }
    return r;
  }
  const Dyadic d = decode(format(v.type), v.bits);
  arf_set_ui_2exp_si(r, d.significand, d.exponent);
  if (d.negative) arf_neg(r, r);
  return r;
}

Number operator+(const Number& a, const Number& b) {
  Number r;
  arf_add(r, a, b, ARF_PREC_EXACT, ARF_RND_DOWN);
  return r;
}

Number operator-(const Number& a, const Number& b) {
  Number r;
  arf_sub(r, a, b, ARF_PREC_EXACT, ARF_RND_DOWN);
  return r;
}

Number operator*(const Number& a, const Number& b) {
  Number r;
  arf_mul(r, a, b, ARF_PREC_EXACT, ARF_RND_DOWN);
  return r;
}

Number operator-(const Number& a) {
  Number r;
  arf_neg(r, a);
  return r;
}

Number absolute(const Number& a) {
  Number r;
  arf_abs(r, a);
  return r;
}

Number scaled(const Number& a, slong exponent) {
  Number r;
  arf_mul_2exp_si(r, a, exponent);
  return r;
}

}  // namespace classay::arb
