#include "kernels/il/imaging.h"

#include <fmt/format.h>

#include "kernels/il/body.h"
#include "kernels/il/kernel.h"

namespace classay::il {
namespace {

class Kernel {
 public:
  Kernel(ModuleText& module, const ImageProgram& program)
      : module_(module), program_(program), shape_(info(program.shape)), body_(module, 1) {}

  std::string text() {
    const bool is_read = program_.work == ImageWork::read || program_.work == ImageWork::look;
    image_type_ =
        module_.declared("%image", fmt::format("OpTypeImage {} {} 0 {} 0 0 Unknown {}", module_.void_type(), shape_.dim,
                                               shape_.is_array ? 1 : 0, is_read ? "ReadOnly" : "WriteOnly"));
    std::vector<Parameter> parameters{{body_.named(is_read ? "out" : "in"), module_.pointer(Storage::global, word_)}};
    if (program_.work == ImageWork::look) {
      parameters.push_back({body_.named("whole"), module_.pointer(Storage::global, Type::u32)});
      parameters.push_back({body_.named("real"), module_.pointer(Storage::global, Type::f32)});
      parameters.push_back({body_.named("inside"), module_.pointer(Storage::global, Type::u32)});
    }
    parameters.push_back({"%the_image", image_type_});
    const std::string head = kernel_head(module_, std::string(kernel_name(program_.work)), parameters, "%imaging",
                                         {module_.ids("%global_id", "GlobalInvocationId")});
    item_ = body_.first_id("%global_id");
    switch (program_.work) {
      case ImageWork::read: read(); break;
      case ImageWork::write: write(in_row()); break;
      case ImageWork::look: look(); break;
      case ImageWork::put: write(in_small_image()); break;
    }
    return head + body_.text();
  }

 private:
  std::string word(std::uint64_t n) { return module_.constant(Type::u32, n); }
  std::string color_type() { return module_.vector(program_.color, 4); }
  std::string uint(const std::string& instruction) { return body_.result(module_.scalar(Type::u32), instruction); }

  std::string sampler(std::string_view addressing) {
    const std::string type = module_.declared("%sampler", "OpTypeSampler");
    module_.capability("LiteralSampler");
    return module_.declared(fmt::format("%sampler_{}", addressing),
                            fmt::format("OpConstantSampler {} {} 0 Nearest", type, addressing));
  }

  // Reads a color at a coordinate, with or without a sampler.
  std::string sampled(std::string_view addressing, const std::string& at) {
    const std::string type = module_.declared("%sampled_image", "OpTypeSampledImage " + image_type_);
    const std::string both = body_.result(type, fmt::format("OpSampledImage %the_image {}", sampler(addressing)));
    return body_.result(color_type(),
                        fmt::format("OpImageSampleExplicitLod {} {} Lod {}", both, at, module_.constant(Type::f32, 0)));
  }
  std::string unsampled(const std::string& at) {
    return body_.result(color_type(), fmt::format("OpImageRead %the_image {}", at));
  }

  // Stores to the results of a work-item, four words per color.
  void store(const std::vector<std::string>& lanes, std::uint64_t per_item, std::uint64_t which) {
    const std::string first = body_.ulong(fmt::format("OpIMul {} {}", item_, body_.ulong_constant(4 * per_item)));
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const std::string at = body_.ulong(fmt::format("OpIAdd {} {}", first, body_.ulong_constant(4 * which + lane)));
      body_.line(
          fmt::format("OpStore {} {} Aligned {}", body_.element("out", word_, at), lanes[lane], classay::width(word_) / 8));
    }
  }
  void store_color(const std::string& color, std::uint64_t per_item, std::uint64_t which) {
    std::vector<std::string> lanes;
    for (int lane = 0; lane < 4; ++lane) {
      lanes.push_back(body_.as(program_.color, word_, body_.lane_of(program_.color, color, 4, lane), 1));
    }
    store(lanes, per_item, which);
  }

  // Makes a coordinate with the components of the shape. Three coordinates need four components.
  std::string coordinate(Type type, std::vector<std::string> lanes) {
    const int count = shape_.coordinates();
    if (count == 3) {
      lanes.resize(3);
      lanes.push_back(module_.constant(type, 0));
    } else {
      lanes.resize(static_cast<std::size_t>(count));
    }
    return body_.composed(type, lanes);
  }

  std::vector<std::string> in_row() {
    const std::string i = uint("OpUConvert " + item_);
    return {uint(fmt::format("OpUMod {} {}", i, word(kImageRow))), uint(fmt::format("OpUDiv {} {}", i, word(kImageRow)))};
  }
  std::vector<std::string> in_small_image() {
    const std::string i = uint("OpUConvert " + item_);
    const std::string row = uint(fmt::format("OpUDiv {} {}", i, word(kSmallImage[0])));
    return {uint(fmt::format("OpUMod {} {}", i, word(kSmallImage[0]))),
            uint(fmt::format("OpUMod {} {}", row, word(kSmallImage[1]))),
            uint(fmt::format("OpUDiv {} {}", row, word(kSmallImage[1])))};
  }

