#include "harness/probes/images.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

#include "harness/probes/image_addresses.h"
#include "harness/probes/image_texels.h"
#include "kernels/arguments.h"
#include "reference/inputs/inputs.h"

namespace classay {
namespace {

constexpr std::uint64_t kRow = 1024;          // texels
constexpr std::uint64_t kRows = 1024;         // at most, of one launch
constexpr std::uint64_t kSample = 1U << 17U;  // texels of channels with 32 bits
constexpr std::uint32_t kPoison = 0xa5c3a5c3;

struct KindOfChannel {
  std::string_view name;
  bool (*has)(ImageFormat f);
};
constexpr std::array kKinds = std::to_array<KindOfChannel>({
    {"unorm", [](ImageFormat f) { return f.type <= ChannelType::unorm16 && !info(f.order).is_srgb; }},
    {"snorm", [](ImageFormat f) { return f.type == ChannelType::snorm8 || f.type == ChannelType::snorm16; }},
    {"srgb", [](ImageFormat f) { return info(f.order).is_srgb; }},
    {"int", [](ImageFormat f) { return f.type >= ChannelType::i8 && f.type <= ChannelType::u32; }},
    {"float", [](ImageFormat f) { return f.type >= ChannelType::f16; }},
});

constexpr std::string_view kRead = "image-read-";
constexpr std::string_view kWrite = "image-write-";

std::string_view suffix(Type color) { return color == Type::f32 ? "f" : color == Type::i32 ? "i" : "ui"; }

// ---- Numbers

// Of 8 and 16 bits all, in turn; of more, those that a tier asks: all, or a share that has every exponent and its
// neighbours. Channel `c` is ahead of the first, so that no two of a texel are the same.
Bits held_number(Type held, std::uint64_t texel, int c) {
  const auto bits = static_cast<unsigned>(width(held));
  const std::uint64_t ahead = static_cast<std::uint64_t>(c) * (mask(held) / 5);
  if (bits <= 16) return (texel + ahead) & mask(held);
  const std::uint64_t stratum = texel << 15U;
  return (stratum + CounterRandom(static_cast<std::uint64_t>(held) + 11, texel).below(1U << 15U) + ahead) & mask(held);
}

// A float beside a limit of the steps' rounding: some way, and then a few floats, above or below a whole number of steps.
Bits float_beside_step(double steps, CounterRandom& random) {
  constexpr std::array<double, 8> kOff{0, 0.4, 0.5, 0.6, -0.4, -0.5, -0.6, 0.25};
  const double whole = std::floor(static_cast<double>(random.below(static_cast<std::uint64_t>(steps) + 3)) - 1);
  const auto x = static_cast<float>((whole + kOff.at(random.below(kOff.size()))) / steps);
  const auto bits =
      static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(x)) + static_cast<std::int64_t>(random.below(7)) - 3;
  const Bits sign = random.coin() ? kF32.sign_bit() : 0;
  return (static_cast<Bits>(bits) & mask(Type::f32)) ^ sign;
}

Bits given_number(ImageFormat format, std::uint64_t texel, int color) {
  const Type held = info(format.type).held;
  CounterRandom random(static_cast<std::uint64_t>(format.type) + 101, texel * 4 + static_cast<std::uint64_t>(color));
  if (conversion_of(format, 0) == Conversion::integer) {
    // Half of them near what saturates.
    const Bits near = ((mask(held) >> (is_signed(held) ? 1U : 0U)) + random.below(17) - 8) & mask(Type::u32);
    return random.coin() ? random.next() & mask(Type::u32) : random.coin() ? near : ~near & mask(Type::u32);
  }
  if (width(held) < 32 && !is_float(held) && random.coin()) {
    return float_beside_step(static_cast<double>(mask(held) >> (is_signed(held) ? 1U : 0U)), random);
  }
  return held_number(Type::f32, texel, color);
}

// ---- Reading

constexpr std::array<std::string_view, 3> kReadings{"by integer coordinates", "by coordinates of float",
                                                    "without a sampler"};

void judge_color(ImageFound& found, const Texels& texels, std::uint64_t texel, int color, std::string_view reading,
                 Bits got) {
  const ImageFormat format = texels.format;
  const Type held_type = info(format.type).held;
  const Type color_type = classay::color_type(format.type);
  const std::string_view name = kColors.at(static_cast<std::size_t>(color));
  ++found.asked;
  const std::optional<int> channel = channel_of(format, color);
  if (!channel) {
    const Bits missing = missing_color(format.type, color);
    if (got == missing) return;
    object(found, [&] {
      return fmt::format("{} has no channel and is {} {}, where it should be {}", name, value_text(color_type, got), reading,
                         value_text(color_type, missing));
    });
    return;
  }
  const Bits held = texels.at(texel, *channel);
  const Conversion conversion = conversion_of(format, color);
  if (may_be_read(conversion, held_type, held, got)) {
    found.largest = std::fmax(found.largest, reading_error(conversion, held_type, held, got));
    return;
  }
  object(found, [&] {
    return fmt::format("{} of {} is read as {} {}", name, value_text(held_type, held), value_text(color_type, got), reading);
  });
}

void judge_reading(ImageFound& found, const Texels& texels, std::span<const std::byte> colors) {
  for (std::uint64_t texel = 0; texel < texels.count; ++texel) {
    for (std::size_t reading = 0; reading < kReadings.size(); ++reading) {
      for (int color = 0; color < 4; ++color) {
        const std::uint64_t place = (texel * kReadings.size() + reading) * 4 + static_cast<std::uint64_t>(color);
        judge_color(found, texels, texel, color, kReadings.at(reading), element_at(colors, 4, place));
      }
    }
  }
}

void ask_reading(Stream& stream, ImageFormat format, ImageFound& found) {
  const Type held = info(format.type).held;
  const std::uint64_t count = width(held) == 8 ? kRow : width(held) == 16 ? std::uint64_t{1} << 16U : kSample;
  Texels texels = blank(format, count);
  for (std::uint64_t i = 0; i < count; ++i) {
    for (int c = 0; c < info(format.order).channels; ++c) texels.put(i, c, held_number(held, i, c));
  }
  stream.submit({.kernel = "read_texels",
                 .items = count,
                 .outputs = {count * kReadings.size() * 16},
                 .inputs = {},
                 .scalars = {},
                 .poison = kPoison,
                 .images = {{format, ImageUse::read, kRow, count / kRow, texels.bytes}}});
  judge_reading(found, texels, stream.wait().outputs.at(0));
}

// The numbers of one color that were given, and where the texels have them.
struct Column {
  const std::vector<std::uint32_t>& colors;
  const Texels& texels;
  int color;
  int channel;
  Conversion conversion;
  Bits given(std::uint64_t texel) const { return colors[texel * 4 + static_cast<std::uint64_t>(color)]; }
  Bits held(std::uint64_t texel) const { return texels.at(texel, channel); }
};

// Of all floats there are too many for one look at each: is one of them further off than may be? NaNs are no further.
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
    const double off = std::fabs((above < kOne ? above : kOne) - static_cast<double>(held));
    most = x == x && off > most ? off : most;
  }
  if (5 * most > 3) return true;
  largest = most;
  return false;
}

