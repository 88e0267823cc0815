// Tests images that one kernel reads and writes (OpenCL C, "Reading and Writing to the Same Image in a Kernel"): each
// work-item replaces a texel and reads it again after a fence, and the one of a neighbour after a barrier.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <memory>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/atomics.h"
#include "harness/worker/probes/images.h"
#include "harness/worker/probes/probe.h"
#include "kernels/arguments.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0x3ca5c35a;
constexpr std::uint64_t kGroup = 32;
using Size = std::array<std::uint64_t, 3>;
constexpr Size kSize{8, 4, 6};  // whole groups in each shape that has two coordinates or more
constexpr std::uint64_t kRow = 192;
enum class Result : std::uint8_t { before, after_fence, after_barrier };
constexpr std::array<std::string_view, 3> kResults{"before", "after a fence", "after a barrier"};

std::string kernel_name(const ShapeInfo& shape) { return fmt::format("replace_{}", static_cast<int>(shape.shape)); }

Size size_of(const ShapeInfo& shape) {
  if (shape.coordinates() == 1) return {kRow, 1, 1};
  return shape.coordinates() == 2 ? Size{kSize[0], kSize[1] * kSize[2], 1} : kSize;
}

std::string kernel(const ShapeInfo& shape, Type color) {
  const std::string_view suffix = color == Type::f32 ? "f" : color == Type::i32 ? "i" : "ui";
  const std::string_view components = shape.coordinates() == 1 ? ".x" : shape.coordinates() == 2 ? ".xy" : "";
  const Size size = size_of(shape);
  return fmt::format(R"(
kernel __attribute__((reqd_work_group_size({0}, 1, 1))) void {1}(global uint4* out, read_write {2} image) {{
  const int i = (int)get_global_id(0);
  const int j = i ^ 1;
  const int4 at = (int4)(i % {3}, i / {3} % {4}, i / {5}, 0);
  const int4 beside = (int4)(j % {3}, j / {3} % {4}, j / {5}, 0);
  const uint4 before = as_uint4(read_image{6}(image, at{7}));
  out[3 * i] = before;
  write_image{6}(image, at{7}, as_{8}4(before.yzwx));
  atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
  out[3 * i + 1] = as_uint4(read_image{6}(image, at{7}));
  work_group_barrier(CLK_IMAGE_MEM_FENCE);
  out[3 * i + 2] = as_uint4(read_image{6}(image, beside{7}));
}}
)",
                     kGroup, kernel_name(shape), shape.clc, size[0], size[1], size[0] * size[1], suffix, components,
                     info(color).clc);
}

// Writing one channel of several colors is unspecified.
bool is_tested(Type held, ImageFormat f) {
  return info(f.type).held == held && !info(f.type).is_packed() && f.order != ChannelOrder::intensity &&
         f.order != ChannelOrder::luminance;
}

bool can_write(const Capabilities& device, ImageShape shape) {
  return shape != ImageShape::three || device.has_extension("cl_khr_3d_image_writes");
}

Bits number(Type held, std::uint64_t texel, int channel) {
  const auto n = static_cast<float>(texel * 4 + static_cast<std::uint64_t>(channel) + 2);
  return held == Type::f32 ? Bits{std::bit_cast<std::uint32_t>(n)} : static_cast<Bits>(n);
}

using Color = std::array<Bits, 4>;
// The color that is written, as it is read again.
Color replaced(ImageFormat f, const Color& before) {
  Color after{};
  for (int c = 0; c < 4; ++c) {
    const auto place = static_cast<std::size_t>(c);
    after.at(place) = channel_of(f, c) ? before.at((place + 1) % 4) : missing_color(color_type(f.type), c);
  }
  return after;
}

struct Tested {
  const ShapeInfo& shape;
  ImageFormat format;
  std::string name() const {
    return fmt::format("{} in {}, {}", info(format.order).name, info(format.type).name, shape.name);
  }
};

