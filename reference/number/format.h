// Describes binary floating-point formats as data: width, precision and exponent range. All derived properties are integer
// arithmetic on patterns in a uint64_t: special values, classes, ordered integers, spacing. No host floating-point operation
// decides anything here. A new format is one line.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <string_view>

namespace classay {

using Bits = std::uint64_t;

// A structural type, so that inner loops may take a format as a template argument.
struct Format {
  int width;      // bits of storage
  int precision;  // bits of the significand, including the hidden one
  int emax;       // exponent of the largest finite number, which lies in [2^emax, 2^(emax+1))

  constexpr bool operator==(const Format&) const = default;

  constexpr int fraction_bits() const { return precision - 1; }
  constexpr int emin() const { return 1 - emax; }                                // exponent of the smallest normal number
  constexpr int subnormal_exponent() const { return emin() - fraction_bits(); }  // exponent of the smallest subnormal

  constexpr Bits sign_bit() const { return Bits{1} << (width - 1); }
  constexpr Bits mask() const { return sign_bit() | (sign_bit() - 1); }
  constexpr Bits fraction_mask() const { return (Bits{1} << fraction_bits()) - 1; }
  constexpr Bits infinity() const { return (sign_bit() - 1) & ~fraction_mask(); }
  constexpr Bits quiet_nan() const { return infinity() | (Bits{1} << (fraction_bits() - 1)); }
  constexpr Bits max_finite() const { return infinity() - 1; }
  constexpr Bits min_normal() const { return Bits{1} << fraction_bits(); }
  constexpr Bits min_subnormal() const { return 1; }
  constexpr Bits one() const { return Bits(emax) << fraction_bits(); }

  constexpr bool is_negative(Bits b) const { return (b & sign_bit()) != 0; }
  constexpr Bits magnitude(Bits b) const { return b & (sign_bit() - 1); }
  constexpr Bits negate(Bits b) const { return b ^ sign_bit(); }
  constexpr bool is_nan(Bits b) const { return magnitude(b) > infinity(); }
  constexpr bool is_signaling(Bits b) const { return is_nan(b) && magnitude(b) < quiet_nan(); }
  constexpr bool is_infinite(Bits b) const { return magnitude(b) == infinity(); }
  constexpr bool is_finite(Bits b) const { return magnitude(b) < infinity(); }
  constexpr bool is_zero(Bits b) const { return magnitude(b) == 0; }
  constexpr bool is_subnormal(Bits b) const { return magnitude(b) - 1 < min_normal() - 1; }
  constexpr bool is_normal(Bits b) const { return is_finite(b) && magnitude(b) >= min_normal(); }
  constexpr Bits zero(bool negative) const { return negative ? sign_bit() : 0; }
  constexpr Bits infinity(bool negative) const { return zero(negative) | infinity(); }
};

inline constexpr Format kF16{.width = 16, .precision = 11, .emax = 15};
inline constexpr Format kF32{.width = 32, .precision = 24, .emax = 127};
inline constexpr Format kF64{.width = 64, .precision = 53, .emax = 1023};
inline constexpr Format kBf16{.width = 16, .precision = 8, .emax = 127};

// A finite number, exactly: (-1)^negative * significand * 2^exponent.
struct Dyadic {
  bool negative = false;
  std::uint64_t significand = 0;
  int exponent = 0;
};

// Returns the value of a finite pattern. The exponent is that of the last place, also for zero. Precondition:
// f.is_finite(b).
constexpr Dyadic decode(const Format& f, Bits b) {
  const int biased = static_cast<int>(f.magnitude(b) >> f.fraction_bits());
  const Bits fraction = b & f.fraction_mask();
  if (biased == 0) return {f.is_negative(b), fraction, f.subnormal_exponent()};
  return {f.is_negative(b), fraction | f.min_normal(), f.subnormal_exponent() + biased - 1};
}

// Returns an integer in the order of values: -0 and +0 both give 0, and neighbours differ by one. NaN has no position.
constexpr std::int64_t ordered(const Format& f, Bits b) {
  const auto m = static_cast<std::int64_t>(f.magnitude(b));
  return f.is_negative(b) ? -m : m;
}
constexpr Bits from_ordered(const Format& f, std::int64_t i) {
  return i < 0 ? f.sign_bit() | static_cast<Bits>(-i) : static_cast<Bits>(i);
}

// Returns the exponent of the spacing in the binade of a value whose leading bit has weight 2^e. Subnormals share one
// spacing, and beyond the largest finite number the spacing stays that of the last binade (section "Relative Error as
// ULPs").
constexpr int spacing_exponent(const Format& f, int e) {
  if (e < f.emin()) e = f.emin();
  if (e > f.emax) e = f.emax;
  return e - f.fraction_bits();
}

}  // namespace classay