bool may_one_be_wrong(const Column& c, double& largest) {
  if (c.conversion != Conversion::normalized) return true;
  switch (info(c.texels.format.type).held) {
    case Type::u8: return is_one_too_far_off<std::uint8_t>(c, largest);
    case Type::u16: return is_one_too_far_off<std::uint16_t>(c, largest);
    case Type::i8: return is_one_too_far_off<std::int8_t>(c, largest);
    case Type::i16: return is_one_too_far_off<std::int16_t>(c, largest);
    default: return true;
  }
}

void judge_writing(ImageFound& found, const std::vector<std::uint32_t>& colors, const Texels& texels) {
  const ImageFormat format = texels.format;
  const Type held_type = info(format.type).held;
  for (int color = 0; color < 4; ++color) {
    const std::optional<int> channel = channel_of(format, color);
    if (!channel) continue;
    found.asked += texels.count;
    const Column column{colors, texels, color, *channel, conversion_of(format, color)};
    if (!may_one_be_wrong(column, found.largest)) continue;
    for (std::uint64_t texel = 0; texel < texels.count; ++texel) {
      const Bits given = column.given(texel);
      const Bits held = column.held(texel);
      if (may_be_written(column.conversion, held_type, given, held)) {
        found.largest = std::fmax(found.largest, writing_error(column.conversion, held_type, given, held));
        continue;
      }
      object(found, [&] {
        return fmt::format("{} of {} is written as {}", kColors.at(static_cast<std::size_t>(color)),
                           value_text(color_type(format.type), given), value_text(held_type, held));
      });
    }
  }
}

