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

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/backend.h"
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

}  // namespace classay
