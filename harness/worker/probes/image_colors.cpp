#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>

#include "harness/worker/probes/images.h"
#include "kernels/arguments.h"
#include "reference/inputs/inputs.h"

namespace classay {
namespace {

constexpr std::uint64_t kRows = 1024;         // maximum per launch
constexpr std::uint64_t kSample = 1U << 17U;  // texels of channels with 32 bits
constexpr std::uint32_t kPoison = 0xa5c3a5c3;

// ---- Numbers

// Returns all numbers of 8 and 16 bits, in turn; of wider types those of the tier: all, or a sample with every exponent and
// its neighbours. Each channel has an offset, so that no two channels of a texel are equal.
Bits held_number(HeldType type, std::uint64_t texel, int c) {
  const Type held = type.type;
  const Bits all = (Bits{1} << static_cast<unsigned>(type.bits)) - 1;
  const std::uint64_t ahead = static_cast<std::uint64_t>(c) * (all / 5);
  if (type.bits <= 16) return (texel + ahead) & all;
  const std::uint64_t stratum = texel << 15U;
  return (stratum + CounterRandom(static_cast<std::uint64_t>(held) + 11, texel).below(1U << 15U) + ahead) & mask(held);
}

// Returns a float near a rounding limit of the steps: an offset from a whole number of steps, and a few floats above or
// below.
Bits float_beside_step(double steps, CounterRandom& random) {
  constexpr std::array<double, 8> kOff{0, 0.4, 0.5, 0.6, -0.4, -0.5, -0.6, 0.25};
  const double whole = std::floor(static_cast<double>(random.below(static_cast<std::uint64_t>(steps) + 3)) - 1);
  const auto x = static_cast<float>((whole + kOff.at(random.below(kOff.size()))) / steps);
  const auto bits =
      static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(x)) + static_cast<std::int64_t>(random.below(7)) - 3;
  const Bits sign = random.coin() ? kF32.sign_bit() : 0;
  return (static_cast<Bits>(bits) & mask(Type::f32)) ^ sign;
}

Bits given_number(ImageFormat format, Type color_type, std::uint64_t texel, int color) {
  const Type held = info(format.type).held;
  if (color_type == Type::f16) return held_number(Type::f16, texel, color);
  const std::optional<int> channel = channel_of(format, color);
  CounterRandom random(static_cast<std::uint64_t>(format.type) + 101, texel * 4 + static_cast<std::uint64_t>(color));
  if (conversion_of(format, 0) == ChannelConversion::integer) {
    // Half of them are near a saturation limit.
    const Bits near = ((mask(held) >> (is_signed(held) ? 1U : 0U)) + random.below(17) - 8) & mask(Type::u32);
    return random.coin() ? random.next() & mask(Type::u32) : random.coin() ? near : ~near & mask(Type::u32);
  }
  if (conversion_of(format, color) != ChannelConversion::floating && channel && random.coin()) {
    return float_beside_step(steps(held_type(format, *channel)), random);
  }
  return held_number(Type::f32, texel, color);
}

// ---- Reading

constexpr std::array<std::string_view, 3> kReadings{"by integer coordinates", "by coordinates of float",
                                                    "without a sampler"};

void judge_color(ImageFound& found, const Texels& texels, std::uint64_t texel, int color, std::string_view reading,
                 const ColorAsked& asked, Bits got) {
  const ImageFormat format = texels.format;
  const Type color_type = asked.color;
  const std::string_view name = kColors.at(static_cast<std::size_t>(color));
  ++found.asked;
  const std::optional<int> channel = channel_of(format, color);
  if (!channel) {
    const Bits missing = missing_color(color_type, color);
    if (got == missing) return;
    object(found, [&] {
      return fmt::format("{} has no channel and is {} {}, where it should be {}", name, value_text(color_type, got), reading,
                         value_text(color_type, missing));
    });
    return;
  }
  const Bits held = texels.at(texel, *channel);
  const HeldType held_type = classay::held_type(format, *channel);
  const ChannelConversion conversion = conversion_of(format, color);
  const bool is_half = color_type == Type::f16;
  if (is_half ? may_be_read_as_half(conversion, held_type, held, got, asked.may_flush)
              : may_be_read(conversion, held_type, held, got)) {
    const auto error = is_half ? half_reading_error : reading_error;
    found.largest = std::fmax(found.largest, error(conversion, held_type, held, got));
    return;
  }
  object(found, [&] {
    return fmt::format("{} of {} is read as {} {}", name, value_text(held_type.type, held), value_text(color_type, got),
                       reading);
  });
}

void judge_reading(ImageFound& found, const Texels& texels, const ColorAsked& asked, std::span<const std::byte> colors) {
  const int bytes = width(asked.color) / 8;
  for (std::uint64_t texel = 0; texel < texels.count; ++texel) {
    for (std::size_t reading = 0; reading < kReadings.size(); ++reading) {
      for (int color = 0; color < 4; ++color) {
        const std::uint64_t place = (texel * kReadings.size() + reading) * 4 + static_cast<std::uint64_t>(color);
        judge_color(found, texels, texel, color, kReadings.at(reading), asked, element_at(colors, bytes, place));
      }
    }
  }
}

}  // namespace

