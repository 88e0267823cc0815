// Writes programs that read images through samplers (OpenCL C, "Image Addressing and Filtering"), and query images. A
// program has the kernels of one shape, type of color and filter:
//
//   sample_FILTER_normalized, sample_FILTER_unnormalized   (out, coordinates, inner, addressing, image, sampler)
//       read colors at each coordinate of four floats: through the argument, which has this addressing mode, and through
//       a constant sampler of each mode. CLK_ADDRESS_NONE reads at `inner`, coordinates inside the image. One kernel has
//       samplers with one kind of coordinates, as the language requires
//   query (out, image)                                     the results of get_image_*, kQueriedWords words
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/imaging.h"
#include "kernels/source.h"

namespace classay {

struct SamplingProgram {
  ImageShape shape = ImageShape::two;
  Type color = Type::f32;  // f32, i32 or u32; f32 for linear filters
  ImageFilter filter = ImageFilter::nearest;
  bool is_for_vulkan = false;  // as in ImageProgram
};
// Returns whether a program has the kernel of unnormalized coordinates, which Vulkan lacks for arrays.
constexpr bool has_unnormalized(ImageShape shape, bool is_for_vulkan) { return !(is_for_vulkan && info(shape).is_array); }
// The color through the argument is followed by those through constant samplers, in the order of the table.
constexpr std::uint64_t colors_per_coordinate(bool is_normalized) { return is_normalized ? 6 : 4; }
std::string sampling_kernel_name(ImageFilter filter, bool is_normalized);
inline constexpr std::string_view kQueryKernel = "query";

// The words of `query`: width, height, depth and layers, 0 if the shape lacks one; four words of get_image_dim, -1 if the
// shape lacks it; data type and channel order with SPIR-V numbers (kUnknownConstant), which a program for Vulkan lacks.
inline constexpr std::size_t kQueriedWords = 10;
inline constexpr std::size_t kQueriedSizes = 8;  // those before data type and channel order

Source sampling_source(const SamplingProgram& program);

}  // namespace classay
