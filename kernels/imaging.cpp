#include "kernels/imaging.h"

#include <fmt/format.h>

#include "kernels/sampling.h"

namespace classay {
namespace {

std::string_view suffix(Type color) {
  return color == Type::f32 ? "f" : color == Type::f16 ? "h" : color == Type::i32 ? "i" : "ui";
}
std::string_view word(Type color) { return color == Type::f16 ? "ushort" : "uint"; }

// An OpenCL C constant and its SPIR-V number. Some drivers define the constants as enumerators, which #ifdef does not see.
// Only the constants of OpenCL C 2.0 are guarded, and by the language version.
struct Constant {
  std::string_view name;
  int number;
  bool is_of_2_0 = false;
};

constexpr std::array kTypeConstants = std::to_array<Constant>({{"CLK_SNORM_INT8", 0},
                                                               {"CLK_SNORM_INT16", 1},
                                                               {"CLK_UNORM_INT8", 2},
                                                               {"CLK_UNORM_INT16", 3},
                                                               {"CLK_UNORM_SHORT_565", 4},
                                                               {"CLK_UNORM_SHORT_555", 5},
                                                               {"CLK_UNORM_INT_101010", 6},
                                                               {"CLK_SIGNED_INT8", 7},
                                                               {"CLK_SIGNED_INT16", 8},
                                                               {"CLK_SIGNED_INT32", 9},
                                                               {"CLK_UNSIGNED_INT8", 10},
                                                               {"CLK_UNSIGNED_INT16", 11},
                                                               {"CLK_UNSIGNED_INT32", 12},
                                                               {"CLK_HALF_FLOAT", 13},
                                                               {"CLK_FLOAT", 14}});
constexpr std::array kOrderConstants = std::to_array<Constant>({{"CLK_R", 0},
                                                                {"CLK_A", 1},
                                                                {"CLK_RG", 2},
                                                                {"CLK_RA", 3},
                                                                {"CLK_RGBA", 5},
                                                                {"CLK_BGRA", 6},
                                                                {"CLK_ARGB", 7},
                                                                {"CLK_INTENSITY", 8},
                                                                {"CLK_LUMINANCE", 9},
                                                                {"CLK_RGB", 4},
                                                                {"CLK_Rx", 10},
                                                                {"CLK_RGx", 11},
                                                                {"CLK_RGBx", 12},
                                                                {"CLK_DEPTH", 13, true},
                                                                {"CLK_sRGB", 15, true},
                                                                {"CLK_sRGBx", 16, true},
                                                                {"CLK_sRGBA", 17, true},
                                                                {"CLK_sBGRA", 18, true},
                                                                {"CLK_ABGR", 19, true}});

std::string numbered(std::string_view name, std::span<const Constant> constants) {
  std::string text = fmt::format("uint {}(int found) {{\n", name);
  for (const Constant& c : constants) {
    const std::string test = fmt::format("  if (found == {}) return {};\n", c.name, c.number);
    text += c.is_of_2_0 ? fmt::format("#if __OPENCL_C_VERSION__ >= 200 || defined({})\n{}#endif\n", c.name, test) : test;
  }
  return text + fmt::format("  return (uint)found | {:#x}u;\n}}\n", kUnknownConstant);
}

// A pointer to colors of words.
std::string colors(Type color, bool is_for_vulkan) { return fmt::format("{}{}", word(color), is_for_vulkan ? "4" : ""); }

std::string loaded(bool is_for_vulkan) { return is_for_vulkan ? "in[i]" : "vload4(i, in)"; }

std::string read_text(Type color, bool is_for_vulkan) {
  std::string text = fmt::format(R"(
constant sampler_t inside = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
kernel void read_texels(global {1}* out, read_only image2d_t image) {{
  const int i = (int)get_global_id(0);
  const int2 at = (int2)(i % {0}, i / {0});
)",
                                 kImageRow, colors(color, is_for_vulkan));
  constexpr std::array<std::string_view, 3> kReads{"inside, at", "inside, convert_float2(at) + (float2)(0.25f, 0.75f)",
                                                   "at"};
  constexpr std::array<std::string_view, 3> kPlaces{"3 * i", "3 * i + 1", "3 * i + 2"};
  for (std::size_t i = 0; i < kReads.size(); ++i) {
    const std::string value = fmt::format("as_{}4(read_image{}(image, {}))", word(color), suffix(color), kReads.at(i));
    text += is_for_vulkan ? fmt::format("  out[{}] = {};\n", kPlaces.at(i), value)
                          : fmt::format("  vstore4({}, {}, out);\n", value, kPlaces.at(i));
  }
  return text + "}\n";
}

std::string write_text(Type color, bool is_for_vulkan) {
  return fmt::format(R"(
kernel void write_texels(global const {2}* in, write_only image2d_t image) {{
  const int i = (int)get_global_id(0);
  write_image{0}(image, (int2)(i % {1}, i / {1}), as_{3}4({4}));
}}
)",
                     suffix(color), kImageRow, colors(color, is_for_vulkan), info(color).clc, loaded(is_for_vulkan));
}

// Selects the coordinate components of a shape from four. Three coordinates are passed as four.
std::string_view components(const ShapeInfo& shape) {
  return shape.coordinates() == 1 ? ".x" : shape.coordinates() == 2 ? ".xy" : "";
}

std::string sizes(const ShapeInfo& shape) {
  const auto size = [&](bool is_there, std::string_view of) {
    return is_there ? fmt::format("get_image_{}(image)", of) : std::string("0");
  };
  return fmt::format("(uint4)({}, {}, {}, {})", size(true, "width"), size(shape.dimensions > 1, "height"),
                     size(shape.dimensions > 2, "depth"), size(shape.is_array, "array_size"));
}

std::string look_text(ImageShape shape, Type color, bool is_for_vulkan) {
  const ShapeInfo& of = info(shape);
  std::string text = (is_for_vulkan ? "" : channel_number_functions()) + fmt::format(R"(
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
kernel void look(global uint4* out, global const int4* whole, global const float4* real, global const int4* inside,
                 read_only {} image) {{
  const size_t i = get_global_id(0);
  global uint4* to = out + {} * i;
)",
                                                                                     of.clc, kImageLooks);
  const auto read = [&](ImageLook look, const std::string& arguments) {
    text += fmt::format("  to[{}] = as_uint4(read_image{}(image, {}{}));\n", static_cast<int>(look), suffix(color),
                        arguments, components(of));
  };
  if (shape != ImageShape::buffer && has_unnormalized(shape, is_for_vulkan)) {
    read(ImageLook::edge_by_integers, "edge, whole[i]");
    read(ImageLook::border_by_integers, "border, whole[i]");
    read(ImageLook::edge_by_floats, "edge, real[i]");
    read(ImageLook::border_by_floats, "border, real[i]");
  }
  read(ImageLook::without_sampler, "inside[i]");
  text += fmt::format("  to[{}] = {};\n", static_cast<int>(ImageLook::sizes), sizes(of));
  if (is_for_vulkan) return text + fmt::format("  to[{}] = (uint4)(0);\n}}\n", static_cast<int>(ImageLook::channels));
  return text + fmt::format(R"(  to[{}] = (uint4)(type_number(get_image_channel_data_type(image)),
                    order_number(get_image_channel_order(image)), 0, 0);
}}
)",
                            static_cast<int>(ImageLook::channels));
}

