// Makes numbers of a format for strategies: by exponent, next to a number, or with few significant bits. All of it is
// integer arithmetic.
#pragma once

#include <algorithm>
#include <bit>

#include "reference/inputs/inputs.h"
#include "reference/number/rounding.h"

namespace classay::numbers {

// Returns the exponent of the leading bit of a finite nonzero number.
constexpr int exponent_of(const Format& f, Bits b) {
  const Dyadic d = decode(f, b);
  return d.exponent + static_cast<int>(std::bit_width(d.significand)) - 1;
}

constexpr Bits signed_by_chance(const Format& f, Bits b, CounterRandom& random) { return random.coin() ? b : f.negate(b); }

// Returns a positive number whose leading bit has this exponent, clamped to the format's range. One number in four has few
// significant bits, because exact and half-way results need such operands.
constexpr Bits of_exponent(const Format& f, int exponent, CounterRandom& random) {
  const int e = std::clamp(exponent, f.subnormal_exponent(), f.emax);
  Bits fraction = random.next() & f.fraction_mask();
  if (random.below(4) == 0) fraction &= ~(f.fraction_mask() >> random.below(static_cast<std::uint64_t>(f.precision)));
  if (e >= f.emin()) return static_cast<Bits>(e + f.emax) << static_cast<unsigned>(f.fraction_bits()) | fraction;
  const int leading = e - f.subnormal_exponent();
  return Bits{1} << static_cast<unsigned>(leading) | (fraction >> static_cast<unsigned>(f.fraction_bits() - leading));
}

constexpr int any_exponent(const Format& f, CounterRandom& random) {
  return static_cast<int>(random.between(f.subnormal_exponent(), f.emax));
}
constexpr int moderate_exponent(const Format& f, CounterRandom& random) {
  const int e = std::min(20, f.emax / 2);
  const auto any = static_cast<int>(random.between(-e, e));
  return any / (random.coin() ? 1 : 4);
}

// Returns any finite nonzero number. Half of them are of moderate size.
constexpr Bits anywhere(const Format& f, CounterRandom& random) {
  const int e = random.coin() ? any_exponent(f, random) : moderate_exponent(f, random);
  return signed_by_chance(f, of_exponent(f, e, random), random);
}
constexpr Bits moderate(const Format& f, CounterRandom& random) {
  return signed_by_chance(f, of_exponent(f, moderate_exponent(f, random), random), random);
}

// Moves b by a number of steps, but not beyond infinity.
constexpr Bits moved(const Format& f, Bits b, std::int64_t steps) {
  const std::int64_t end = ordered(f, f.infinity());
  const std::int64_t at = std::clamp(ordered(f, b) + steps, -end, end);
  return at == 0 ? f.zero(f.is_negative(b)) : from_ordered(f, at);
}
// Moves b by 0 to 3 steps in either direction.
constexpr Bits beside(const Format& f, Bits b, CounterRandom& random) { return moved(f, b, random.between(-3, 3)); }
// Moves b by a distance of any magnitude, up to half of b.
constexpr Bits near(const Format& f, Bits b, CounterRandom& random) {
  const auto bits = static_cast<unsigned>(random.below(static_cast<std::uint64_t>(f.precision)));
  const auto steps = static_cast<std::int64_t>(random.next() & ((Bits{1} << bits) - 1));
  return moved(f, b, random.coin() ? steps : -steps);
}

// Returns significand * 2^exponent, rounded.
inline Bits rounded_number(const Format& f, bool negative, Wide significand, int exponent, Rounding mode = Rounding::rne) {
  return round_to(f, {.negative = negative, .significand = significand, .exponent = exponent, .sticky = false}, mode);
}

// Returns an odd number of exactly `bits` bits. Precondition: 1 <= bits <= 63.
constexpr std::uint64_t odd_of_bits(int bits, CounterRandom& random) {
  const std::uint64_t top = std::uint64_t{1} << static_cast<unsigned>(bits - 1);
  return top | (random.next() & (top - 1)) | 1;
}

// Returns log2 of a finite nonzero number to about 2^-45, with basic operations of double.
double binary_logarithm(const Format& f, Bits b);
// Returns the number nearest to x, or infinity beyond the format. x must be 0 or well within the range of double.
Bits from_double(const Format& f, double x);

}  // namespace classay::numbers
