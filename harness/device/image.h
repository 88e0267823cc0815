// Describes images as kernels see them: the channels of a texel, their places in a color (OpenCL C, "Mapping image channels
// to color values returned by read_image and color values passed to write_image to image channels"), and their number
// formats. A back end without images lists no formats.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "kernels/imaging.h"
#include "reference/number/type.h"

namespace classay {

enum class ChannelOrder : std::uint8_t {
  r,
  a,
  rg,
  ra,
  rgba,
  bgra,
  argb,
  abgr,
  intensity,
  luminance,
  srgba,
  sbgra,
  rx,
  rgx,
  rgb,
  rgbx,
  srgb,
  srgbx,
  depth
};

struct OrderInfo {
  ChannelOrder order;
  std::string_view name;
  int number;                 // value in SPIR-V
  int channels;               // in memory, with one that has no color
  std::string_view of_color;  // for red, green, blue and alpha: the channel of a texel that holds it, or '-'
  bool is_srgb = false;       // except for alpha
};

inline constexpr std::array kChannelOrders = std::to_array<OrderInfo>({
    {ChannelOrder::r, "CL_R", 0, 1, "0---"},
    {ChannelOrder::a, "CL_A", 1, 1, "---0"},
    {ChannelOrder::rg, "CL_RG", 2, 2, "01--"},
    {ChannelOrder::ra, "CL_RA", 3, 2, "0--1"},
    {ChannelOrder::rgba, "CL_RGBA", 5, 4, "0123"},
    {ChannelOrder::bgra, "CL_BGRA", 6, 4, "2103"},
    {ChannelOrder::argb, "CL_ARGB", 7, 4, "1230"},
    {ChannelOrder::abgr, "CL_ABGR", 19, 4, "3210"},
    {ChannelOrder::intensity, "CL_INTENSITY", 8, 1, "0000"},
    {ChannelOrder::luminance, "CL_LUMINANCE", 9, 1, "000-"},
    {ChannelOrder::srgba, "CL_sRGBA", 17, 4, "0123", true},
    {ChannelOrder::sbgra, "CL_sBGRA", 18, 4, "2103", true},
    {ChannelOrder::rx, "CL_Rx", 10, 1, "0---"},
    {ChannelOrder::rgx, "CL_RGx", 11, 2, "01--"},
    {ChannelOrder::rgb, "CL_RGB", 4, 3, "012-"},
    {ChannelOrder::rgbx, "CL_RGBx", 12, 4, "012-"},
    {ChannelOrder::srgb, "CL_sRGB", 15, 3, "012-", true},
    {ChannelOrder::srgbx, "CL_sRGBx", 16, 4, "012-", true},
    {ChannelOrder::depth, "CL_DEPTH", 13, 1, "0---"},
});

enum class ChannelType : std::uint8_t {
  unorm8,
  unorm16,
  snorm8,
  snorm16,
  i8,
  i16,
  i32,
  u8,
  u16,
  u32,
  f16,
  f32,
  unorm565,
  unorm555,
  unorm101010,
  unorm1010102
};

// The bits of a channel in a packed texel.
struct ChannelField {
  int shift = 0;
  int bits = 0;
};

struct ChannelInfo {
  ChannelType type;
  std::string_view name;
  int number;                            // value in SPIR-V
  Type held;                             // type in memory; of the whole texel if it is packed
  std::array<ChannelField, 4> fields{};  // of a packed texel: its channels
  bool is_packed() const { return fields[0].bits != 0; }
};

inline constexpr std::array kChannelTypes = std::to_array<ChannelInfo>({
    {ChannelType::unorm8, "CL_UNORM_INT8", 2, Type::u8},
    {ChannelType::unorm16, "CL_UNORM_INT16", 3, Type::u16},
    {ChannelType::snorm8, "CL_SNORM_INT8", 0, Type::i8},
    {ChannelType::snorm16, "CL_SNORM_INT16", 1, Type::i16},
    {ChannelType::i8, "CL_SIGNED_INT8", 7, Type::i8},
    {ChannelType::i16, "CL_SIGNED_INT16", 8, Type::i16},
    {ChannelType::i32, "CL_SIGNED_INT32", 9, Type::i32},
    {ChannelType::u8, "CL_UNSIGNED_INT8", 10, Type::u8},
    {ChannelType::u16, "CL_UNSIGNED_INT16", 11, Type::u16},
    {ChannelType::u32, "CL_UNSIGNED_INT32", 12, Type::u32},
    {ChannelType::f16, "CL_HALF_FLOAT", 13, Type::f16},
    {ChannelType::f32, "CL_FLOAT", 14, Type::f32},
    {ChannelType::unorm565, "CL_UNORM_SHORT_565", 4, Type::u16, {{{11, 5}, {5, 6}, {0, 5}}}},
    {ChannelType::unorm555, "CL_UNORM_SHORT_555", 5, Type::u16, {{{10, 5}, {5, 5}, {0, 5}}}},
    {ChannelType::unorm101010, "CL_UNORM_INT_101010", 6, Type::u32, {{{20, 10}, {10, 10}, {0, 10}}}},
    {ChannelType::unorm1010102, "CL_UNORM_INT_101010_2", 16, Type::u32, {{{22, 10}, {12, 10}, {2, 10}, {0, 2}}}},
});

// The tables have the order of the enumerations (images_test.cpp).
constexpr const OrderInfo& info(ChannelOrder order) { return kChannelOrders[static_cast<std::size_t>(order)]; }
constexpr const ChannelInfo& info(ChannelType type) { return kChannelTypes[static_cast<std::size_t>(type)]; }

struct ImageFormat {
  ChannelOrder order;
  ChannelType type;
  bool operator==(const ImageFormat&) const = default;
};

// Bytes of a channel, or of a packed texel.
inline int channel_bytes(ImageFormat f) { return width(info(f.type).held) / 8; }
inline std::size_t texel_bytes(ImageFormat f) {
  const auto bytes = static_cast<std::size_t>(channel_bytes(f));
  return info(f.type).is_packed() ? bytes : static_cast<std::size_t>(info(f.order).channels) * bytes;
}

enum class ImageUse : std::uint8_t { read, written, read_and_written };

// A sampler that a kernel takes as an argument.
struct Sampler {
  bool is_normalized = false;
  ImageAddressing addressing = ImageAddressing::none;
  ImageFilter filter = ImageFilter::nearest;
};

// Rows and slices are stored without gaps. The last size of an array is its number of layers.
struct Image {
  ImageFormat format;
  ImageUse use = ImageUse::read;
  std::uint64_t width = 0;
  std::uint64_t height = 1;
  std::span<const std::byte> texels;  // content before the launch
  ImageShape shape = ImageShape::two;
  std::uint64_t depth = 1;
};

}  // namespace classay
