#include <array>
#include <limits>

#include "harness/worker/probes/group_functions.h"
#include "reference/inputs/inputs.h"
#include "reference/number/rounding.h"

namespace classay {
namespace {

constexpr std::uint64_t kBlock = 7 * 32;  // whole groups of 7 and of 32

std::vector<Bits> special_numbers(Type type, Specials specials) {
  const Type with_sign = integer_type(width(type), true);
  if (!is_float(type)) return {0, 1, mask(type), greatest_of(with_sign), least_of(with_sign)};
  const Format& f = format(type);
  std::vector<Bits> all{f.zero(false), f.zero(true), f.min_normal(), f.max_finite(), f.negate(f.max_finite())};
  if (specials.infinities) all.insert(all.end(), {f.infinity(false), f.infinity(true)});
  if (specials.subnormals) all.insert(all.end(), {f.min_subnormal(), f.negate(f.min_normal() - 1)});
  return all;
}

// Returns a normal number, or any integer. Of eight numbers in a row, each differs from the same number in its two lowest
// bits, or in its upper bits only.
Bits ordinary_number(Type type, std::uint64_t i) {
  CounterRandom of_row(static_cast<std::uint64_t>(type) + 2001, i / 8);
  CounterRandom own(static_cast<std::uint64_t>(type) + 2002, i);
  const auto bits = static_cast<unsigned>(width(type));
  const Bits first = of_row.next() & mask(type);
  const bool is_upper = own.below(4) == 0;
  if (!is_float(type)) return is_upper ? first ^ own.below(4) << (bits - 2) : first ^ own.below(4);
  const Format& f = format(type);
  const Bits normal = (first & (f.sign_bit() | f.fraction_mask())) | f.one();
  return is_upper ? f.negate(normal) : normal ^ own.below(4);
}

}  // namespace

int unit_of(Type type) {
  if (!is_float(type)) return 0;
  return width(type) == 16 ? -10 : width(type) == 32 ? -30 : -60;
}

Bits bits_of_units(Type type, Units units) {
  if (!is_float(type)) return static_cast<Bits>(units) & mask(type);
  const bool is_negative = units < 0;
  // Without its trailing zeros, a number of the format has at most 64 bits.
  int exponent = unit_of(type);
  Units magnitude = is_negative ? -units : units;
  while (magnitude != 0 && magnitude % 2 == 0) {
    magnitude /= 2;
    ++exponent;
  }
  const Unrounded exact{is_negative, static_cast<std::uint64_t>(magnitude), exponent, false};
  return round_to(format(type), exact, Rounding::rne);
}

std::optional<Units> units_of(Type type, Bits bits) {
  if (!is_float(type)) {
    const Value v{type, bits};
    return is_signed(type) ? Units{as_signed(v)} : Units{v.bits};
  }
  if (!format(type).is_finite(bits)) return std::nullopt;
  const Dyadic d = decode(format(type), bits);
  const int shift = d.exponent - unit_of(type);
  auto magnitude = Units{d.significand};
  if (shift >= 0 && shift < 60) {
    magnitude <<= shift;
  } else if (shift < 0 && shift > -60 && (magnitude >> -shift << -shift) == magnitude) {
    magnitude >>= -shift;
  } else if (magnitude != 0) {
    return std::nullopt;
  }
  return d.negative ? -magnitude : magnitude;
}

Bits least_of(Type type) {
  return is_float(type) ? format(type).infinity(true) : is_signed(type) ? mask(type) ^ mask(type) >> 1U : 0;
}
Bits greatest_of(Type type) {
  return is_float(type) ? format(type).infinity() : is_signed(type) ? mask(type) >> 1U : mask(type);
}

// Numbers to add are not zero, since the sign of a zero depends on the order of additions. Sums of signed integers stay in
// range; unsigned ones wrap.
std::vector<Bits> given_numbers(Type type, Given given, Specials specials, std::uint64_t count) {
  const std::vector<Bits> special = special_numbers(type, specials);
  std::vector<Bits> all;
  for (std::uint64_t i = 0; i < count; ++i) {
    CounterRandom random(static_cast<std::uint64_t>(type) + 1, i);
    if (given == Given::any) {
      all.push_back(random.below(6) == 0 ? special[random.below(special.size())] : ordinary_number(type, i));
      continue;
    }
    // For 8 bits the sum of 61 numbers stays below 128.
    Units units = static_cast<Units>(random.between(1, width(type) == 8 ? 2 : 8)) << -unit_of(type);
    if (given == Given::large && is_float(type)) {
      const auto digits = static_cast<unsigned>(format(type).precision);
      units = static_cast<Units>(random.next() >> (64U - digits) | 1U) << random.below(width(type) == 16 ? 4 : 20);
    } else if (given == Given::large) {
      const int digits = !is_signed(type) ? width(type) : width(type) == 8 ? 2 : width(type) - 8;
      units = static_cast<Units>(random.next() >> (64U - static_cast<unsigned>(digits)) | 1U);
    }
    const bool can_be_negative = is_float(type) || is_signed(type);
    all.push_back(bits_of_units(type, can_be_negative && random.coin() ? -units : units));
  }
  return all;
}

// Limits the factors other than one, so that products stay in range: one of eight numbers (of 16, for 8 bits), or all within
// a fifth of one.
std::vector<Bits> given_factors(Type type, Given given, std::uint64_t count) {
  const std::uint64_t distance = width(type) == 8 ? 16 : 8;
  std::vector<Bits> all;
  for (std::uint64_t i = 0; i < count; ++i) {
    CounterRandom random(static_cast<std::uint64_t>(type) + 901, i);
    const bool is_alike = i / kBlock == 2;
    const bool is_negative = !is_alike && random.coin();
    if (!is_float(type)) {
      const bool is_any = given != Given::small && !is_signed(type) && !is_alike;
      const Bits one = !is_alike && i % distance == 3 ? 2 : 1;
      all.push_back(is_any ? random.next() & mask(type) : (is_negative && is_signed(type) ? ~one + 1 : one) & mask(type));
      continue;
    }
    const Format& f = format(type);
    const auto digits = static_cast<unsigned>(f.precision) - 1;
    Bits bits = f.one();
    if (!is_alike && given == Given::small && i % 8 == 3) {
      bits = random.coin() ? bits + (Bits{1} << digits) : bits - (Bits{1} << digits);
    } else if (!is_alike && given != Given::small) {
      const Bits fifth = (Bits{1} << digits) / 5;
      bits = random.coin() ? bits + random.below(fifth) : bits - random.below(2 * fifth);
    }
    all.push_back(bits | (is_negative ? f.sign_bit() : 0));
  }
  return all;
}

// By block: how many of eight predicates are true, and how many of eight work-items take part. Predicates are true by any
// bit.
std::vector<Said> given_words() {
  constexpr std::array<std::int32_t, 6> kTruths{1, 4, -8, 0x100, 0x10000, std::numeric_limits<std::int32_t>::min()};
  constexpr std::array<std::uint64_t, 6> kTrueOf8{0, 8, 1, 7, 4, 4};
  constexpr std::array<std::uint64_t, 6> kJoiningOf8{4, 4, 8, 4, 8, 1};
  std::vector<Said> all;
  for (std::uint64_t i = 0; i < kGivenNumbers; ++i) {
    CounterRandom random(907, i);
    const std::uint64_t block = i / kBlock;
    const bool is_true = random.below(8) < kTrueOf8.at(block);
    const std::int32_t truth = kTruths.at(random.below(kTruths.size()));
    all.push_back({.predicate = is_true ? truth : 0, .joins = random.below(8) < kJoiningOf8.at(block) ? 1 : 0});
  }
  return all;
}

}  // namespace classay
