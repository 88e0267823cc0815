// Computes the exact functions in double, which represents all numbers of f16 and f32 and the results exactly. Every step is
// exact, or rounds to an integer on purpose. Part of loops.cpp and remainders.cpp.
#pragma once

#include "reference/bulk/loops_number.h"

namespace classay::bulk {
namespace {

inline constexpr double kAllAreIntegers = 0x1p52;

// NaN and infinities stay unchanged.
inline double nearest_even(double magnitude) {
  const double r = (magnitude + kAllAreIntegers) - kAllAreIntegers;
  return magnitude < kAllAreIntegers ? r : magnitude;
}

inline double next_below(double magnitude) {
  const double r = nearest_even(magnitude);
  return r > magnitude ? r - 1 : r;
}

inline double next_above(double magnitude) {
  const double r = nearest_even(magnitude);
  return r < magnitude ? r + 1 : r;
}

inline double nearest_away(double magnitude) {
  const double r = next_below(magnitude);
  return magnitude - r >= 0.5 ? r + 1 : r;  // infinity - infinity is NaN, so the comparison is false
}

// Gives the magnitude the sign of the argument, also for zeros.
inline double with_sign_of(double magnitude, double x) { return number(bits(magnitude) | (bits(x) & kSignMask)); }

// The difference between x and an adjacent integer is exact where it matters. A result near 1 is replaced by the largest
// number below 1.
template <Format f>
double fraction_above_floor(double x) {
  constexpr double largest = 1 - power_of_two(-f.fraction_bits() - 1);
  const double m = magnitude(x);
  const double fraction = x < 0 ? next_above(m) - m : m - next_below(m);
  const double v = fraction > largest ? largest : fraction;
  const double special = with_sign_of(m <= kInfinity ? 0 : m, x);  // a NaN stays one
  return m > 0 && m < kInfinity ? v : special;
}

inline double fraction(double x) {
  const double m = magnitude(x);
  return with_sign_of(m == kInfinity ? 0 : m - next_below(m), x);
}

// Adds the small integer to the last places of a large double, to convert it.
inline double exponent(double magnitude) {
  constexpr double large = 0x1.8p52;
  const auto biased = static_cast<std::int64_t>(static_cast<std::uint64_t>(bits(magnitude)) >> kFraction);
  return number(bits(large) + biased - kF64.emax) - large;
}

inline double significand(double x) {
  const double m = magnitude(x);
  const double half = number((bits(m) & ~kExponentMask) | bits(0.5));
  return m > 0 && m < kInfinity ? with_sign_of(half, x) : x;
}

inline double sign(double x) {
  const double of_number = with_sign_of(magnitude(x) == 0 ? 0 : 1, x);
  return x != x ? 0 : of_number;
}

// Below zero the sign changes at every integer, where gamma is undefined, as at zero. No specification defines a sign for
// -inf and NaN: the result is NaN.
inline double sign_of_gamma(double x) {
  const double m = magnitude(x);
  const double down = next_below(m);
  const double half = down * 0.5;
  const double of_negative = half == next_below(half) ? -1 : 1;  // between -1 and 0, between -3 and -2, and so on
  const double of_number = x > 0 ? 1 : down == m ? 0 : of_negative;
  return x != x || x == -kInfinity ? x - x : of_number;  // NOLINT(misc-redundant-expression): NaN of both
}

template <Format f, ExactFunction function>
double exact_value(double x) {
  const double m = magnitude(x);
  if constexpr (function == ExactFunction::fabs) return m;
  if constexpr (function == ExactFunction::sign) return sign(x);
  if constexpr (function == ExactFunction::negate) return number(bits(x) ^ kSignMask);
  if constexpr (function == ExactFunction::same) return x;
  if constexpr (function == ExactFunction::rint) return with_sign_of(nearest_even(m), x);
  if constexpr (function == ExactFunction::round) return with_sign_of(nearest_away(m), x);
  if constexpr (function == ExactFunction::trunc) return with_sign_of(next_below(m), x);
  if constexpr (function == ExactFunction::fraction_above_floor) return fraction_above_floor<f>(x);
  if constexpr (function == ExactFunction::fraction) return fraction(x);
  if constexpr (function == ExactFunction::significand) return significand(x);
  if constexpr (function == ExactFunction::exponent) return m > 0 && m < kInfinity ? exponent(m) + 1 : 0;
  if constexpr (function == ExactFunction::sign_of_gamma) return sign_of_gamma(x);
  const double down = next_below(m);
  const double up = next_above(m);
  if constexpr (function == ExactFunction::floor) return with_sign_of(x < 0 ? up : down, x);
  if constexpr (function == ExactFunction::ceil) return with_sign_of(x < 0 ? down : up, x);
  if constexpr (function == ExactFunction::logb) {
    const double of_finite = m > 0 ? exponent(m) : -kInfinity;
    return m < kInfinity ? of_finite : m;
  }
}

template <Format f, ExactFunction function>
void exact_values(Bits first, double* __restrict values, int count) {
  const auto from = static_cast<std::uint32_t>(first);
  for (int i = 0; i < count; ++i) {
    values[i] = exact_value<f, function>(value_of(static_cast<Word<f>>(from + static_cast<std::uint32_t>(i))));
  }
}

}  // namespace
}  // namespace classay::bulk
