// Implements exponentials, logarithms, powers with a fixed exponent, and error functions.
#include <arb_hypgeom.h>

#include "reference/arb/helpers.h"

namespace classay::arb {
namespace {

// Returns b^x for a base given by its logarithm, except where x makes the result exact.
Enclosure exponential_of_base(void (*logarithm)(arb_t, slong), const Number& x, slong p) {
  Ball y;
  logarithm(y, p);
  arb_mul_arf(y, y, x, p);
  return exponential(y, x.sign() > 0, p);
}

}  // namespace

Outcome exp(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.is_zero()) return point(Number::of(1));
  return outcome(exponential(Ball(x), x.sign() > 0, p));
}

Outcome exp2(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.is_integer() && !at_least(x, 20)) return point(Number::power_of_two(arf_get_si(x, ARF_RND_DOWN)));
  return outcome(exponential_of_base(arb_const_log2, x, p));
}

Outcome exp10(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.is_integer() && x.sign() >= 0 && !at_least(x, 10)) {  // larger powers overflow
    Integer power;
    fmpz_ui_pow_ui(power, 10, static_cast<ulong>(arf_get_si(x, ARF_RND_DOWN)));
    return point(Number::of(power, 0));
  }
  return outcome(exponential_of_base(arb_const_log10, x, p));
}

Outcome expm1(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.is_zero()) return zero();
  if (at_least(x, 21)) {
    if (x.sign() > 0) return outcome(overflowing());
    return outcome(Enclosure::between(Number::of(-1), Number::of(-1) + Number::power_of_two(-4096)));
  }
  return outcome(apply(arb_expm1, x, p).above(x).above(Number::of(-1)));
}

namespace {

Outcome logarithm(const Call& call, slong p, ulong base) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.sign() <= 0) return std::nullopt;
  if (arf_is_one(x)) return zero();
  if (base == 0) return outcome(apply(arb_log, x, p));
  return outcome(apply([base](arb_t r, const arb_t y, slong q) { arb_log_base_ui(r, y, base, q); }, x, p));
}

}  // namespace

Outcome log(const Call& call, slong p) { return logarithm(call, p, 0); }
Outcome log2(const Call& call, slong p) { return logarithm(call, p, 2); }
Outcome log10(const Call& call, slong p) { return logarithm(call, p, 10); }

Outcome log1p(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (compare(x, -1) <= 0) return std::nullopt;
  if (x.is_zero()) return zero();
  return outcome(apply(arb_log1p, x, p).below(x));
}

Outcome sqrt(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.sign() < 0) return std::nullopt;
  return outcome(root(x, 2, p));
}

Outcome rsqrt(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.sign() <= 0) return std::nullopt;
  return outcome(root_of_quotient(Number::of(1), x, p));
}

Outcome cbrt(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  Enclosure r = root(absolute(x), 3, p);
  return outcome(x.sign() < 0 ? negate(std::move(r)) : std::move(r));
}

Outcome recip(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.is_zero()) return std::nullopt;
  return outcome(quotient(Number::of(1), x, p));
}

Outcome erf(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (x.is_zero()) return zero();
  const Number one = Number::of(x.sign());
  // 1 - erf(x) < e^-x^2 for x >= 1
  if (at_least(x, 6))
    return outcome(Enclosure::between(Number::of(-1), Number::of(1)).farther_than(one - scaled(one, -4096)));
  return outcome(apply(arb_hypgeom_erf, x, p).nearer_than(one));
}

Outcome erfc(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  const Number one = Number::of(1);
  if (x.is_zero()) return point(one);
  if (x.sign() > 0) {
    if (at_least(x, 11)) return outcome(underflowing());
    return outcome(apply(arb_hypgeom_erfc, x, p).above(Number()).below(one));
  }
  const Number two = Number::of(2);
  if (at_least(x, 6)) return outcome(Enclosure::between(two - Number::power_of_two(-4096), two));
  return outcome(apply(arb_hypgeom_erfc, x, p).above(one).below(two));
}

}  // namespace classay::arb
