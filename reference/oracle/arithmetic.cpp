// Implements the core arithmetic instructions, and functions that are exact or one rounding away from exact. All but div are
// exact numbers with as many bits as needed; the working precision does not matter. Zeros have the IEEE 754 signs of
// rounding to nearest.
//
// Choices where the specifications are silent:
//   mad                 The value is that of fma; limits cover other results that a table allows.
//   OpFRem, OpFMod      A zero divisor is undefined (Kind::any). Otherwise OpFRem is fmod, and OpFMod is fmod moved to the
//                       sign of the divisor, including zeros. OpFMod(x, +-inf) is x, or the limit +-inf if the signs differ.
//   fract               If x - floor(x) lies between C, the largest number below 1, and 1, it rounds to one of the two. The
//                       fmin of the definition makes C of both, so C is the exact value.
#include <algorithm>
#include <optional>

#include "reference/number/real.h"
#include "reference/oracle/detail.h"
#include "reference/truth/truth.h"

namespace classay::oracle {
namespace {

class Integer {
 public:
  Integer() { mpz_init(z_); }
  Integer(const Integer&) = delete;
  Integer& operator=(const Integer&) = delete;
  ~Integer() { mpz_clear(z_); }
  operator mpz_ptr() { return z_; }           // NOLINT(google-explicit-constructor): to be passed to mpz_ functions
  operator mpz_srcptr() const { return z_; }  // NOLINT(google-explicit-constructor)

  bool is_zero() const { return mpz_sgn(z_) == 0; }
  bool is_odd() const { return mpz_odd_p(z_) != 0; }

 private:
  mpz_t z_;
};

// The arguments of mpz_set_ui have 32 bits on some systems.
void set(mpz_t integer, std::uint64_t value) { mpz_import(integer, 1, 1, sizeof value, 0, 0, &value); }

// |x| = quotient * |y| + rest, 0 <= rest < |y|; `divisor` and `rest` count units of 2^exponent. The exponents of f64 differ
// by at most 2098, so plain long division of integers with that many bits is fast enough, and simple to verify.
struct Division {
  Integer quotient;
  Integer rest;
  Integer divisor;
  int exponent = 0;

  Division(const Dyadic& x, const Dyadic& y) : exponent(std::min(x.exponent, y.exponent)) {
    Integer dividend;
    set(dividend, x.significand);
    mpz_mul_2exp(dividend, dividend, static_cast<mp_bitcnt_t>(x.exponent - exponent));
    set(divisor, y.significand);
    mpz_mul_2exp(divisor, divisor, static_cast<mp_bitcnt_t>(y.exponent - exponent));
    mpz_tdiv_qr(quotient, rest, dividend, divisor);
  }

  bool is_exact() const { return rest.is_zero(); }

  // Takes the multiple above |x|; the rest is then |y| - rest below it.
  void take_next_quotient() {
    mpz_add_ui(quotient, quotient, 1);
    mpz_sub(rest, divisor, rest);
  }

  // Rounds to the nearest quotient, to the even one at a tie. Returns whether that is the one above.
  bool round_to_nearest() {
    Integer twice;
    mpz_mul_2exp(twice, rest, 1);
    const int side = mpz_cmp(twice, divisor);
    const bool up = side > 0 || (side == 0 && quotient.is_odd());
    if (up) take_next_quotient();
    return up;
  }

