#include "harness/probes/image_addresses.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "harness/probes/image_texels.h"
#include "kernels/arguments.h"
#include "reference/inputs/inputs.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0x3ca5c35a;
constexpr std::uint64_t kWidth = 7;
constexpr std::uint64_t kHeight = 5;
constexpr std::uint64_t kAddresses = 4096;
constexpr std::array<std::string_view, 4> kLooks{"CLK_ADDRESS_CLAMP_TO_EDGE by integers", "CLK_ADDRESS_CLAMP by integers",
                                                 "CLK_ADDRESS_CLAMP_TO_EDGE by floats", "CLK_ADDRESS_CLAMP by floats"};

// Inside, beside, and far outside; floats also just below and just above whole numbers. None is too large for an int.
struct Address {
  std::array<std::int32_t, 2> whole;
  std::array<float, 2> real;
};
std::vector<Address> addresses() {
  std::vector<Address> all;
  for (std::uint64_t i = 0; i < kAddresses; ++i) {
    CounterRandom random(211, i);
    Address a{};
    for (std::size_t d = 0; d < 2; ++d) {
      const auto near = static_cast<std::int32_t>(random.below(20)) - 6;
      const auto far = static_cast<std::int32_t>(random.below(std::uint64_t{1} << 30U)) * (random.coin() ? 1 : -1);
      a.whole.at(d) = random.below(8) == 0 ? far : near;
      const auto at = static_cast<float>(random.below(8) == 0 ? far : near);
      const float part = static_cast<float>(random.below(1024)) / 1024;
      const std::array<float, 4> beside{at, std::nextafter(at, at + 1), std::nextafter(at, at - 1), at + part};
      // The next to zero are subnormal, and devices need not know them.
      const float chosen = beside.at(random.below(beside.size()));
      a.real.at(d) = std::fpclassify(chosen) == FP_SUBNORMAL ? -0.25F : chosen;
    }
    all.push_back(a);
  }
  return all;
}

// "If the image channel order is CL_A, CL_INTENSITY, ... the border color is (0.0f, 0.0f, 0.0f, 0.0f)"; of CL_R, CL_RG,
// CL_RGB and CL_LUMINANCE it has an alpha of one.
Bits border_color(ImageFormat f, int color) {
  const bool is_opaque = f.order == ChannelOrder::r || f.order == ChannelOrder::rg || f.order == ChannelOrder::luminance;
  return color == 3 && is_opaque ? missing_color(f.type, 3) : 0;
}

// The texel that an address means; nullopt: none, which is the border. `at`: whole numbers.
std::optional<std::uint64_t> texel_at(double x, double y, bool is_clamped) {
  constexpr double kRight = kWidth - 1;
  constexpr double kBottom = kHeight - 1;
  if (is_clamped) {
    x = std::clamp(x, 0.0, kRight);
    y = std::clamp(y, 0.0, kBottom);
  }
  if (x < 0 || y < 0 || x > kRight || y > kBottom) return std::nullopt;
  return static_cast<std::uint64_t>(y) * kWidth + static_cast<std::uint64_t>(x);
}

// What the texels hold: another number in each channel of each.
Bits number(Type color_type, std::uint64_t texel, int channel) {
  const auto n = static_cast<float>(texel * 4 + static_cast<std::uint64_t>(channel) + 1);
  return color_type == Type::f32 ? Bits{std::bit_cast<std::uint32_t>(n)} : static_cast<Bits>(n);
}

void judge_look(ImageFound& found, const Address& address, std::size_t look, std::span<const std::byte> colors) {
  const ImageFormat format = found.format;
  const Type type = color_type(format.type);
  const bool is_real = look >= 2;
  const std::array<double, 2> at =
      is_real ? std::array<double, 2>{address.real[0], address.real[1]}
              : std::array<double, 2>{static_cast<double>(address.whole[0]), static_cast<double>(address.whole[1])};
  const std::optional<std::uint64_t> texel = texel_at(std::floor(at[0]), std::floor(at[1]), look % 2 == 0);
  for (int color = 0; color < 4; ++color) {
    const Bits got = element_at(colors, 4, static_cast<std::uint64_t>(color));
    const std::optional<int> channel = channel_of(format, color);
    const Bits inside = channel && texel ? number(type, *texel, *channel) : missing_color(format.type, color);
    const Bits right = texel ? inside : border_color(format, color);
    ++found.asked;
    if (got == right) continue;
    object(found, [&] {
      return fmt::format("{} at ({}, {}): {} is {}, where {} has {}", kLooks.at(look), at[0], at[1],
                         kColors.at(static_cast<std::size_t>(color)), value_text(type, got),
                         texel ? "the texel" : "the border", value_text(type, right));
    });
  }
}

}  // namespace

void ask_addresses(Stream& stream, ImageFormat format, ImageFound& found) {
  Texels texels = blank(format, kWidth * kHeight);
  for (std::uint64_t i = 0; i < texels.count; ++i) {
    for (int c = 0; c < info(format.order).channels; ++c) texels.put(i, c, number(color_type(format.type), i, c));
  }
  std::vector<std::int32_t> whole;
  std::vector<float> real;
  const std::vector<Address> asked = addresses();
  for (const Address& a : asked) {
    whole.insert(whole.end(), a.whole.begin(), a.whole.end());
    real.insert(real.end(), a.real.begin(), a.real.end());
  }
  stream.submit({.kernel = "look",
                 .items = kAddresses,
                 .outputs = {kAddresses * kLooks.size() * 16},
                 .inputs = {std::as_bytes(std::span(whole)), std::as_bytes(std::span(real))},
                 .scalars = {},
                 .poison = kPoison,
                 .images = {{format, ImageUse::read, kWidth, kHeight, texels.bytes}}});
  const Finished finished = stream.wait();
  const std::span<const std::byte> colors = finished.outputs.at(0);
  for (std::uint64_t i = 0; i < kAddresses; ++i) {
    for (std::size_t look = 0; look < kLooks.size(); ++look) {
      judge_look(found, asked[i], look, colors.subspan((i * kLooks.size() + look) * 16, 16));
    }
  }
}

std::string addressing_source(std::string_view suffix) {
  return fmt::format(R"(
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void look(global uint4* out, global const int2* whole, global const float2* real, read_only image2d_t image) {{
  const size_t i = get_global_id(0);
  out[4 * i] = as_uint4(read_image{0}(image, edge, whole[i]));
  out[4 * i + 1] = as_uint4(read_image{0}(image, border, whole[i]));
  out[4 * i + 2] = as_uint4(read_image{0}(image, edge, real[i]));
  out[4 * i + 3] = as_uint4(read_image{0}(image, border, real[i]));
}}
)",
                     suffix);
}

}  // namespace classay