void ask_reading(Stream& stream, const ColorAsked& asked, ImageFound& found) {
  const ImageFormat format = asked.format;
  const Type held = info(format.type).held;
  const std::uint64_t count = width(held) == 8 ? kImageRow : width(held) == 16 ? std::uint64_t{1} << 16U : kSample;
  Texels texels = blank(format, count);
  for (std::uint64_t i = 0; i < count; ++i) {
    for (int c = 0; c < colored_channels(format); ++c) texels.put(i, c, held_number(held_type(format, c), i, c));
  }
  stream.submit({.kernel = std::string(kernel_name(ImageWork::read)),
                 .items = count,
                 .outputs = {count * kReadings.size() * 4 * static_cast<std::size_t>(width(asked.color)) / 8},
                 .inputs = {},
                 .scalars = {},
                 .poison = kPoison,
                 .images = {{format, ImageUse::read, kImageRow, count / kImageRow, texels.bytes}}});
  judge_reading(found, texels, asked, stream.wait().outputs.at(0));
}

namespace {

// The given numbers of one color, and their places in the texels.
struct Column {
  const std::vector<std::uint32_t>& colors;
  const Texels& texels;
  int color;
  int channel;
  ChannelConversion conversion;
  Bits given(std::uint64_t texel) const { return colors[texel * 4 + static_cast<std::uint64_t>(color)]; }
  Bits held(std::uint64_t texel) const { return texels.at(texel, channel); }
};

// Quickly checks all floats, which are too many to judge one by one: returns whether one of them is off by more than the
// limit. NaNs never are.
template <class Held>
bool is_one_too_far_off(const Column& c, double& largest) {
  const auto channels = static_cast<std::uint64_t>(info(c.texels.format.order).channels);
  const std::span<const std::byte> bytes(c.texels.bytes);
  constexpr double kOne = std::numeric_limits<Held>::max();
  constexpr double kLeast = std::numeric_limits<Held>::min();
  double most = largest;
  for (std::uint64_t texel = 0; texel < c.texels.count; ++texel) {
    Held held;
    std::memcpy(&held, &bytes[(texel * channels + static_cast<std::uint64_t>(c.channel)) * sizeof held], sizeof held);
    const double x =
        static_cast<double>(std::bit_cast<float>(c.colors[texel * 4 + static_cast<std::uint64_t>(c.color)])) * kOne;
    const double above = x > kLeast ? x : kLeast;
    const double nearest = std::fabs((above < kOne ? above : kOne) - static_cast<double>(held));
    const double off = x < -kOne && static_cast<double>(held) == -kOne ? 0 : nearest;
    most = x == x && off > most ? off : most;
  }
  if (5 * most > 3) return true;
  largest = most;
  return false;
}

bool may_one_be_wrong(const Column& c, double& largest) {
  if (c.conversion != ChannelConversion::normalized || info(c.texels.format.type).is_packed()) return true;
  switch (info(c.texels.format.type).held) {
    case Type::u8: return is_one_too_far_off<std::uint8_t>(c, largest);
    case Type::u16: return is_one_too_far_off<std::uint16_t>(c, largest);
    case Type::i8: return is_one_too_far_off<std::int8_t>(c, largest);
    case Type::i16: return is_one_too_far_off<std::int16_t>(c, largest);
    default: return true;
  }
}

void judge_writing(ImageFound& found, const ColorAsked& asked, const std::vector<std::uint32_t>& colors,
                   const Texels& texels) {
  const bool is_half = asked.color == Type::f16;
  const ImageFormat format = texels.format;
  for (int color = 0; color < 4; ++color) {
    const std::optional<int> channel = channel_of(format, color);
    if (!channel) continue;
    const HeldType held_type = classay::held_type(format, *channel);
    found.asked += texels.count;
    const Column column{colors, texels, color, *channel, conversion_of(format, color)};
    if (!is_half && !may_one_be_wrong(column, found.largest)) continue;
    for (std::uint64_t texel = 0; texel < texels.count; ++texel) {
      const Bits given = column.given(texel);
      const Bits held = column.held(texel);
      if (is_half ? may_be_written_of_half(column.conversion, held_type, given, held, asked.may_flush)
                  : may_be_written(column.conversion, held_type, given, held)) {
        if (!is_half) found.largest = std::fmax(found.largest, writing_error(column.conversion, held_type, given, held));
        continue;
      }
      object(found, [&] {
        return fmt::format("{} of {} is written as {}", kColors.at(static_cast<std::size_t>(color)),
                           value_text(asked.color, given), value_text(held_type.type, held));
      });
    }
  }
}

// Integers are saturated, so that sweeping all of them finds nothing more.
bool is_swept(ImageFormat format) {
  return info(format.order).channels == 4 && conversion_of(format, 0) != ChannelConversion::integer &&
         !info(format.type).is_packed();
}

// Returns the colors as a kernel takes them: words of the color's width.
std::vector<std::byte> in_words(const std::vector<std::uint32_t>& colors, Type color) {
  if (width(color) == 32) {
    const auto bytes = std::as_bytes(std::span(colors));
    return {bytes.begin(), bytes.end()};
  }
  std::vector<std::byte> words(colors.size() * 2);
  for (std::uint64_t i = 0; i < colors.size(); ++i) put_element(words, 2, i, colors[i]);
  return words;
}

// SPIR-V does not specify whether a written number is signed: returns one that is in range in both interpretations.
Bits in_range_of_both(Type held, Bits given) { return width(held) == 32 ? given : given & (mask(held) >> 1U); }

// `given`: the number of a launch, a texel and a color.
template <class Given>
struct Writes {
  std::uint64_t texels;
  std::uint64_t launches;
  Given given;
};
template <class Given>
Writes(std::uint64_t, std::uint64_t, Given) -> Writes<Given>;  // Clang 14 deduces no arguments of aggregates

template <class Given>
void write_colors(Stream& stream, const ColorAsked& asked, const Writes<Given>& writes, ImageFound& found) {
  Texels before = blank(asked.format, writes.texels);
  std::vector<std::uint32_t> colors(writes.texels * 4);
  for (std::uint64_t launch = 0; launch < writes.launches; ++launch) {
    for (std::uint64_t i = 0; i < colors.size(); ++i)
      colors[i] = static_cast<std::uint32_t>(writes.given(launch, i / 4, static_cast<int>(i % 4)));
    // Fills the image with different values, so that unwritten texels are wrong.
    std::ranges::fill(before.bytes, launch % 2 == 0 ? std::byte{0xa5} : std::byte{0x5a});
    const std::vector<std::byte> words = in_words(colors, asked.color);
    stream.submit({.kernel = std::string(kernel_name(ImageWork::write)),
                   .items = writes.texels,
                   .outputs = {},
                   .inputs = {words},
                   .scalars = {},
                   .poison = kPoison,
                   .images = {{asked.format, ImageUse::written, kImageRow, writes.texels / kImageRow, before.bytes}}});
    Texels after = blank(asked.format, writes.texels);
    after.bytes = stream.wait().images.at(0);
    judge_writing(found, asked, colors, after);
  }
}

// Every limit of rounding of a channel, with its neighbours: whole steps, and the parts of a step where rounding may change.
// An image of 8 bits has 9,000 of them, one of 16 bits 2,300,000.
constexpr std::array kLimits{0.0, 0.4, 0.5, 0.6, 1.0};
constexpr std::uint64_t kNeighbours = 7;

std::uint64_t limits_of_rounding(double steps) {
  return (static_cast<std::uint64_t>(steps) + 1) * kLimits.size() * kNeighbours;
}
Bits limit_of_rounding(double steps, std::uint64_t index) {
  const auto neighbour = static_cast<std::int64_t>(index % kNeighbours) - 3;
  const double off = kLimits.at(index / kNeighbours % kLimits.size());
  const std::uint64_t limit = index / kNeighbours / kLimits.size();
  const auto whole = static_cast<double>(limit);
  const auto x = static_cast<float>((whole + off) / steps);
  return static_cast<Bits>(std::max<std::int64_t>(std::bit_cast<std::int32_t>(x) + neighbour, 0));
}

auto every_float() {
  constexpr std::uint64_t kTexels = kImageRow * kRows;
  // Launches take turns: no channel gets the same residues of the numbers in each of them.
  return Writes{kTexels, (std::uint64_t{1} << 30U) / kTexels,
                [](std::uint64_t launch, std::uint64_t texel, int color) -> Bits {
                  return (launch * kTexels + texel) * 4 + (static_cast<std::uint64_t>(color) + launch) % 4;
                }};
}

auto every_limit(ImageFormat format) {
  const std::uint64_t count = limits_of_rounding(steps(held_type(format, 0)));
  return Writes{kSample, (count + kSample - 1) / kSample, [=](std::uint64_t launch, std::uint64_t texel, int color) -> Bits {
                  const std::optional<int> channel = channel_of(format, color);
                  const double of_channel = channel ? steps(held_type(format, *channel)) : 1;
                  const std::uint64_t all = limits_of_rounding(of_channel);
                  const std::uint64_t ahead = static_cast<std::uint64_t>(color) * (all / 5);
                  const Bits x = limit_of_rounding(of_channel, (launch * kSample + texel + ahead) % all);
                  const bool is_negative = is_signed(info(format.type).held) && (launch + texel) % 2 == 1;
                  return x | (is_negative ? kF32.sign_bit() : 0);
                }};
}

}  // namespace

void ask_writing(Stream& stream, const ColorAsked& asked, Tier tier, ImageFound& found) {
  const ImageFormat format = asked.format;
  const Type held = info(format.type).held;
  const bool is_integer = conversion_of(format, 0) == ChannelConversion::integer;
  const bool is_large = (tier == Tier::full || tier == Tier::certify) && asked.color == Type::f32;
  const bool has_steps = !is_integer && conversion_of(format, 0) != ChannelConversion::floating;
  const auto sampled = [&](std::uint64_t, std::uint64_t texel, int color) {
    const Bits given = given_number(format, asked.color, texel, color);
    return asked.front_end == FrontEnd::il && is_integer ? in_range_of_both(held, given) : given;
  };
  write_colors(stream, asked, Writes{kSample, 1, sampled}, found);
  if (is_large && has_steps) write_colors(stream, asked, every_limit(format), found);
  if (is_large && format.order == ChannelOrder::rgba && is_swept(format)) write_colors(stream, asked, every_float(), found);
}

}  // namespace classay
