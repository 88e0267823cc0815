// Provides helpers of the families of functions: reading arguments, building outcomes, and e^y for any y.
#pragma once

#include "reference/arb/functions.h"

namespace classay::arb {

inline bool all_finite(const Call& call) {
  for (const Value& v : call.args) {
    if (is_float(v.type) && !is_finite(v)) return false;
  }
  return true;
}

template <class... Components>
Outcome outcome(Components&&... c) {
  std::vector<Component> r;
  r.reserve(sizeof...(c));
  (r.emplace_back(std::forward<Components>(c)), ...);
  return r;
}

inline Outcome zero() { return outcome(Enclosure::point(Number())); }
inline Outcome point(const Number& x) { return outcome(Enclosure::point(x)); }

// Returns f(x) for a function of Arb at an exact argument.
template <class F>
Enclosure apply(F&& f, const Number& x, slong precision) {
  Ball r;
  f(r, Ball(x), precision);
  return Enclosure::of(r, precision);
}

// Larger exponents over- or underflow in every format, with room for products of a few such numbers.
inline constexpr slong kHugeExponent = 1 << 20;
inline Enclosure overflowing() { return Enclosure::between(Number::power_of_two(kHugeExponent), Number::infinity(false)); }
inline Enclosure underflowing() { return Enclosure::between(Number(), Number::power_of_two(-kHugeExponent)); }
// Returns whether |x| is at least 2^exponent.
inline bool at_least(const Number& x, slong exponent) { return arf_cmpabs_2exp_si(x, exponent) >= 0; }

// Returns e^y, where the sign of y is known even if the ball touches zero.
Enclosure exponential(const Ball& y, bool positive, slong precision);

}  // namespace classay::arb