  Truth signed_rest(bool negative) const {
    if (is_exact()) return Truth::zero(negative);
    Real r(static_cast<Precision>(std::max<std::size_t>(mpz_sizeinbase(rest, 2), MPFR_PREC_MIN)));
    mpfr_set_z_2exp(r, rest, exponent, MPFR_RNDN);  // exact: as many bits as the integer has
    if (negative) mpfr_neg(r, r, MPFR_RNDN);
    return Truth::of(r);
  }
};

// Returns the special results that all remainders share (C99 F.9.7): NaN for a NaN, an infinite x or a zero y; x itself for
// an infinite y.
std::optional<Truth> special_remainder(const Value& x, const Value& y) {
  if (is_nan(x) || is_nan(y) || is_infinite(x) || is_zero(y)) return Truth::not_a_number();
  if (is_infinite(y)) return Truth::of(format(x.type), x.bits);
  return std::nullopt;
}

Division division(const Value& x, const Value& y) {
  return {decode(format(x.type), x.bits), decode(format(y.type), y.bits)};
}

Truth truncated_remainder(const Value& x, const Value& y) {
  if (std::optional<Truth> special = special_remainder(x, y)) return *std::move(special);
  return division(x, y).signed_rest(is_negative(x));
}

// Returns the two results of remquo. The quotient has the sign of x / y and as many low bits as fit an int. The
// specifications require seven bits; a judge masks the promised ones.
Truths nearest_remainder(const Value& x, const Value& y) {
  if (std::optional<Truth> special = special_remainder(x, y)) {
    return truths(*std::move(special), Truth::of_integer(int_value(Type::i32, 0)));
  }
  Division d = division(x, y);
  const bool above = d.round_to_nearest();
  const bool negative = is_negative(x) != (above && !d.is_exact());  // a zero keeps the sign of x
  const auto low_bits = static_cast<std::int64_t>(mpz_get_ui(d.quotient) & 0x7fffffff);
  const std::int64_t quotient = is_negative(x) == is_negative(y) ? low_bits : -low_bits;
  return truths(d.signed_rest(negative), Truth::of_integer(int_value(Type::i32, quotient)));
}

Truth floored_remainder(const Value& x, const Value& y) {
  const bool differ = is_negative(x) != is_negative(y);
  if (std::optional<Truth> special = special_remainder(x, y)) {
    if (special->kind == Truth::Kind::nan) return *std::move(special);
    if (is_zero(x)) return Truth::zero(is_negative(y));
    return differ ? Truth::infinity(is_negative(y)) : *std::move(special);
  }
  Division d = division(x, y);
  if (differ && !d.is_exact()) d.take_next_quotient();
  return d.signed_rest(is_negative(y));
}

Truth fused(const Call& call) {
  return Truth::of(exact_sum(exact_product(argument(call, 0), argument(call, 1)), argument(call, 2)));
}

}  // namespace

Truths add(const Call& call, Precision) { return truths(Truth::of(exact_sum(argument(call, 0), argument(call, 1)))); }
Truths sub(const Call& call, Precision) { return truths(Truth::of(exact_difference(argument(call, 0), argument(call, 1)))); }
Truths mul(const Call& call, Precision) { return truths(Truth::of(exact_product(argument(call, 0), argument(call, 1)))); }
Truths div(const Call& call, Precision p) { return binary(call, p, mpfr_div); }
Truths fma(const Call& call, Precision) { return truths(fused(call)); }
Truths mad(const Call& call, Precision) { return truths(fused(call)); }

Truths fmod(const Call& call, Precision) { return truths(truncated_remainder(call.args[0], call.args[1])); }

Truths remainder(const Call& call, Precision) {
  Truths both = nearest_remainder(call.args[0], call.args[1]);
  both.pop_back();
  return both;
}

Truths remquo(const Call& call, Precision) { return nearest_remainder(call.args[0], call.args[1]); }

Truths frem(const Call& call, Precision) {
  if (is_zero(call.args[1])) return truths(Truth::anything());
  return truths(truncated_remainder(call.args[0], call.args[1]));
}

Truths fmod_floored(const Call& call, Precision) {
  if (is_zero(call.args[1])) return truths(Truth::anything());
  return truths(floored_remainder(call.args[0], call.args[1]));
}

Truths fdim(const Call& call, Precision) {
  const Real x = argument(call, 0);
  const Real y = argument(call, 1);
  if (x.is_nan() || y.is_nan()) return truths(Truth::not_a_number());
  return truths(compare(x, y) > 0 ? Truth::of(exact_difference(x, y)) : Truth::zero(false));
}

// Exact inside RealScope's exponent range, "beyond it" outside, for any int.
Truths ldexp(const Call& call, Precision p) {
  const Real x = argument(call, 0);
  const auto k = static_cast<long>(as_signed(call.args[1]));
  // p is at least the precision of x, because the shift would otherwise round.
  return truths(correctly_rounded(std::max(p, x.precision()),
                                  [&](Real& r, mpfr_rnd_t direction) { return mpfr_mul_2si(r, x, k, direction); }));
}

Truths fract(const Call& call, Precision) {
  const Format& f = format(call.type);
  const Value& v = call.args[0];
  if (is_nan(v)) return truths(Truth::not_a_number(), Truth::not_a_number());
  if (is_zero(v) || is_infinite(v)) return truths(Truth::zero(is_negative(v)), Truth::of(f, v.bits));
  const Real x = argument(call, 0);
  Real floor(x.precision());
  mpfr_floor(floor, x);
  const Real fraction = exact_difference(x, floor);
  const Real largest = exact(f, f.one() - 1);
  return truths(Truth::of(compare(fraction, largest) > 0 ? largest : fraction), Truth::of(floor));
}

}  // namespace classay::oracle
