// The exact functions in doubles, which hold all numbers of f16 and f32 and what these functions make of them: every step is
// exact, or rounds to an integer on purpose. Part of loops_body.h.
#pragma once

#include "reference/bulk/loops_number.h"

namespace classay::bulk {
namespace {

inline constexpr double kAllAreIntegers = 0x1p52;

// NaN and infinities are their own integers.
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
  return magnitude - r >= 0.5 ? r + 1 : r;  // an infinity less itself is not
}

// Results have the sign of the argument, zeros too.
inline double with_sign_of(double magnitude, double x) { return number(bits(magnitude) | (bits(x) & kSignMask)); }

template <ExactFunction function>
double exact_value(double x) {
  const double m = magnitude(x);
  if constexpr (function == ExactFunction::fabs) return m;
  if constexpr (function == ExactFunction::rint) return with_sign_of(nearest_even(m), x);
  if constexpr (function == ExactFunction::round) return with_sign_of(nearest_away(m), x);
  if constexpr (function == ExactFunction::trunc) return with_sign_of(next_below(m), x);
  const double down = next_below(m);
  const double up = next_above(m);
  if constexpr (function == ExactFunction::floor) return with_sign_of(x < 0 ? up : down, x);
  if constexpr (function == ExactFunction::ceil) return with_sign_of(x < 0 ? down : up, x);
  if constexpr (function == ExactFunction::logb) {
    // Small integers become doubles in the last places of a large one.
    constexpr double large = 0x1.8p52;
    const auto biased = static_cast<std::int64_t>(static_cast<std::uint64_t>(bits(m)) >> kFraction);
    const double e = number(bits(large) + biased - kF64.emax) - large;
    const double of_finite = m > 0 ? e : -kInfinity;
    return m < kInfinity ? of_finite : m;
  }
}

template <Format f, ExactFunction function>
void exact_values(Bits first, double* __restrict values, int count) {
  const auto from = static_cast<std::uint32_t>(first);
  for (int i = 0; i < count; ++i) {
    values[i] = exact_value<function>(value_of(static_cast<Word<f>>(from + static_cast<std::uint32_t>(i))));
  }
}

}  // namespace
}  // namespace classay::bulk
