// Writes programs that read and write images of every shape (OpenCL C, "Image Read and Write Functions"; SPIR-V, "Image
// Instructions"). Colors are four words: 16 bits for half, 32 bits for all other types. The kernel of a program:
//
//   read   (out, image)                        reads each texel of an image with rows of kImageRow: by integer coordinates,
//                                              by coordinates between whole numbers, and without a sampler
//   write  (in, image)                         writes a color to each texel
//   look   (out, whole, real, inside, image)   reads kImageLooks colors at each coordinate; a coordinate has four words
//   put    (in, image)                         writes a color to each texel of a small image
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/source.h"

namespace classay {

enum class ImageShape : std::uint8_t { two, one, three, array_of_one, array_of_two, buffer, depth, array_of_depth };

struct ShapeInfo {
  ImageShape shape;
  std::string_view name;  // name used in reports
  std::string_view clc;
  std::string_view dim;  // SPIR-V dimension
  std::string_view capability;
  int dimensions;  // coordinates, without the layer
  bool is_array;
  bool is_depth = false;  // read_imagef returns a scalar
  int coordinates() const { return dimensions + (is_array ? 1 : 0); }
};
inline constexpr std::array kImageShapes = std::to_array<ShapeInfo>({
    {ImageShape::two, "2D", "image2d_t", "2D", "", 2, false},
    {ImageShape::one, "1D", "image1d_t", "1D", "Sampled1D", 1, false},
    {ImageShape::three, "3D", "image3d_t", "3D", "", 3, false},
    {ImageShape::array_of_one, "1D array", "image1d_array_t", "1D", "Sampled1D", 1, true},
    {ImageShape::array_of_two, "2D array", "image2d_array_t", "2D", "", 2, true},
    {ImageShape::buffer, "1D buffer", "image1d_buffer_t", "Buffer", "SampledBuffer", 1, false},
    {ImageShape::depth, "2D depth", "image2d_depth_t", "2D", "", 2, false, true},
    {ImageShape::array_of_depth, "2D array depth", "image2d_array_depth_t", "2D", "", 2, true, true},
});
constexpr const ShapeInfo& info(ImageShape shape) { return kImageShapes[static_cast<std::size_t>(shape)]; }

enum class ImageFilter : std::uint8_t { nearest, linear };
enum class ImageAddressing : std::uint8_t { none, clamp_to_edge, clamp, repeat, mirrored_repeat };

struct AddressingInfo {
  ImageAddressing addressing;
  std::string_view name;  // in OpenCL C
  bool needs_normalized = false;
};
inline constexpr std::array kImageAddressings = std::to_array<AddressingInfo>({
    {ImageAddressing::none, "CLK_ADDRESS_NONE"},
    {ImageAddressing::clamp_to_edge, "CLK_ADDRESS_CLAMP_TO_EDGE"},
    {ImageAddressing::clamp, "CLK_ADDRESS_CLAMP"},
    {ImageAddressing::repeat, "CLK_ADDRESS_REPEAT", true},
    {ImageAddressing::mirrored_repeat, "CLK_ADDRESS_MIRRORED_REPEAT", true},
});
constexpr const AddressingInfo& info(ImageAddressing a) { return kImageAddressings[static_cast<std::size_t>(a)]; }

enum class ImageWork : std::uint8_t { read, write, look, put };

struct ImageProgram {
  ImageWork work = ImageWork::read;
  ImageShape shape = ImageShape::two;
  Type color = Type::f32;  // f32, f16, i32 or u32
  // Without vloadn, vstoren and queries of the channels, which "must not be used" (OpenCL C 1.2 on Vulkan).
  bool is_for_vulkan = false;
};
std::string_view kernel_name(ImageWork work);

inline constexpr std::uint64_t kImageRow = 1024;  // texels
// Size of a small image in x, y and z, as far as the shape has them. A layer is the last coordinate.
inline constexpr std::array<std::uint64_t, 3> kSmallImage{7, 5, 3};

// The results of a `look` kernel. Buffers have no results with samplers.
enum class ImageLook : std::uint8_t {
  edge_by_integers,
  border_by_integers,
  edge_by_floats,
  border_by_floats,
  without_sampler,  // at coordinates inside the image
  sizes,            // width, height, depth and layers; 0 if the shape lacks one
  channels,         // data type and channel order, with SPIR-V numbers
};
inline constexpr std::uint64_t kImageLooks = 7;
// The bit is set where a query for the type or the order returned a value that is not one of the language's constants. The
// remaining bits hold that value.
inline constexpr std::uint32_t kUnknownConstant = std::uint32_t{1} << 31U;

Source imaging_source(const ImageProgram& program);

// Returns functions of OpenCL C, type_number and order_number, which map constants of the language to SPIR-V's numbers.
std::string channel_number_functions();

}  // namespace classay