std::string put_text(ImageShape shape, Type color, bool is_for_vulkan) {
  const ShapeInfo& of = info(shape);
  const std::string_view extension =
      shape == ImageShape::three
          ? "#ifdef cl_khr_3d_image_writes\n#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n#endif\n"
          : "";
  return fmt::format(R"({0}
kernel void put(global const {8}* in, write_only {1} image) {{
  const int i = (int)get_global_id(0);
  const int4 at = (int4)(i % {2}, i / {2} % {3}, i / {4}, 0);
  write_image{5}(image, at{6}, as_{7}4({9}));
}}
)",
                     extension, of.clc, kSmallImage[0], kSmallImage[1], kSmallImage[0] * kSmallImage[1], suffix(color),
                     components(of), info(color).clc, colors(color, is_for_vulkan), loaded(is_for_vulkan));
}

}  // namespace

std::string_view kernel_name(ImageWork work) {
  constexpr std::array<std::string_view, 4> kNames{"read_texels", "write_texels", "look", "put"};
  return kNames.at(static_cast<std::size_t>(work));
}

std::string channel_number_functions() {
  return numbered("type_number", kTypeConstants) + numbered("order_number", kOrderConstants);
}

Source imaging_source(const ImageProgram& program) {
  const auto text = [&] {
    switch (program.work) {
      case ImageWork::read: return read_text(program.color, program.is_for_vulkan);
      case ImageWork::write: return write_text(program.color, program.is_for_vulkan);
      case ImageWork::look: return look_text(program.shape, program.color, program.is_for_vulkan);
      case ImageWork::put: return put_text(program.shape, program.color, program.is_for_vulkan);
    }
    return std::string();
  };
  return {.text = extension_lines(program.color) + text(), .options = ""};
}

}  // namespace classay