  void read() {
    const std::vector<std::string> at = in_row();
    const std::string whole = coordinate(Type::u32, at);
    std::vector<std::string> between;
    for (std::size_t i = 0; i < 2; ++i) {
      const std::string number = body_.result(module_.scalar(Type::f32), "OpConvertUToF " + at[i]);
      const Bits part = i == 0 ? 0x3e800000 : 0x3f400000;  // 0.25 and 0.75
      between.push_back(
          body_.result(module_.scalar(Type::f32), fmt::format("OpFAdd {} {}", number, module_.constant(Type::f32, part))));
    }
    store_color(sampled("None", whole), 3, 0);
    store_color(sampled("None", coordinate(Type::f32, between)), 3, 1);
    store_color(unsampled(whole), 3, 2);
  }

  void write(const std::vector<std::string>& at) {
    const std::string first = body_.ulong(fmt::format("OpIMul {} {}", item_, body_.ulong_constant(4)));
    std::vector<std::string> lanes;
    for (std::uint64_t lane = 0; lane < 4; ++lane) {
      const std::string place = body_.ulong(fmt::format("OpIAdd {} {}", first, body_.ulong_constant(lane)));
      const std::string loaded =
          body_.result(module_.scalar(word_),
                       fmt::format("OpLoad {} Aligned {}", body_.element("in", word_, place), classay::width(word_) / 8));
      lanes.push_back(body_.as(word_, program_.color, loaded, 1));
    }
    const std::string color = body_.composed(program_.color, lanes);
    if (shape_.dimensions == 3) module_.opencl_extension("cl_khr_3d_image_writes");
    body_.line(fmt::format("OpImageWrite %the_image {} {}", coordinate(Type::u32, at), color));
  }

  std::string given(std::string_view buffer, Type type) {
    const std::string first = body_.ulong(fmt::format("OpIMul {} {}", item_, body_.ulong_constant(4)));
    std::vector<std::string> lanes;
    for (std::uint64_t lane = 0; lane < 4; ++lane) {
      const std::string place = body_.ulong(fmt::format("OpIAdd {} {}", first, body_.ulong_constant(lane)));
      lanes.push_back(
          body_.result(module_.scalar(type), fmt::format("OpLoad {} Aligned 4", body_.element(buffer, type, place))));
    }
    return coordinate(type, lanes);
  }

  void look() {
    const auto place = [](ImageLook look) { return static_cast<std::uint64_t>(look); };
    if (program_.shape != ImageShape::buffer) {
      const std::string whole = given("whole", Type::u32);
      const std::string real = given("real", Type::f32);
      store_color(sampled("ClampToEdge", whole), kImageLooks, place(ImageLook::edge_by_integers));
      store_color(sampled("Clamp", whole), kImageLooks, place(ImageLook::border_by_integers));
      store_color(sampled("ClampToEdge", real), kImageLooks, place(ImageLook::edge_by_floats));
      store_color(sampled("Clamp", real), kImageLooks, place(ImageLook::border_by_floats));
    }
    store_color(unsampled(given("inside", Type::u32)), kImageLooks, place(ImageLook::without_sampler));
    store(sizes(), kImageLooks, place(ImageLook::sizes));
    const std::string type = uint("OpImageQueryFormat %the_image");
    const std::string order = uint("OpImageQueryOrder %the_image");
    store({type, order, word(0), word(0)}, kImageLooks, place(ImageLook::channels));
  }

  // Returns width, height, depth and layers.
  std::vector<std::string> sizes() {
    const bool is_buffer = program_.shape == ImageShape::buffer;
    const int count = shape_.coordinates();
    const std::string size =
        body_.result(module_.vector(Type::u32, count),
                     is_buffer ? "OpImageQuerySize %the_image" : "OpImageQuerySizeLod %the_image " + word(0));
    std::vector<std::string> all;
    for (int d = 0; d < 3; ++d) {
      all.push_back(d < shape_.dimensions ? body_.lane_of(Type::u32, size, count, d) : word(0));
    }
    all.push_back(shape_.is_array ? body_.lane_of(Type::u32, size, count, count - 1) : word(0));
    return all;
  }

  ModuleText& module_;
  const ImageProgram& program_;
  const ShapeInfo& shape_;
  Body body_;
  Type word_ = program_.color == Type::f16 ? Type::u16 : Type::u32;
  std::string image_type_, item_;
};

}  // namespace

Source imaging_source(const ImageProgram& program, const Compiler& compiler) {
  ModuleText module(compiler);
  module.capability("ImageBasic");
  if (!info(program.shape).capability.empty()) module.capability(info(program.shape).capability);
  module.function(Kernel(module, program).text());
  return {.text = module.text(), .options = ""};
}

}  // namespace classay::il
