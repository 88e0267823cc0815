#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "harness/worker/probes/images.h"
#include "kernels/arguments.h"
#include "kernels/sampling.h"
#include "reference/inputs/inputs.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0x3ca5c35a;
constexpr std::uint64_t kAddresses = 4096;
constexpr std::array<std::string_view, 5> kLooks{"CLK_ADDRESS_CLAMP_TO_EDGE by integers", "CLK_ADDRESS_CLAMP by integers",
                                                 "CLK_ADDRESS_CLAMP_TO_EDGE by floats", "CLK_ADDRESS_CLAMP by floats",
                                                 "without a sampler"};

// The size of an image in each coordinate; the remaining sizes are 1.
struct Sizes {
  ImageShape shape;
  std::array<std::uint64_t, 3> size{1, 1, 1};
  int coordinates = 1;
  std::uint64_t count() const { return size[0] * size[1] * size[2]; }
};
Sizes sizes_of(ImageShape shape) {
  Sizes e{.shape = shape, .coordinates = info(shape).coordinates()};
  std::copy_n(kSmallImage.begin(), e.coordinates, e.size.begin());
  return e;
}

// Coordinates inside, next to, and far outside the image; floats also just below and just above integers. All fit into an
// int.
struct Address {
  std::array<std::int32_t, 4> whole{};
  std::array<float, 4> real{};
  std::array<std::int32_t, 4> inside{};
};
std::vector<Address> addresses(const Sizes& e) {
  std::vector<Address> all;
  for (std::uint64_t i = 0; i < kAddresses; ++i) {
    CounterRandom random(211, i);
    Address a{};
    for (std::size_t d = 0; d < static_cast<std::size_t>(e.coordinates); ++d) {
      const auto near = static_cast<std::int32_t>(random.below(20)) - 6;
      const auto far = static_cast<std::int32_t>(random.below(std::uint64_t{1} << 30U)) * (random.coin() ? 1 : -1);
      a.whole.at(d) = random.below(8) == 0 ? far : near;
      const auto at = static_cast<float>(random.below(8) == 0 ? far : near);
      const float part = static_cast<float>(random.below(1024)) / 1024;
      const std::array<float, 4> beside{at, std::nextafter(at, at + 1), std::nextafter(at, at - 1), at + part};
      // The neighbours of zero are subnormal, which devices need not support.
      const float chosen = beside.at(random.below(beside.size()));
      a.real.at(d) = std::fpclassify(chosen) == FP_SUBNORMAL ? -0.25F : chosen;
      a.inside.at(d) = static_cast<std::int32_t>(random.below(e.size.at(d)));
    }
    all.push_back(a);
  }
  return all;
}

Bits border_color(ImageFormat f, int color) {
  return color == 3 && has_opaque_border(f.order) ? missing_color(color_type(f.type), 3) : 0;
}

std::array<double, 3> coordinates_of(const Address& a, ImageLook look) {
  std::array<double, 3> at{};
  for (std::size_t d = 0; d < 3; ++d) {
    const bool is_real = look == ImageLook::edge_by_floats || look == ImageLook::border_by_floats;
    at.at(d) = is_real                              ? static_cast<double>(a.real.at(d))
               : look == ImageLook::without_sampler ? static_cast<double>(a.inside.at(d))
                                                    : static_cast<double>(a.whole.at(d));
  }
  return at;
}

// Returns the texel that they select; nullopt: the border. A layer is clamped to the nearest one ("Selecting an Image From
// an Image Array"), for every addressing mode.
std::optional<std::uint64_t> texel_at(const Sizes& e, const std::array<double, 3>& at, bool is_clamped) {
  std::uint64_t texel = 0;
  std::uint64_t stride = 1;
  for (std::size_t d = 0; d < static_cast<std::size_t>(e.coordinates); ++d) {
    const bool is_layer = info(e.shape).is_array && static_cast<int>(d) + 1 == e.coordinates;
    const auto last = static_cast<double>(e.size.at(d) - 1);
    double x = is_layer ? std::rint(at.at(d)) : std::floor(at.at(d));
    if (is_layer || is_clamped) x = std::clamp(x, 0.0, last);
    if (x < 0 || x > last) return std::nullopt;
    texel += static_cast<std::uint64_t>(x) * stride;
    stride *= e.size.at(d);
  }
  return texel;
}

