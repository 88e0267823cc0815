// Numbers of a format that strategies are made of: by exponent, beside each other, with few bits. In integer arithmetic.
#pragma once

#include <algorithm>
#include <bit>

#include "reference/inputs/inputs.h"
#include "reference/number/rounding.h"

namespace classay::numbers {

// Where the leading bit of a finite number other than zero is.
constexpr int exponent_of(const Format& f, Bits b) {
  const Dyadic d = decode(f, b);
  return d.exponent + static_cast<int>(std::bit_width(d.significand)) - 1;
}

constexpr Bits signed_by_chance(const Format& f, Bits b, CounterRandom& random) { return random.coin() ? b : f.negate(b); }

// A positive number whose leading bit has this weight; the exponent is brought into the format's range. One in four has few
// bits, which is what exact and half-way results are made of.
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

// Any finite number but zero: half of them of moderate size.
constexpr Bits anywhere(const Format& f, CounterRandom& random) {
  const int e = random.coin() ? any_exponent(f, random) : moderate_exponent(f, random);
  return signed_by_chance(f, of_exponent(f, e, random), random);
}
constexpr Bits moderate(const Format& f, CounterRandom& random) {
  return signed_by_chance(f, of_exponent(f, moderate_exponent(f, random), random), random);
}

// So many steps away, but not beyond infinity.
constexpr Bits moved(const Format& f, Bits b, std::int64_t steps) {
  const std::int64_t end = ordered(f, f.infinity());
  const std::int64_t at = std::clamp(ordered(f, b) + steps, -end, end);
  return at == 0 ? f.zero(f.is_negative(b)) : from_ordered(f, at);
}
// 0, 1, 2 or 3 steps away.
constexpr Bits beside(const Format& f, Bits b, CounterRandom& random) { return moved(f, b, random.between(-3, 3)); }
// A number of steps of any size, up to half of the number.
constexpr Bits near(const Format& f, Bits b, CounterRandom& random) {
  const auto bits = static_cast<unsigned>(random.below(static_cast<std::uint64_t>(f.precision)));
  const auto steps = static_cast<std::int64_t>(random.next() & ((Bits{1} << bits) - 1));
  return moved(f, b, random.coin() ? steps : -steps);
}

// significand * 2^exponent, rounded.
inline Bits rounded_number(const Format& f, bool negative, Wide significand, int exponent, Rounding mode = Rounding::rne) {
  return round_to(f, {.negative = negative, .significand = significand, .exponent = exponent, .sticky = false}, mode);
}

// An odd number of exactly so many bits. Precondition: 1 <= bits <= 63.
constexpr std::uint64_t odd_of_bits(int bits, CounterRandom& random) {
  const std::uint64_t top = std::uint64_t{1} << static_cast<unsigned>(bits - 1);
  return top | (random.next() & (top - 1)) | 1;
}

// log2 of a finite number other than zero, to 2^-45 or so, in basic operations of double.
double binary_logarithm(const Format& f, Bits b);
// The number nearest to x, which is 0 or far within the range of double; infinity beyond the format.
Bits from_double(const Format& f, double x);

}  // namespace classay::numbers
