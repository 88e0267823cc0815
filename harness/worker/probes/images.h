// Tests the numbers of images. Each child process runs one kind of test for one channel type, in every order of channels
// that the device lists for it:
//   image-read-KIND   every number of 8 and 16 bits, and many of 32, in each channel: by integer coordinates, by coordinates
//                     between integers, and without a sampler; and the values of missing channels
//   image-write-KIND  colors in each channel; in the tiers full and certify all floats, in the order with most channels
//   image-address     which texel or border color is read with unnormalized coordinates inside and outside, which are
//                     "computed without any loss of precision"; where colors are written; and the image's queries. Other
//                     samplers are in image_samplers.cpp
//   image-1d, -3d, -1d-array, -2d-array, -1d-buffer   the same for images of other shapes
//
// KIND is unorm, snorm, srgb, packed, int or float; or half, by read_imageh and write_imageh.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/backend.h"
#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/texels.h"
#include "suites/front_end.h"
#include "suites/plan/tier.h"

namespace classay {

struct ImageFound {
  ImageFormat format{};
  std::uint64_t asked = 0;  // numbers that were tested
  std::uint64_t wrong = 0;
  std::string first;      // the first error
  double largest = 0;     // largest error of the right results: in ulp, or in steps
  std::string_view unit;  // unit of `largest`; empty: everything is exact
};

// Returns why the device has no images at all, with the driver's query result; nullopt: it has.
std::optional<std::string> no_images(const Capabilities& device, FrontEnd front_end);

// Returns why the device has no format for a case, with the driver's query result.
std::string no_format(const Capabilities& device, FrontEnd front_end, std::string_view kind, Type held);
// Returns the query that lists image formats.
std::string_view format_query(FrontEnd front_end);

// Runs the tests; returns nothing if there are no formats. Throws DeviceError, also if a program does not build.
std::vector<ImageFound> measure_images(Device& device, FrontEnd front_end, std::string_view kind, Type held, Tier tier);

// Tests which texel, or the border, a coordinate selects, in images of every shape; where a color is written; and what size
// queries return. `is_for_vulkan`: of the program, which then does not query the channels, and reads arrays without samplers
// only.
void ask_looks(Stream& stream, ImageShape shape, bool is_for_vulkan, ImageFound& found);
void ask_putting(Stream& stream, ImageShape shape, ImageFound& found);

// Tests which numbers colors are read as, and which they are written as.
struct ColorAsked {
  ImageFormat format{};
  FrontEnd front_end = FrontEnd::clc;
  Type color = Type::f32;
  bool may_flush = false;  // subnormal halves
};

void ask_reading(Stream& stream, const ColorAsked& asked, ImageFound& found);
void ask_writing(Stream& stream, const ColorAsked& asked, Tier tier, ImageFound& found);

inline constexpr std::array<std::string_view, 4> kColors{"red", "green", "blue", "alpha"};

// Holds the texels of an image in the host's memory.
struct Texels {
  ImageFormat format;
  std::uint64_t count = 0;  // whole rows
  std::vector<std::byte> bytes;
  Bits at(std::uint64_t texel, int channel) const {
    if (!info(format.type).is_packed()) return element_at(bytes, channel_bytes(format), place(texel, channel));
    const ChannelField& f = field(channel);
    return element_at(bytes, channel_bytes(format), texel) >> static_cast<unsigned>(f.shift) & mask_of(f);
  }
  void put(std::uint64_t texel, int channel, Bits bits) {
    if (!info(format.type).is_packed()) return put_element(bytes, channel_bytes(format), place(texel, channel), bits);
    const ChannelField& f = field(channel);
    const auto shift = static_cast<unsigned>(f.shift);
    const Bits rest = element_at(bytes, channel_bytes(format), texel) & ~(mask_of(f) << shift);
    put_element(bytes, channel_bytes(format), texel, rest | (bits & mask_of(f)) << shift);
  }

 private:
  std::uint64_t place(std::uint64_t texel, int channel) const {
    return texel * static_cast<std::uint64_t>(info(format.order).channels) + static_cast<std::uint64_t>(channel);
  }
  const ChannelField& field(int channel) const { return info(format.type).fields.at(static_cast<std::size_t>(channel)); }
  static Bits mask_of(const ChannelField& f) { return (Bits{1} << static_cast<unsigned>(f.bits)) - 1; }
};

inline Texels blank(ImageFormat format, std::uint64_t count) {
  return {.format = format, .count = count, .bytes = std::vector<std::byte>(count * texel_bytes(format))};
}

// nullopt: the color has no channel.
inline std::optional<int> channel_of(ImageFormat format, int color) {
  const char c = info(format.order).of_color.at(static_cast<std::size_t>(color));
  return c == '-' ? std::nullopt : std::optional(c - '0');
}

// For CL_A, CL_INTENSITY, CL_RA, the orders with an x and those with four channels "the border color is (0.0f, 0.0f, 0.0f,
// 0.0f)". For CL_R, CL_RG, CL_RGB and CL_LUMINANCE it has an alpha of one; CL_sRGB is not named, and is taken as CL_RGB.
inline bool has_opaque_border(ChannelOrder order) {
  return order == ChannelOrder::r || order == ChannelOrder::rg || order == ChannelOrder::luminance ||
         order == ChannelOrder::rgb || order == ChannelOrder::srgb;
}

enum class ChannelQueryKind : std::uint8_t { type, order };
// Returns whether a query for the data type or the order of channels has the right result. A language before OpenCL C 2.0
// has no constant for some orders; drivers then return the number of the API.
inline bool is_right_constant(ChannelQueryKind kind, int right, Bits got) {
  // CL_SNORM_INT8 and CL_R: the constants of types and orders count from them in the order of SPIR-V's numbers.
  const Bits first = kind == ChannelQueryKind::type ? 0x10D0 : 0x10B0;
  constexpr int kLastOldOrder = 12;  // of OpenCL C 1.2
  if ((got & kUnknownConstant) == 0) return got == static_cast<Bits>(right);
  return right > kLastOldOrder && (got & ~Bits{kUnknownConstant}) == first + static_cast<Bits>(right);
}

// Returns the number of channels with a color: the x of CL_RGBx is none.
inline int colored_channels(ImageFormat format) {
  int last = -1;
  for (int color = 0; color < 4; ++color) last = std::max(last, channel_of(format, color).value_or(-1));
  return last + 1;
}

// Returns the type in memory of a channel.
inline HeldType held_type(ImageFormat format, int channel) {
  const ChannelInfo& type = info(format.type);
  if (!type.is_packed()) return type.held;
  return {type.held, type.fields.at(static_cast<std::size_t>(channel)).bits};
}

inline void object(ImageFound& found, const std::function<std::string()>& what) {
  if (found.wrong++ == 0) found.first = what();
}

}  // namespace classay