// Returns the content of a texel: a different number in each channel.
Bits number(Type color_type, std::uint64_t texel, int channel) {
  const auto n = static_cast<float>(texel * 4 + static_cast<std::uint64_t>(channel) + 1);
  return color_type == Type::f32 ? Bits{std::bit_cast<std::uint32_t>(n)} : static_cast<Bits>(n);
}

void judge_color(ImageFound& found, const Sizes& e, const Address& address, ImageLook look,
                 std::span<const std::byte> colors) {
  const ImageFormat format = found.format;
  const Type type = color_type(format.type);
  const std::array<double, 3> at = coordinates_of(address, look);
  const bool is_clamped = look == ImageLook::edge_by_integers || look == ImageLook::edge_by_floats;
  const std::optional<std::uint64_t> texel = texel_at(e, at, is_clamped);
  for (int color = 0; color < 4; ++color) {
    const Bits got = element_at(colors, 4, static_cast<std::uint64_t>(color));
    const std::optional<int> channel = channel_of(format, color);
    const Bits inside = channel && texel ? number(type, *texel, *channel) : missing_color(type, color);
    const Bits right = texel ? inside : border_color(format, color);
    ++found.asked;
    if (got == right) continue;
    object(found, [&] {
      return fmt::format("{} at ({}): {} is {}, where {} has {}", kLooks.at(static_cast<std::size_t>(look)),
                         fmt::join(std::span(at).first(static_cast<std::size_t>(e.coordinates)), ", "),
                         kColors.at(static_cast<std::size_t>(color)), value_text(type, got),
                         texel ? "the texel" : "the border", value_text(type, right));
    });
  }
}

struct ChannelQuery {
  std::string_view function;
  ChannelQueryKind kind = ChannelQueryKind::type;
  std::string_view right_name;  // CL_FLOAT: the name in the API
  int right = 0;
};

std::string constant_name(const ChannelQuery& query, Bits number) {
  if ((number & kUnknownConstant) != 0) return fmt::format("{:#x}", number & ~Bits{kUnknownConstant});
  if (static_cast<int>(number) == query.right)
    return fmt::format("CLK_{}", query.right_name.substr(std::string_view("CL_").size()));
  return fmt::format("the constant with SPIR-V's number {}", number);
}

// Checks width, height, depth and layers; channels by their numbers, if there are any.
void judge_queries(ImageFound& found, const Sizes& e, std::span<const std::byte> sizes,
                   std::span<const std::byte> channels) {
  constexpr std::array<std::string_view, 4> kNames{"width", "height", "depth", "number of layers"};
  const ShapeInfo& shape = info(e.shape);
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    const bool is_there = i < 3 ? static_cast<int>(i) < shape.dimensions : shape.is_array;
    const std::size_t d = i < 3 ? i : static_cast<std::size_t>(shape.dimensions);
    const std::uint64_t right = is_there ? e.size.at(d) : 0;
    const Bits got = element_at(sizes, 4, i);
    ++found.asked;
    if (got != right)
      object(found, [&] { return fmt::format("its {} is said to be {}, and is {}", kNames.at(i), got, right); });
  }
  const std::array<ChannelQuery, 2> queries{
      {{"get_image_channel_data_type", ChannelQueryKind::type, info(found.format.type).name, info(found.format.type).number},
       {"get_image_channel_order", ChannelQueryKind::order, info(found.format.order).name,
        info(found.format.order).number}}};
  for (std::size_t i = 0; i < queries.size() && !channels.empty(); ++i) {
    const ChannelQuery& query = queries.at(i);
    const Bits got = element_at(channels, 4, i);
    ++found.asked;
    if (is_right_constant(query.kind, query.right, got)) continue;
    object(found, [&] {
      return fmt::format("{} returned {}, expected {}", query.function, constant_name(query, got),
                         constant_name(query, static_cast<Bits>(query.right)));
    });
  }
}

