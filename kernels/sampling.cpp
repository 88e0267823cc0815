#include "kernels/sampling.h"

#include <fmt/format.h>

namespace classay {
namespace {

std::string_view suffix(Type color) { return color == Type::f32 ? "f" : color == Type::i32 ? "i" : "ui"; }

std::string_view filter_word(ImageFilter filter) { return filter == ImageFilter::nearest ? "nearest" : "linear"; }
std::string_view coordinates_word(bool is_normalized) { return is_normalized ? "normalized" : "unnormalized"; }

// Returns the name of a constant sampler: "linear_clamp_to_edge_normalized".
std::string sampler_name(ImageFilter filter, const AddressingInfo& addressing, bool is_normalized) {
  std::string name =
      fmt::format("{}_{}_{}", filter_word(filter), addressing.name.substr(std::string_view("CLK_ADDRESS_").size()),
                  coordinates_word(is_normalized));
  for (char& c : name) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return name;
}

std::string samplers(ImageFilter filter, bool is_normalized) {
  std::string text;
  for (const AddressingInfo& addressing : kImageAddressings) {
    if (addressing.needs_normalized && !is_normalized) continue;
    text += fmt::format("constant sampler_t {} = CLK_NORMALIZED_COORDS_{} | {} | CLK_FILTER_{};\n",
                        sampler_name(filter, addressing, is_normalized), is_normalized ? "TRUE" : "FALSE", addressing.name,
                        filter == ImageFilter::nearest ? "NEAREST" : "LINEAR");
  }
  return text;
}

// No result depends on a branch: PoCL 3.1 crashes when it compiles a switch whose cases read images.
std::string sample_text(const SamplingProgram& program, bool is_normalized) {
  const ShapeInfo& shape = info(program.shape);
  constexpr std::array<std::string_view, 3> kTypes{"float", "float2", "float4"};
  constexpr std::array<std::string_view, 3> kComponents{".x", ".xy", ""};
  const auto coordinates = static_cast<std::size_t>(shape.coordinates()) - 1;
  const auto color = [&](std::string_view sampler, std::string_view at) {
    const std::string read = fmt::format("read_image{}(image, {}, {})", suffix(program.color), sampler, at);
    return shape.is_depth ? fmt::format("as_uint4((float4)({}, 0, 0, 0))", read) : fmt::format("as_uint4({})", read);
  };
  std::string text = samplers(program.filter, is_normalized);
  text +=
      fmt::format(R"(
kernel void {0}(global uint4* out, global const float4* coordinates, global const float4* inner, ulong addressing,
                read_only {1} image, sampler_t given) {{
  const size_t i = get_global_id(0);
  global uint4* to = out + {2} * i;
  const {3} at = coordinates[i]{4};
  const {3} inside = inner[i]{4};
  to[0] = {5};
)",
                  sampling_kernel_name(program.filter, is_normalized), shape.clc, colors_per_coordinate(is_normalized),
                  kTypes.at(coordinates), kComponents.at(coordinates),
                  color("given", fmt::format("addressing == {} ? inside : at", static_cast<int>(ImageAddressing::none))));
  for (const AddressingInfo& addressing : kImageAddressings) {
    if (addressing.needs_normalized && !is_normalized) continue;
    text += fmt::format("  to[{}] = {};\n", static_cast<int>(addressing.addressing) + 1,
                        color(sampler_name(program.filter, addressing, is_normalized),
                              addressing.addressing == ImageAddressing::none ? "inside" : "at"));
  }
  return text + "}\n";
}

std::string query_text(const ShapeInfo& shape, Type color, bool is_for_vulkan) {
  std::string text = (is_for_vulkan ? "" : channel_number_functions()) + fmt::format(R"(
kernel void {}(global int* out, read_only {} image) {{
  out[0] = get_image_width(image);
)",
                                                                                     kQueryKernel, shape.clc);
  text += fmt::format("  out[1] = {};\n", shape.dimensions > 1 ? "get_image_height(image)" : "0");
  text += fmt::format("  out[2] = {};\n", shape.dimensions > 2 ? "get_image_depth(image)" : "0");
  text += fmt::format("  out[3] = {};\n", shape.is_array ? "(int)get_image_array_size(image)" : "0");
  const std::string_view dimensions = shape.dimensions == 1   ? "(int4)(-1)"
                                      : shape.dimensions == 2 ? "(int4)(get_image_dim(image), -1, -1)"
                                                              : "get_image_dim(image)";
  if (is_for_vulkan) {
    // clspv takes an image that is not read for one of floats.
    constexpr std::array<std::string_view, 3> kOrigins{"0", "(int2)(0)", "(int4)(0)"};
    return text + fmt::format("  ((global int4*)out)[1] = {};\n  out[8] = as_int4(read_image{}(image, {})).x;\n}}\n",
                              dimensions, suffix(color), kOrigins.at(static_cast<std::size_t>(shape.coordinates()) - 1));
  }
  text += fmt::format("  vstore4({}, 1, out);\n", dimensions);
  return text + R"(  out[8] = (int)type_number(get_image_channel_data_type(image));
  out[9] = (int)order_number(get_image_channel_order(image));
}
)";
}

}  // namespace

std::string sampling_kernel_name(ImageFilter filter, bool is_normalized) {
  return fmt::format("sample_{}_{}", filter_word(filter), coordinates_word(is_normalized));
}

Source sampling_source(const SamplingProgram& program) {
  const std::string_view extension =
      info(program.shape).is_depth ? "#ifdef cl_khr_depth_images\n#pragma OPENCL EXTENSION cl_khr_depth_images : enable\n"
                                     "#endif\n"
                                   : "";
  const bool has_both = has_unnormalized(program.shape, program.is_for_vulkan);
  return {.text = std::string(extension) + sample_text(program, true) + (has_both ? sample_text(program, false) : "") +
                  query_text(info(program.shape), program.color, program.is_for_vulkan),
          .options = ""};
}

}  // namespace classay
