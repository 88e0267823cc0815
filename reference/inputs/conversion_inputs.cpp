#include "reference/inputs/conversion_inputs.h"

#include <algorithm>

#include "reference/number/rounding.h"

namespace classay {
namespace {

unsigned below(int n, CounterRandom& random) { return static_cast<unsigned>(random.below(static_cast<std::uint64_t>(n))); }

// Exponents of the leading bits of finite numbers.
struct Exponents {
  int least = 0;
  int largest = 0;
};
Exponents exponents(Type t) {
  if (!is_float(t)) return {0, width(t) - (is_signed(t) ? 2 : 1)};
  return {format(t).subnormal_exponent(), format(t).emax};
}

// In one of four few bits are set, in one of eight all: rounded up, the exponent grows.
std::uint64_t fraction(int bits, CounterRandom& random) {
  const std::uint64_t all = bits == 0 ? 0 : ~std::uint64_t{0} >> static_cast<unsigned>(64 - bits);
  const std::uint64_t some = random.next() & all;
  switch (random.below(8)) {
    case 0: return all;
    case 1:
    case 2: return bits == 0 ? 0 : some & ~(all >> below(bits, random));
    default: return some;
  }
}

// A number, and in half of the cases half a unit more. Where source and destination have exponents in common it is there,
// one above among them: beyond the largest number.
Unrounded place_of_float(Type from, const Format& f, CounterRandom& random) {
  const Exponents source = exponents(from);
  const int least = std::max(source.least, f.subnormal_exponent() - 1);
  const int largest = std::min(source.largest, f.emax + 1);
  const bool is_largest = random.below(16) == 0;
  const int leading = is_largest ? std::min(f.emax, source.largest) : static_cast<int>(random.between(least, largest));
  const int bits = std::clamp(leading - f.subnormal_exponent(), 0, f.fraction_bits());
  const std::uint64_t tail = is_largest ? (std::uint64_t{1} << static_cast<unsigned>(bits)) - 1 : fraction(bits, random);
  const Wide significand = Wide{std::uint64_t{1} << static_cast<unsigned>(bits) | tail};
  return {
      .negative = random.coin(), .significand = 2 * significand + (random.coin() ? 1 : 0), .exponent = leading - bits - 1};
}

Unrounded place_of_integer(Type to, CounterRandom& random) {
  const int bits = width(to) - (is_signed(to) ? 1 : 0);
  const Wide limit = Wide{1} << static_cast<unsigned>(bits);
  const unsigned length = below(bits + 1, random);
  const Wide some = random.next() & ((Wide{1} << length) - 1);
  const Wide number = random.below(3) == 0 ? limit - random.below(3) : some;
  return {.negative = random.coin(), .significand = 2 * number + (random.coin() ? 1 : 0), .exponent = -1};
}

Bits integer_pattern(Type type, const Unrounded& x) {
  // Beyond 64 bits only the lowest of them count; no place lies so high that the rest matters.
  const Wide magnitude = x.exponent >= 64   ? 0
                         : x.exponent >= 0  ? x.significand << static_cast<unsigned>(x.exponent)
                         : x.exponent > -64 ? x.significand >> static_cast<unsigned>(-x.exponent)
                                            : 0;
  const auto bits = static_cast<Bits>(magnitude);
  return (x.negative ? -bits : bits) & mask(type);
}

}  // namespace

Bits near_place_of_conversion(Type from, Type to, CounterRandom& random) {
  const Unrounded place = is_float(to) ? place_of_float(from, format(to), random) : place_of_integer(to, random);
  const std::int64_t steps = random.between(-2, 2);
  if (!is_float(from)) return (integer_pattern(from, place) + static_cast<Bits>(steps)) & mask(from);
  const Format& f = format(from);
  const Bits nearest = round_to(f, place, random.coin() ? Rounding::rtz : Rounding::rne);
  if (!f.is_finite(nearest)) return nearest;
  const std::int64_t end = ordered(f, f.infinity());
  const std::int64_t at = std::clamp(ordered(f, nearest) + steps, -end, end);
  return at == 0 ? f.zero(place.negative) : from_ordered(f, at);
}

}  // namespace classay
