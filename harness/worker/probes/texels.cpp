#include "harness/worker/probes/texels.h"

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace classay {
namespace {

float number_of(Bits bits) { return std::bit_cast<float>(static_cast<std::uint32_t>(bits)); }

bool is_signed_channel(HeldType held) { return held.type == Type::i8 || held.type == Type::i16; }

double whole_number(HeldType held, Bits bits) {
  return is_signed_channel(held) ? static_cast<double>(as_signed({held.type, bits})) : static_cast<double>(bits);
}

// Returns the numerator of a channel's exact quotient; -128 and -127 both represent -1.
double numerator(HeldType held, Bits bits) { return std::fmax(whole_number(held, bits), -steps(held)); }

// ---- sRGB

// More than the error of `on_srgb_curve`, which is a few roundings of long double, about 2^-50.
constexpr double kSurely = 1e-9;

// Returns |255 * curve(linear) - held| <= limit, by MPFR with 200 bits. No f32 number lies on the limit: on the straight
// part with slope 3294.6, the product with a dyadic number is not a multiple of a tenth; on the other part results are
// irrational.
bool is_within_exactly(float linear, double held, const char* limit) {
  mpfr_t x;
  mpfr_t y;
  mpfr_inits2(200, x, y, nullptr);
  mpfr_set_flt(x, linear, MPFR_RNDN);
  if (linear < 0.0031308) {
    mpfr_set_str(y, "3294.6", 10, MPFR_RNDN);
    mpfr_mul(x, x, y, MPFR_RNDN);
  } else {
    mpfr_set_ui(y, 5, MPFR_RNDN);
    mpfr_div_ui(y, y, 12, MPFR_RNDN);
    mpfr_pow(x, x, y, MPFR_RNDN);
    mpfr_set_str(y, "269.025", 10, MPFR_RNDN);
    mpfr_mul(x, x, y, MPFR_RNDN);
    mpfr_set_str(y, "14.025", 10, MPFR_RNDN);
    mpfr_sub(x, x, y, MPFR_RNDN);
  }
  mpfr_sub_d(x, x, held, MPFR_RNDN);
  mpfr_abs(x, x, MPFR_RNDN);
  mpfr_set_str(y, limit, 10, MPFR_RNDN);
  const bool is_within = mpfr_lessequal_p(x, y) != 0;
  mpfr_clears(x, y, nullptr);
  return is_within;
}

// "if (c is NaN) c = 0.0; if (c > 1.0) c = 1.0; else if (c < 0.0) c = 0.0"
float clamped(float linear) { return linear > 0.0F ? std::fmin(linear, 1.0F) : 0.0F; }

bool is_within(float linear, Bits held, double limit, const char* exact_limit) {
  const auto wanted = static_cast<double>(held);
  const double off = std::fabs(on_srgb_curve(linear) - wanted);
  if (std::fabs(off - limit) > kSurely) return off < limit;
  return is_within_exactly(linear, wanted, exact_limit);
}

// ---- Normalized

double ulp_of_quotient(HeldType held, Bits bits, const Format& f) {
  const double quotient = std::fabs(numerator(held, bits)) / steps(held);
  const int least = f.precision == kF16.precision ? -14 : -126;
  return std::ldexp(1.0, std::max(std::ilogb(quotient), least) - f.precision + 1);
}

// Products of 24 and 16 bits fit into 53 bits, as does their difference to a nearby integer.
bool may_be_read_normalized(HeldType held, Bits bits, double x, const Format& f) {
  const double n = numerator(held, bits);
  const double one = steps(held);
  if (n == 0 || std::fabs(n) == one) return x == n / one;
  return std::fabs(x * one - n) <= 1.5 * ulp_of_quotient(held, bits, f) * one;
}

double scaled(HeldType held, Bits given) {
  const double one = steps(held);
  const double least = is_signed_channel(held) ? -one - 1 : 0;
  const double x = static_cast<double>(number_of(given)) * one;
  return x > least ? std::fmin(x, one) : least;
}

// Returns the distance of a written channel to the number that is rounded. Below -1, both -127 and -128 may be written
// (A69): both are read as -1.0.
double off_written(HeldType held, Bits given, Bits bits) {
  const double wanted = scaled(held, given);
  const double written = whole_number(held, bits);
  return wanted < -steps(held) && written == -steps(held) ? 0 : std::fabs(wanted - written);
}

// "convert_uchar_sat": "NaN should be converted to 0", which is a recommendation.
bool may_be_written_normalized(HeldType held, Bits given, Bits bits) {
  return kF32.is_nan(given) || 5 * off_written(held, given, bits) <= 3;
}

// ---- Halves and floats

struct Halves {
  Bits to_zero;
  Bits to_nearest;
};

// Precondition: not a NaN.
Halves halves(Bits given) {
  constexpr Bits kLeastNormal = 0x38800000;  // 2^-14, as a float
  constexpr Bits kTooLarge = 0x47800000;     // 2^16
  const Bits sign = (given & kF32.sign_bit()) >> 16U;
  const Bits x = kF32.magnitude(given);
  if (x == kF32.infinity()) return {sign | kF16.infinity(), sign | kF16.infinity()};
  if (x >= kTooLarge) return {sign | kF16.max_finite(), sign | kF16.infinity()};
  Bits significand = x - (Bits{112} << 23U);
  unsigned dropped = 13;
  if (x < kLeastNormal) {
    const Bits exponent = x >> 23U;
    significand = (x & kF32.fraction_mask()) | (exponent > 0 ? kF32.min_normal() : 0);
    dropped = static_cast<unsigned>(exponent > 0 ? 126 - exponent : 125);
    if (dropped > 30) return {sign, sign};
  }
  const Bits kept = significand >> dropped;
  const Bits rest = significand & ((Bits{1} << dropped) - 1);
  const Bits half = Bits{1} << (dropped - 1);
  const bool goes_up = rest > half || (rest == half && (kept & 1U) != 0);
  return {sign | kept, sign | (kept + (goes_up ? 1 : 0))};
}

bool may_be_written_half(Bits given, Bits held) {
  if (kF32.is_nan(given)) return kF16.is_nan(held);
  const Halves right = halves(given);
  if (held == right.to_zero || held == right.to_nearest) return true;
  // A subnormal argument may be treated as a zero, whose sign is unspecified.
  const bool may_vanish =
      kF16.is_subnormal(right.to_nearest) || kF16.is_subnormal(right.to_zero) || kF32.is_subnormal(given);
  return may_vanish && kF16.is_zero(held);
}

Bits float_of_half(Bits held) {
  const Bits sign = (held & kF16.sign_bit()) << 16U;
  const Bits magnitude = kF16.magnitude(held);
  if (magnitude >= kF16.infinity()) return sign | kF32.infinity();  // NaNs are judged before
  if (magnitude >= kF16.min_normal()) return sign | ((magnitude << 13U) + (Bits{112} << 23U));
  const auto subnormal = static_cast<float>(magnitude) * 0x1p-24F;
  return sign | std::bit_cast<std::uint32_t>(subnormal);
}

bool may_be_preserved(Bits given, Bits got) {
  if (kF32.is_nan(given)) return kF32.is_nan(got);
  return got == given || (kF32.is_subnormal(given) && kF32.is_zero(got));
}

// ---- Integers

Bits widened(Type held, Bits bits) {
  return is_signed(held) ? static_cast<Bits>(as_signed({held, bits})) & mask(Type::i32) : bits;
}

Bits saturated(Type held, Bits given) {
  if (!is_signed(held)) return std::min(given, mask(held));
  const auto most = static_cast<std::int64_t>(mask(held) >> 1U);
  const std::int64_t x = std::clamp(as_signed({Type::i32, given}), -most - 1, most);
  return static_cast<Bits>(x) & mask(held);
}

}  // namespace

double steps(HeldType held) {
  const Bits all = (Bits{1} << static_cast<unsigned>(held.bits)) - 1;
  return static_cast<double>(is_signed_channel(held) ? all >> 1U : all);
}

double on_srgb_curve(double linear) {
  const auto c = static_cast<long double>(linear);
  return static_cast<double>(linear < 0.0031308 ? 3294.6L * c : 269.025L * std::pow(c, 1 / 2.4L) - 14.025L);
}

ChannelConversion conversion_of(ImageFormat format, int color) {
  switch (format.type) {
    case ChannelType::unorm8:
    case ChannelType::unorm16:
    case ChannelType::snorm8:
    case ChannelType::snorm16:
    case ChannelType::unorm565:
    case ChannelType::unorm555:
    case ChannelType::unorm101010:
    case ChannelType::unorm1010102:
      return info(format.order).is_srgb && color < 3 ? ChannelConversion::srgb : ChannelConversion::normalized;
    case ChannelType::i8:
    case ChannelType::i16:
    case ChannelType::i32:
    case ChannelType::u8:
    case ChannelType::u16:
    case ChannelType::u32: return ChannelConversion::integer;
    case ChannelType::f16:
    case ChannelType::f32: return ChannelConversion::floating;
  }
  std::abort();
}

Type color_type(ChannelType type) {
  if (conversion_of({ChannelOrder::rgba, type}, 0) != ChannelConversion::integer) return Type::f32;
  return is_signed(info(type).held) ? Type::i32 : Type::u32;
}

Bits missing_color(Type color_type, int color) {
  if (color < 3) return 0;
  return is_float(color_type) ? format(color_type).one() : 1;
}

bool may_be_read(ChannelConversion conversion, HeldType held_type, Bits held, Bits got) {
  switch (conversion) {
    case ChannelConversion::normalized: return may_be_read_normalized(held_type, held, number_of(got), kF32);
    case ChannelConversion::srgb: {
      const float x = number_of(got);
      return x >= 0 && x <= 1 && is_within(x, held, 0.5, "0.5");
    }
    case ChannelConversion::integer: return got == widened(held_type.type, held);
    case ChannelConversion::floating:
      if (held_type.type == Type::f32) return may_be_preserved(held, got);
      return kF16.is_nan(held) ? kF32.is_nan(got) : got == float_of_half(held);
  }
  std::abort();
}

bool may_be_written(ChannelConversion conversion, HeldType held_type, Bits given, Bits held) {
  switch (conversion) {
    case ChannelConversion::normalized: return may_be_written_normalized(held_type, given, held);
    case ChannelConversion::srgb: return is_within(clamped(number_of(given)), held, 0.6, "0.6");
    case ChannelConversion::integer: return held == saturated(held_type.type, given);
    case ChannelConversion::floating:
      return held_type.type == Type::f32 ? may_be_preserved(given, held) : may_be_written_half(given, held);
  }
  std::abort();
}

namespace {

// Precondition: not a NaN.
double number_of_half(Bits half) { return number_of(float_of_half(half)); }

bool may_be_kept_half(Bits given, Bits got, bool may_flush) {
  if (kF16.is_nan(given)) return kF16.is_nan(got);
  return got == given || (may_flush && kF16.is_subnormal(given) && kF16.is_zero(got));
}

}  // namespace

bool may_be_read_as_half(ChannelConversion conversion, HeldType held_type, Bits held, Bits got, bool may_flush) {
  if (conversion == ChannelConversion::floating) return may_be_kept_half(held, got, may_flush);
  if (!kF16.is_finite(got)) return false;
  const double least_normal = std::ldexp(1.0, -14);
  const bool is_small = std::fabs(numerator(held_type, held)) / steps(held_type) < least_normal;
  return may_be_read_normalized(held_type, held, number_of_half(got), kF16) || (may_flush && is_small && kF16.is_zero(got));
}

bool may_be_written_of_half(ChannelConversion conversion, HeldType held_type, Bits given, Bits held, bool may_flush) {
  if (conversion == ChannelConversion::floating) return may_be_kept_half(given, held, may_flush);
  return kF16.is_nan(given) || may_be_written_normalized(held_type, float_of_half(given), held);
}

double half_reading_error(ChannelConversion conversion, HeldType held_type, Bits held, Bits got) {
  const double n = numerator(held_type, held);
  if (conversion == ChannelConversion::floating || n == 0) return 0;
  return std::fabs(number_of_half(got) * steps(held_type) - n) / (ulp_of_quotient(held_type, held, kF16) * steps(held_type));
}

double reading_error(ChannelConversion conversion, HeldType held_type, Bits held, Bits got) {
  const auto x = static_cast<double>(number_of(got));
  switch (conversion) {
    case ChannelConversion::normalized: {
      const double n = numerator(held_type, held);
      if (n == 0) return 0;
      return std::fabs(x * steps(held_type) - n) / (ulp_of_quotient(held_type, held, kF32) * steps(held_type));
    }
    case ChannelConversion::srgb: return std::fabs(on_srgb_curve(x) - static_cast<double>(held));
    case ChannelConversion::integer:
    case ChannelConversion::floating: return 0;
  }
  std::abort();
}

double writing_error(ChannelConversion conversion, HeldType held_type, Bits given, Bits held) {
  switch (conversion) {
    case ChannelConversion::normalized: return kF32.is_nan(given) ? 0 : off_written(held_type, given, held);
    case ChannelConversion::srgb: return std::fabs(on_srgb_curve(clamped(number_of(given))) - static_cast<double>(held));
    case ChannelConversion::integer:
    case ChannelConversion::floating: return 0;
  }
  std::abort();
}

}  // namespace classay