// Integers are saturated, and more of them say no more.
bool is_swept(ImageFormat format) {
  return info(format.order).channels == 4 && conversion_of(format, 0) != Conversion::integer;
}

void ask_writing(Stream& stream, ImageFormat format, Tier tier, ImageFound& found) {
  const bool is_every =
      (tier == Tier::full || tier == Tier::certify) && format.order == ChannelOrder::rgba && is_swept(format);
  const std::uint64_t count = is_every ? kRow * kRows : kSample;
  const std::uint64_t launches = is_every ? (std::uint64_t{1} << 30U) / count : 1;
  Texels before = blank(format, count);
  std::vector<std::uint32_t> colors(count * 4);
  for (std::uint64_t launch = 0; launch < launches; ++launch) {
    if (is_every) {
      std::iota(colors.begin(), colors.end(), static_cast<std::uint32_t>(launch * colors.size()));
    } else {
      for (std::uint64_t i = 0; i < colors.size(); ++i) {
        colors[i] = static_cast<std::uint32_t>(given_number(format, i / 4, static_cast<int>(i % 4)));
      }
    }
    // What is not written is something else than what should be.
    std::ranges::fill(before.bytes, launch % 2 == 0 ? std::byte{0xa5} : std::byte{0x5a});
    stream.submit({.kernel = "write_texels",
                   .items = count,
                   .outputs = {},
                   .inputs = {std::as_bytes(std::span(colors))},
                   .scalars = {},
                   .poison = kPoison,
                   .images = {{format, ImageUse::written, kRow, count / kRow, before.bytes}}});
    Texels after = blank(format, count);
    after.bytes = stream.wait().images.at(0);
    judge_writing(found, colors, after);
  }
}

// What is asked of images, by the name of a measured kind.
struct ImageQuestion {
  ImageUse use = ImageUse::read;
  bool addresses = false;
};
ImageQuestion image_question(std::string_view kind) {
  return {.use = kind.starts_with(kWrite) ? ImageUse::written : ImageUse::read,
          .addresses = !kind.starts_with(kWrite) && !kind.starts_with(kRead)};
}

// Is the format one that this kind and type are about?
bool is_of(std::string_view kind, Type held, ImageFormat format) {
  if (info(format.type).held != held) return false;
  const ImageQuestion question = image_question(kind);
  if (question.addresses) return width(held) == 32;
  const std::string_view of = kind.substr(question.use == ImageUse::read ? kRead.size() : kWrite.size());
  // What of one number two colors write is said nowhere.
  if (question.use == ImageUse::written && info(format.order).channels == 1 && info(format.order).of_color[1] == '0')
    return false;
  return std::ranges::find(kKinds, of, &KindOfChannel::name)->has(format);
}

std::string image_source(const ImageQuestion& question, Type color) {
  const std::string_view s = suffix(color);
  if (question.use == ImageUse::written) {
    return fmt::format(R"(
kernel void write_texels(global const uint4* in, write_only image2d_t image) {{
  const int i = (int)get_global_id(0);
  write_image{}(image, (int2)(i % {}, i / {}), as_{}4(in[i]));
}}
)",
                       s, kRow, kRow, info(color).clc);
  }
  if (question.addresses) return addressing_source(s);
  return fmt::format(R"(
constant sampler_t inside = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
kernel void read_texels(global uint4* out, read_only image2d_t image) {{
  const int i = (int)get_global_id(0);
  const int2 at = (int2)(i % {1}, i / {1});
  out[3 * i] = as_uint4(read_image{0}(image, inside, at));
  out[3 * i + 1] = as_uint4(read_image{0}(image, inside, convert_float2(at) + (float2)(0.25f, 0.75f)));
  out[3 * i + 2] = as_uint4(read_image{0}(image, at));
}}
)",
                     s, kRow);
}

