// What the families of functions share: reading arguments, building outcomes, and e^y whatever the size of y.
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

// f(x) for a function of Arb at an exact argument.
template <class F>
Enclosure apply(F&& f, const Number& x, slong precision) {
  Ball r;
  f(r, Ball(x), precision);
  return Enclosure::of(r, precision);
}

// Exponents from here on over- or underflow in every format, with room for the products of a few of them.
inline constexpr slong kHugeExponent = 1 << 20;
inline Enclosure overflowing() { return Enclosure::between(Number::power_of_two(kHugeExponent), Number::infinity(false)); }
inline Enclosure underflowing() { return Enclosure::between(Number(), Number::power_of_two(-kHugeExponent)); }
// Is |x| at least 2^exponent?
inline bool at_least(const Number& x, slong exponent) { return arf_cmpabs_2exp_si(x, exponent) >= 0; }

// e^y where y is known to be positive or negative though the ball may touch zero.
Enclosure exponential(const Ball& y, bool positive, slong precision);

}  // namespace classay::arb