Image image_of(const Sizes& e, ImageFormat format, ImageUse use, std::span<const std::byte> texels) {
  return {.format = format,
          .use = use,
          .width = e.size[0],
          .height = e.size[1],
          .texels = texels,
          .shape = e.shape,
          .depth = e.size[2]};
}

}  // namespace

void ask_looks(Stream& stream, ImageShape shape, bool is_for_vulkan, ImageFound& found) {
  const Sizes e = sizes_of(shape);
  Texels texels = blank(found.format, e.count());
  for (std::uint64_t i = 0; i < texels.count; ++i) {
    for (int c = 0; c < colored_channels(found.format); ++c) texels.put(i, c, number(color_type(found.format.type), i, c));
  }
  std::vector<std::int32_t> whole;
  std::vector<float> real;
  std::vector<std::int32_t> inside;
  const std::vector<Address> asked = addresses(e);
  for (const Address& a : asked) {
    whole.insert(whole.end(), a.whole.begin(), a.whole.end());
    real.insert(real.end(), a.real.begin(), a.real.end());
    inside.insert(inside.end(), a.inside.begin(), a.inside.end());
  }
  const Image painted = image_of(e, found.format, ImageUse::read, texels.bytes);
  stream.submit(
      {.kernel = std::string(kernel_name(ImageWork::look)),
       .items = kAddresses,
       .outputs = {kAddresses * kImageLooks * 16},
       .inputs = {std::as_bytes(std::span(whole)), std::as_bytes(std::span(real)), std::as_bytes(std::span(inside))},
       .scalars = {},
       .poison = kPoison,
       .images = {painted}});
  const Finished finished = stream.wait();
  const std::span<const std::byte> colors = finished.outputs.at(0);
  const auto given = [&](std::uint64_t i, ImageLook look) {
    return colors.subspan((i * kImageLooks + static_cast<std::uint64_t>(look)) * 16, 16);
  };
  const bool has_samplers = shape != ImageShape::buffer && has_unnormalized(shape, is_for_vulkan);
  for (std::uint64_t i = 0; i < kAddresses; ++i) {
    for (std::size_t look = 0; look < kLooks.size(); ++look) {
      const auto which = static_cast<ImageLook>(look);
      if (which != ImageLook::without_sampler && !has_samplers) continue;
      judge_color(found, e, asked[i], which, given(i, which));
    }
    judge_queries(found, e, given(i, ImageLook::sizes),
                  is_for_vulkan ? std::span<const std::byte>() : given(i, ImageLook::channels));
  }
}

void ask_putting(Stream& stream, ImageShape shape, ImageFound& found) {
  const Sizes e = sizes_of(shape);
  const Type type = color_type(found.format.type);
  std::vector<std::byte> given(e.count() * 16);
  for (std::uint64_t i = 0; i < e.count() * 4; ++i) put_element(given, 4, i, number(type, i / 4, static_cast<int>(i % 4)));
  Texels before = blank(found.format, e.count());
  std::ranges::fill(before.bytes, std::byte{0xa5});
  const Image painted = image_of(e, found.format, ImageUse::written, before.bytes);
  stream.submit({.kernel = std::string(kernel_name(ImageWork::put)),
                 .items = e.count(),
                 .outputs = {},
                 .inputs = {given},
                 .scalars = {},
                 .poison = kPoison,
                 .images = {painted}});
  Texels after = blank(found.format, e.count());
  after.bytes = stream.wait().images.at(0);
  for (std::uint64_t texel = 0; texel < e.count(); ++texel) {
    for (int color = 0; color < 4; ++color) {
      const std::optional<int> channel = channel_of(found.format, color);
      // If several colors share a channel, it is unspecified which of them is written.
      if (!channel || (info(found.format.order).channels == 1 && info(found.format.order).of_color[1] == '0')) continue;
      const Bits got = after.at(texel, *channel);
      const Bits right = number(type, texel, color);
      ++found.asked;
      if (got == right) continue;
      object(found, [&] {
        return fmt::format("{} of texel {} is {}, where {} was written", kColors.at(static_cast<std::size_t>(color)), texel,
                           value_text(type, got), value_text(type, right));
      });
    }
  }
}

}  // namespace classay
