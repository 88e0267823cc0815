#include "reference/bulk/conversions.h"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

namespace classay {
namespace {

struct Result {
  Bits bits = 0;
  bool is_open = false;
};

// The remaining bits of a right shift, and a summary of the lost bits.
struct Shifted {
  std::uint64_t kept = 0;
  bool half = false;
  bool below = false;

  constexpr bool is_inexact() const { return half || below; }
  constexpr std::uint64_t rounded(Rounding mode, bool negative) const {
    return kept + (rounds_away(mode, negative, (kept & 1) != 0, half, below) ? 1 : 0);
  }
};

constexpr Shifted shifted(std::uint64_t x, int shift) {
  if (shift <= 0) return {.kept = x};
  if (shift > 64) return {.kept = 0, .half = false, .below = x != 0};
  const std::uint64_t kept = shift == 64 ? 0 : x >> static_cast<unsigned>(shift);
  const std::uint64_t first = std::uint64_t{1} << static_cast<unsigned>(shift - 1);
  return {.kept = kept, .half = (x & first) != 0, .below = (x & (first - 1)) != 0};
}

// Decodes a finite number of any type.
template <Type type>
constexpr Dyadic number_of(Bits b) {
  if constexpr (is_float(type)) {
    return decode(format(type), b);
  } else {
    const std::int64_t i = as_signed({type, b});
    const bool negative = is_signed(type) && i < 0;
    return {.negative = negative, .significand = negative ? -static_cast<std::uint64_t>(i) : b, .exponent = 0};
  }
}

constexpr Bits beyond_largest(const Format& f, Rounding mode, bool negative) {
  const bool is_infinite = mode == Rounding::rne || mode == (negative ? Rounding::rtn : Rounding::rtp);
  return f.zero(negative) | (is_infinite ? f.infinity() : f.max_finite());
}

// Moves the leading bit to the top, and removes the bits below the last place of the format in one step. A carry out of the
// fraction increments the exponent; a carry out of the last binade gives infinity.
template <Type to, Rounding mode>
constexpr Bits to_float(const Dyadic& d) {
  constexpr Format f = format(to);
  if (d.significand == 0) return f.zero(d.negative);
  const int above = std::countl_zero(d.significand);
  const int leading = d.exponent + 63 - above;
  const int unit = std::max(leading, f.emin());
  const Shifted s = shifted(d.significand << static_cast<unsigned>(above), 64 - f.precision + unit - leading);
  if (leading > f.emax) return beyond_largest(f, mode, d.negative);
  const Bits magnitude =
      (static_cast<Bits>(unit - f.emin()) << static_cast<unsigned>(f.fraction_bits())) + s.rounded(mode, d.negative);
  return f.zero(d.negative) | magnitude;
}

// Converts through an intermediate type, if the destination has one.
template <Type to, Rounding mode>
constexpr Bits to_float_in_steps(const Dyadic& d) {
  if constexpr (info(to).through.has_value()) {
    constexpr Type first = *info(to).through;
    const Bits b = to_float<first, mode>(d);
    if (format(first).is_infinite(b)) return format(to).infinity(d.negative);
    return to_float<to, mode>(decode(format(first), b));
  }
  return to_float<to, mode>(d);
}

template <Type to>
constexpr std::uint64_t largest_magnitude(bool negative) {
  if constexpr (is_signed(to)) {
    return (mask(to) >> 1U) + (negative ? 1 : 0);
  } else {
    return negative ? 0 : mask(to);
  }
}

template <Type to>
constexpr Bits with_sign(std::uint64_t magnitude, bool negative) {
  return (negative ? -magnitude : magnitude) & mask(to);
}

// The treatment of a number that is out of an integer type's range.
enum class Beyond : std::uint8_t { open, saturates, saturates_and_nan_is_zero };

// A number is out of range before or after rounding. If either applies, the result is undefined, unless it saturates
// (docs/ambiguities.md, out-of-range-conversion).
template <Type to, Rounding mode>
constexpr Result to_integer(const Dyadic& d, Beyond beyond) {
  const bool saturate = beyond != Beyond::open;
  const std::uint64_t largest = largest_magnitude<to>(d.negative);
  const Result out = saturate ? Result{with_sign<to>(largest, d.negative)} : Result{0, true};
  if (d.exponent > std::countl_zero(d.significand)) return out;
  const Shifted s = d.exponent < 0 ? shifted(d.significand, -d.exponent)
                                   : Shifted{.kept = d.significand << static_cast<unsigned>(d.exponent)};
  const std::uint64_t magnitude = s.rounded(mode, d.negative);
  if (magnitude > largest) return out;
  if (!saturate && s.is_inexact() && s.kept >= largest) return out;
  return {with_sign<to>(magnitude, d.negative)};
}

// C99 6.3.1.3: a value that does not fit is reduced modulo 2^width.
template <Type from, Type to>
constexpr Bits between_integers(Bits b, bool saturate) {
  const Dyadic d = number_of<from>(b);
  const std::uint64_t magnitude = saturate ? std::min(d.significand, largest_magnitude<to>(d.negative)) : d.significand;
  return with_sign<to>(magnitude, d.negative);
}

template <Type from, Type to, Rounding mode, Beyond beyond>
constexpr Result converted(Bits b) {
  if constexpr (!is_float(from)) {
    if constexpr (is_float(to)) return {to_float_in_steps<to, mode>(number_of<from>(b))};
    if constexpr (!is_float(to)) return {between_integers<from, to>(b, beyond != Beyond::open)};
  } else {
    constexpr Format f = format(from);
    if constexpr (is_float(to)) {
      if (f.is_nan(b)) return {format(to).quiet_nan()};
      if (f.is_infinite(b)) return {format(to).infinity(f.is_negative(b))};
      return {to_float_in_steps<to, mode>(number_of<from>(b))};
    } else {
      if (f.is_nan(b)) return {0, beyond != Beyond::saturates_and_nan_is_zero};
      if (!f.is_infinite(b)) return to_integer<to, mode>(number_of<from>(b), beyond);
      const bool negative = f.is_negative(b);
      return beyond != Beyond::open ? Result{with_sign<to>(largest_magnitude<to>(negative), negative)} : Result{0, true};
    }
  }
}

template <Type from, Type to, Rounding mode, Beyond beyond>
void convert_all(const std::array<const Bits*, 3>& arguments, const ExactResults& results) {
  for (std::size_t i = 0; i < results.count; ++i) {
    const Result r = converted<from, to, mode, beyond>(arguments[0][i]);
    results.right[i] = r.bits;
    results.is_open[i] = r.is_open;
  }
}

// Also keeps the bits of a NaN: as_type works "without modification".
void keep_all(const std::array<const Bits*, 3>& arguments, const ExactResults& results) {
  for (std::size_t i = 0; i < results.count; ++i) {
    results.right[i] = arguments[0][i];
    results.is_open[i] = false;
  }
}

template <Type from, Type to, Beyond beyond>
ExactLoop loop_of(Rounding mode) {
  // A conversion between integers needs no rounding.
  if constexpr (!is_float(from) && !is_float(to)) return convert_all<from, to, Rounding::rne, beyond>;
  switch (mode) {
    case Rounding::rne: return convert_all<from, to, Rounding::rne, beyond>;
    case Rounding::rtp: return convert_all<from, to, Rounding::rtp, beyond>;
    case Rounding::rtn: return convert_all<from, to, Rounding::rtn, beyond>;
    case Rounding::rtz: return convert_all<from, to, Rounding::rtz, beyond>;
  }
  throw std::invalid_argument("no such rounding");
}

template <Type from, Type to>
ExactLoop loop_between(const Conversion& c) {
  if (c.keeps_bits) return keep_all;
  if constexpr (!is_float(to)) {
    if (c.nan_is_zero) return loop_of<from, to, Beyond::saturates_and_nan_is_zero>(c.rounding);
    if (c.saturate) return loop_of<from, to, Beyond::saturates>(c.rounding);
  }
  return loop_of<from, to, Beyond::open>(c.rounding);
}

using Choice = ExactLoop (*)(const Conversion&);
using Choices = std::array<Choice, kNumberTypes.size()>;

template <Type from, std::size_t... to>
constexpr Choices choices_from(std::index_sequence<to...>) {
  return {loop_between<from, kNumberTypes[to]>...};
}
template <std::size_t... from>
constexpr std::array<Choices, kNumberTypes.size()> all_choices(std::index_sequence<from...> all) {
  return {choices_from<kNumberTypes[from]>(all)...};
}
constexpr auto kChoices = all_choices(std::make_index_sequence<kNumberTypes.size()>());

// Returns the index of a type; of a boolean the number of types.
std::size_t place(Type t) { return static_cast<std::size_t>(std::ranges::find(kNumberTypes, t) - kNumberTypes.begin()); }

}  // namespace

ExactLoop conversion_loop(const Conversion& c) {
  const bool is_possible = place(c.from) < kNumberTypes.size() && place(c.to) < kNumberTypes.size() &&
                           !(c.saturate && is_float(c.to)) && !(c.nan_is_zero && !c.saturate) &&
                           !(c.keeps_bits && width(c.from) != width(c.to));
  if (!is_possible) throw std::invalid_argument("there is no such conversion");
  return kChoices.at(place(c.from)).at(place(c.to))(c);
}

}  // namespace classay
