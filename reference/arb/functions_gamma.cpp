// Implements the gamma functions. Arb evaluates arguments of moderate size. Far from zero, monotonicity or the reflection
// formula is enough.
#include <arb_hypgeom.h>

#include "reference/arb/helpers.h"

namespace classay::arb {
namespace {

constexpr slong kLargeExponent = 17;  // gamma of 2^17 exceeds 2^kHugeExponent, and its reciprocal is below 2^-kHugeExponent

bool is_pole(const Number& x) { return x.sign() <= 0 && x.is_integer(); }

// Returns the sign of gamma at x, not a pole: negative between -1 and 0, -3 and -2, and so on.
bool gamma_is_negative(const Number& x) { return x.sign() < 0 && x.floor().is_odd(); }

// Returns gamma far from zero: overflow for x > 0. For x < 0, |gamma(x)| = pi / (|sin(pi x)| gamma(1 - x)). Any f64 beyond
// 2^17 that is not an integer is at least 2^-36 away from one, so that 1 / |sin(pi x)| < 2^36.
Enclosure far_gamma(const Number& x) {
  if (x.sign() > 0) return overflowing();
  return gamma_is_negative(x) ? negate(underflowing()) : underflowing();
}

}  // namespace

Outcome tgamma(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (is_pole(x)) return std::nullopt;
  if (at_least(x, kLargeExponent)) return outcome(far_gamma(x));
  if (x.is_integer() && !at_least(x, 11)) {
    Integer factorial;
    fmpz_fac_ui(factorial, static_cast<ulong>(arf_get_si(x, ARF_RND_DOWN) - 1));
    return point(Number::of(factorial, 0));
  }
  Enclosure e = apply(arb_hypgeom_gamma, x, p);
  if (at_least(x, 0)) return outcome(std::move(e));
  // gamma(x) = gamma(1 + x) / x. gamma(1 + x) < 1 for 0 < x < 1 and > 1 for -1 < x < 0, so the result is below 1 / x in both
  // cases.
  return outcome(std::move(e).below(quotient(Number::of(1), x, p).high));
}

namespace {

// Returns log |gamma(x)| of a negative x that is not an integer: log(pi / |sin(pi x)|) - log gamma(1 - x).
Enclosure reflected_log_gamma(const Number& x, slong p) {
  Ball sine;
  arb_sin_pi(sine, Ball(x), p);
  arb_abs(sine, sine);
  Ball value;
  arb_const_pi(value, p);
  arb_div(value, value, sine, p);
  arb_log(value, value, p);
  Ball mirror;
  arb_sub_arf(mirror, Ball(Number::of(1)), x, p);
  arb_hypgeom_lgamma(mirror, mirror, p);
  arb_sub(value, value, mirror, p);
  return Enclosure::of(value, p);
}

std::optional<Enclosure> log_gamma(const Call& call, slong p) {
  if (!all_finite(call)) return std::nullopt;
  const Number x = number(call.args[0]);
  if (is_pole(x)) return std::nullopt;
  if (compare(x, 1) == 0 || compare(x, 2) == 0) return Enclosure::point(Number());
  return x.sign() > 0 ? apply(arb_hypgeom_lgamma, x, p) : reflected_log_gamma(x, p);
}

}  // namespace

Outcome lgamma(const Call& call, slong p) {
  auto e = log_gamma(call, p);
  return e ? outcome(std::move(*e)) : std::nullopt;
}

Outcome lgamma_r(const Call& call, slong p) {
  auto e = log_gamma(call, p);
  if (!e) return std::nullopt;
  return outcome(std::move(*e), Component(gamma_is_negative(number(call.args[0])) ? -1 : 1));
}

}  // namespace classay::arb
