// Are the numbers of images what they should be? A child asks one kind of question of one type that channels hold, in every
// order of channels that the device lists for it:
//   image-read-KIND   every number of 8 and 16 bits, and many of 32, in each channel: by integer coordinates, by coordinates
//                     between whole numbers, and without a sampler; and what is read where there is no channel
//   image-write-KIND  colors in each channel; in the tiers full and certify all floats, in the order with most channels
//   image-address     which texel is read, or which border color, with unnormalized coordinates inside and outside; what is
//                     written where; and what the image is said to be. Coordinates without a unit and the nearest texel are
//                     "computed without any loss of precision"; of normalized coordinates and of linear filters the
//                     precision is "not defined by this revision", and no case asks them
//   image-1d, -3d, -1d-array, -2d-array, -1d-buffer   the same of images in other shapes
//
// KIND is unorm, snorm, srgb, int or float; or half, by read_imageh and write_imageh.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/probes/texels.h"
#include "harness/protocol/read_json.h"
#include "suites/front_end.h"
#include "suites/plan/tier.h"

namespace classay {

// What came of one format.
struct ImageFound {
  ImageFormat format{};
  std::uint64_t asked = 0;  // numbers
  std::uint64_t wrong = 0;
  std::string first;      // of those that are wrong: what is wrong
  double largest = 0;     // error of the others: in ulp, or in steps
  std::string_view unit;  // of that; empty: everything is exact
};

// Why there is no format that a case is about, by the answer of the driver.
std::string no_format(const Capabilities& device, std::string_view kind, Type held);

// Asks the device; nothing comes of no formats. Throws DeviceError, for a program that does not build too.
std::vector<ImageFound> found_images(Device& device, FrontEnd front_end, std::string_view kind, Type held, Tier tier);

// format, objections, told.
Json to_json(Type held, const std::vector<ImageFound>& all);

}  // namespace classay
