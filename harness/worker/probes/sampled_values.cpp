#include "harness/worker/probes/sampled_values.h"

#include <bit>
#include <cmath>

#include "harness/worker/probes/image_texels.h"
#include "reference/inputs/inputs.h"
#include "reference/number/format.h"

namespace classay {

Bits channel_bits(ImageFormat f, ImageFilter filter, std::uint64_t texel, int channel) {
  const Type held = info(f.type).held;
  CounterRandom random(static_cast<std::uint64_t>(f.type) + 301, texel * 4 + static_cast<std::uint64_t>(channel));
  if (filter == ImageFilter::nearest) {
    const auto number = static_cast<std::int64_t>(texel * 4 + static_cast<std::uint64_t>(channel) + 1);
    const std::int64_t signed_number = held != Type::u32 && number % 3 == 0 ? -number : number;
    return held == Type::f32 ? Bits{std::bit_cast<std::uint32_t>(static_cast<float>(signed_number))}
                             : static_cast<Bits>(signed_number) & mask(held);
  }
  if (held == Type::f32)
    return std::bit_cast<std::uint32_t>(static_cast<float>(random.between(-(1 << 20), 1 << 20)) * 0x1p-18F);
  if (held == Type::f16) return (random.below(6) + 12) << 10U | random.below(1024) | (random.coin() ? kF16.sign_bit() : 0);
  return random.next() & mask(held);
}

namespace {

double value_of(ImageFormat f, int channel, Bits bits) {
  const Type held = info(f.type).held;
  switch (conversion_of(f, 0)) {
    case ChannelConversion::integer:
      return is_signed(held) ? static_cast<double>(as_signed({held, bits})) : static_cast<double>(bits);
    case ChannelConversion::floating: {
      const Dyadic d = decode(format(held), bits);
      return std::ldexp(d.negative ? -static_cast<double>(d.significand) : static_cast<double>(d.significand), d.exponent);
    }
    case ChannelConversion::normalized:
    case ChannelConversion::srgb: break;
  }
  const double number = is_signed(held) ? static_cast<double>(as_signed({held, bits})) : static_cast<double>(bits);
  return std::fmax(number / steps(held_type(f, channel)), -1.0);
}

double step_of(ImageFormat f, int channel) {
  return conversion_of(f, 0) == ChannelConversion::normalized ? 1 / steps(held_type(f, channel)) : 0;
}

// "IEC 61966-2-1": from a channel to linear RGB.
double linear_of_srgb(Bits bits) {
  const double c = static_cast<double>(bits) / 255;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
// "If converted back to an sRGB value", a color "will be within 0.5": half a step where the curve is steepest.
constexpr double kSrgbStep = 0.5 / 255 * 2.4 / 1.055;

}  // namespace

double value_of_color(ImageFormat f, int color, int channel, Bits bits) {
  return conversion_of(f, color) == ChannelConversion::srgb ? linear_of_srgb(bits) : value_of(f, channel, bits);
}
double step_of_color(ImageFormat f, int color, int channel) {
  if (conversion_of(f, color) == ChannelConversion::srgb) return kSrgbStep;
  return info(f.order).is_srgb ? 1 / steps(held_type(f, channel)) : step_of(f, channel);
}

}  // namespace classay