void test_format(Stream& stream, const Tested& t, Objections& all) {
  const Size size = size_of(t.shape);
  const std::uint64_t count = size[0] * size[1] * size[2];
  const Type held = info(t.format.type).held;
  Texels texels = blank(t.format, count);
  std::vector<Color> before(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    for (int c = 0; c < info(t.format.order).channels; ++c) texels.put(i, c, number(held, i, c));
    for (int c = 0; c < 4; ++c) {
      const std::optional<int> channel = channel_of(t.format, c);
      before[i].at(static_cast<std::size_t>(c)) = channel ? texels.at(i, *channel) : missing_color(held, c);
    }
  }
  stream.submit({.kernel = kernel_name(t.shape),
                 .items = count,
                 .outputs = {count * kResults.size() * 16},
                 .inputs = {},
                 .scalars = {},
                 .poison = kPoison,
                 .images = {{.format = t.format,
                             .use = ImageUse::read_and_written,
                             .width = size[0],
                             .height = size[1],
                             .texels = texels.bytes,
                             .shape = t.shape.shape,
                             .depth = size[2]}}});
  const Finished finished = stream.wait();
  Texels left = blank(t.format, count);
  left.bytes = finished.images.at(0);
  for (std::uint64_t i = 0; i < count; ++i) {
    const Color after = replaced(t.format, before[i]);
    const std::array<Color, 3> expected{before[i], after, replaced(t.format, before[i ^ 1U])};
    for (std::size_t r = 0; r < kResults.size(); ++r) {
      Color got{};
      for (std::size_t c = 0; c < 4; ++c) got.at(c) = element_at(finished.outputs.at(0), 4, (i * 3 + r) * 4 + c);
      if (got == expected.at(r)) continue;
      all.add(t.name() + std::string(kResults.at(r)),
              fmt::format("{}: {}, the color of texel {} is ({:#x}), expected ({:#x})", t.name(), kResults.at(r),
                          r == 2 ? i ^ 1U : i, fmt::join(got, ", "), fmt::join(expected.at(r), ", ")));
    }
    for (int c = 0; c < 4; ++c) {
      const std::optional<int> channel = channel_of(t.format, c);
      const Bits right = after.at(static_cast<std::size_t>(c));
      if (!channel || left.at(i, *channel) == right) continue;
      all.add(t.name() + " left",
              fmt::format("{}: {} of texel {} is {:#x} after the kernel, where {:#x} was written", t.name(),
                          kColors.at(static_cast<std::size_t>(c)), i, left.at(i, *channel), right));
    }
  }
}

class ImageReadWriteProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override { return kind == "image-read-write"; }
  std::optional<std::string> unsupported(Device& device, const ProbeTask& task) const override {
    const Capabilities& can = device.capabilities();
    if (std::optional<std::string> reason = no_images(can, task.front_end)) return reason;
    if (!can.has_part_of_2_0("read-write-images")) return "CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS is 0";
    if (can.newest().major < 2) return fmt::format("OpenCL C {} has no read_write images", classay::name(can.newest()));
    return std::nullopt;
  }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    const std::vector<Tested> tested = all_tested(device, task.format);
    if (tested.empty())
      return {.unsupported = "clGetSupportedImageFormats lists no such format for CL_MEM_KERNEL_READ_AND_WRITE"};
    return or_unbuilt([&] {
      std::string source =
          "#ifdef cl_khr_3d_image_writes\n#pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable\n#endif\n";
      for (const ShapeInfo& shape : kImageShapes) {
        if (!shape.is_depth && can_write(device.capabilities(), shape.shape)) source += kernel(shape, task.format);
      }
      const std::unique_ptr<Program> program =
          device.build({.source = source, .il = {}, .options = generic_option(device.capabilities().newest())});
      const std::unique_ptr<Stream> stream = device.stream(*program, 1);
      Objections all;
      for (const Tested& t : tested) test_format(*stream, t, all);
      return ProbeFinding{.violations = all.sentences(), .notes = {fmt::format("{} images", tested.size())}};
    });
  }

 private:
  static std::vector<Tested> all_tested(Device& device, Type held) {
    std::vector<Tested> all;
    for (const ShapeInfo& shape : kImageShapes) {
      if (shape.is_depth || !can_write(device.capabilities(), shape.shape)) continue;
      for (const ImageFormat f : device.image_formats(ImageUse::read_and_written, shape.shape)) {
        if (is_tested(held, f)) all.push_back({shape, f});
      }
    }
    return all;
  }
};

}  // namespace

const Probe& image_read_write_probe() {
  static const ImageReadWriteProbe probe;
  return probe;
}

}  // namespace classay