// Reading without a sampler came with 1.2 too.
bool knows_images(const Capabilities& device) { return device.environment >= Version{1, 2}; }

}  // namespace

std::vector<ImageFormat> formats_asked(Device& device, std::string_view kind, Type held) {
  if (!knows_images(device.capabilities())) return {};
  std::vector<ImageFormat> all = device.image_formats(image_question(kind).use);
  std::erase_if(all, [&](ImageFormat f) { return !is_of(kind, held, f); });
  return all;
}

std::string no_format(const Capabilities& device, std::string_view kind, Type held) {
  if (!device.has_feature("images")) return "CL_DEVICE_IMAGE_SUPPORT is CL_FALSE";
  if (!knows_images(device))
    return fmt::format("OpenCL {} is before 1.2, which brought clCreateImage", name(device.environment));
  for (const ChannelInfo& type : kChannelTypes) {
    for (const OrderInfo& order : kChannelOrders) {
      if (!is_of(kind, held, {order.order, type.type})) continue;
      return fmt::format("clGetSupportedImageFormats lists no format with {}{} that can be {}",
                         order.is_srgb ? "sRGB and " : "", type.name,
                         image_question(kind).use == ImageUse::read ? "read" : "written");
    }
  }
  return "no such format";
}

std::vector<ImageFound> found_images(Device& device, std::string_view kind, Type held, Tier tier) {
  std::vector<ImageFound> all;
  const ImageQuestion question = image_question(kind);
  std::unique_ptr<Program> program;
  for (const ImageFormat format : formats_asked(device, kind, held)) {
    // All formats of a kind and a type have colors of one type.
    if (!program)
      program = device.build({.source = image_source(question, color_type(format.type)), .il = {}, .options = ""});
    const std::unique_ptr<Stream> stream = device.stream(*program, 1);
    ImageFound found{.format = format, .first = "", .unit = ""};
    const Conversion conversion = conversion_of(format, 0);
    if (question.addresses) {
      ask_addresses(*stream, format, found);
    } else if (question.use == ImageUse::read) {
      if (conversion == Conversion::normalized) found.unit = "ulp";
      if (conversion == Conversion::srgb) found.unit = "of a step";
      ask_reading(*stream, format, found);
    } else {
      if (conversion == Conversion::normalized || conversion == Conversion::srgb) found.unit = "of a step";
      ask_writing(*stream, format, tier, found);
    }
    all.push_back(std::move(found));
  }
  return all;
}

// Of all formats in one sentence, which says what they have in common.
Json to_json(Type held, const std::vector<ImageFound>& all) {
  Json json{{"format", info(held).name}, {"objections", Json::array()}, {"told", Json::array()}};
  std::string orders;
  std::uint64_t asked = 0;
  double largest = 0;
  for (const ImageFound& f : all) {
    if (f.wrong > 0) {
      json["objections"].push_back(fmt::format("{}, {}: {}, one of {} of {} that are wrong", info(f.format.order).name,
                                               info(f.format.type).name, f.first, f.wrong, f.asked));
    }
    orders += (orders.empty() ? "" : ", ") + std::string(info(f.format.order).name);
    asked += f.asked;
    largest = std::fmax(largest, f.largest);
  }
  if (all.empty()) return json;
  const std::string_view unit = all.front().unit;
  json["told"].push_back(fmt::format("{} numbers in {} with {}{}", asked, info(all.front().format.type).name, orders,
                                     unit.empty() ? "" : fmt::format(", largest error {:.4f} {}", largest, unit)));
  return json;
}

}  // namespace classay
