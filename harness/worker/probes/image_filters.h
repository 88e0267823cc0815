// Calculates what a sampler may read (OpenCL C, "Image Addressing and Filtering"): texels by the formulas of the language,
// and how far a device may differ from them (docs/ambiguities.md, image-filter-precision).
//
// Coordinates are in texels and not wrapped: `u` is s * w_t for a normalized coordinate s. All formulas are evaluated in
// double. A float times a size below 2^20 has at most 44 bits, so only coordinates within 2^-50 of a border are rounded;
// both texels may be read there.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "harness/device/image.h"

namespace classay {

// A texel of one dimension; nullopt: outside of the image, where the border is.
using TexelIndex = std::optional<std::uint64_t>;

TexelIndex nearest_texel(double u, std::uint64_t size, ImageAddressing addressing);

struct TexelPair {
  TexelIndex first;
  TexelIndex second;
  double weight = 0;  // of the second
};
TexelPair linear_texels(double u, std::uint64_t size, ImageAddressing addressing);

// How far the coordinate that a device uses may be from u.
double coordinate_tolerance(double u, const Sampler& sampler);

// An image with the colors of its texels. The layer of an array is the last coordinate.
struct SampledImage {
  ImageShape shape = ImageShape::two;
  std::array<std::uint64_t, 3> size{1, 1, 1};
  std::vector<std::array<double, 4>> colors;
  std::array<double, 4> border{};
  std::array<double, 4> step{};  // of the channels: how far rounding to the channel's type may move a filtered color
};

// Texels that a nearest filter may read at a coordinate; nullopt: the border.
std::vector<std::optional<std::uint64_t>> nearest_choices(const SampledImage& image, const Sampler& sampler,
                                                          const std::array<double, 3>& at);

struct FilteredColor {
  double exact = 0;
  double low = 0;
  double high = 0;
  double largest = 0;  // largest magnitude of a texel in use
};
// The colors that a linear filter may compute.
std::array<FilteredColor, 4> filtered_colors(const SampledImage& image, const Sampler& sampler,
                                             const std::array<double, 3>& at);

// Where the tests of samplers read images.
using Coordinate = std::array<float, 4>;
// Inside: all texels that the filter reads are in the image.
enum class CoordinatePlace : std::uint8_t { anywhere, inside };
// Each sampler gets coordinates of its own.
std::vector<Coordinate> coordinates(const SampledImage& image, const Sampler& sampler, CoordinatePlace where,
                                    std::uint64_t count);

// Returns the coordinate in texels.
std::array<double, 3> in_texels(const SampledImage& image, const Sampler& sampler, const Coordinate& c);

// Chooses the content of images for the tests of samplers, and computes the colors that its channels hold.

// A nearest filter gets numbers that name texel and channel; a linear one gets random numbers.
Bits channel_bits(ImageFormat f, ImageFilter filter, std::uint64_t texel, int channel);

// The color that a channel holds: colors of sRGB are linear.
double value_of_color(ImageFormat f, int color, int channel, Bits bits);
// How far a device may round this color before or after filtering.
double step_of_color(ImageFormat f, int color, int channel);

}  // namespace classay
