// Converts between doubles and bits, and from patterns to doubles. Part of loops.cpp.
#pragma once

#include <type_traits>

#include "reference/bulk/loops.h"

namespace classay::bulk {
namespace {

inline constexpr int kFraction = kF64.fraction_bits();
inline constexpr std::int64_t kExponentMask = static_cast<std::int64_t>(kF64.infinity());
inline constexpr std::int64_t kFractionMask = static_cast<std::int64_t>(kF64.fraction_mask());
inline constexpr std::int64_t kMagnitudeMask = kExponentMask | kFractionMask;
inline constexpr std::int64_t kSignMask = ~kMagnitudeMask;

constexpr std::int64_t bits(double x) { return __builtin_bit_cast(std::int64_t, x); }
constexpr double number(std::int64_t b) { return __builtin_bit_cast(double, b); }
constexpr double magnitude(double x) { return number(bits(x) & kMagnitudeMask); }
constexpr double power_of_two(int exponent) { return number(static_cast<std::int64_t>(exponent + kF64.emax) << kFraction); }
inline constexpr double kInfinity = number(kExponentMask);

template <Format f>
using Word = std::conditional_t<f.width == 16, std::uint16_t, std::uint32_t>;

inline double value_of(std::uint32_t b) { return __builtin_bit_cast(float, b); }

inline double value_of(std::uint16_t b) {
  constexpr int shift = kFraction - kF16.fraction_bits();
  constexpr std::int64_t rebias = static_cast<std::int64_t>(kF64.emax - kF16.emax) << kFraction;
  const std::int64_t m = static_cast<std::int64_t>(b & 0x7fff) << shift;
  const double normal = number(m + rebias);
  // A subnormal gets the exponent of the smallest normal number, which adds a leading bit. The subtraction removes it.
  const double subnormal = number(m + rebias + (std::int64_t{1} << kFraction)) - power_of_two(kF16.emin());
  double x = b & 0x7c00 ? normal : subnormal;
  x = (b & 0x7c00) == 0x7c00 ? number(m | kExponentMask) : x;
  return number(bits(x) | static_cast<std::int64_t>(b & 0x8000) << 48);
}

}  // namespace
}  // namespace classay::bulk
