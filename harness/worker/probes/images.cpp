#include "harness/worker/probes/images.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/sweep/device_support.h"
#include "harness/worker/sweep/programs.h"

namespace classay {
namespace {

struct KindOfChannel {
  std::string_view name;
  bool (*has)(ImageFormat f);
};
constexpr std::array kKinds = std::to_array<KindOfChannel>({
    {"unorm", [](ImageFormat f) { return f.type <= ChannelType::unorm16 && !info(f.order).is_srgb; }},
    {"snorm", [](ImageFormat f) { return f.type == ChannelType::snorm8 || f.type == ChannelType::snorm16; }},
    {"srgb", [](ImageFormat f) { return info(f.order).is_srgb; }},
    {"int", [](ImageFormat f) { return f.type >= ChannelType::i8 && f.type <= ChannelType::u32; }},
    {"float", [](ImageFormat f) { return f.type == ChannelType::f16 || f.type == ChannelType::f32; }},
    {"packed", [](ImageFormat f) { return info(f.type).is_packed(); }},
});

constexpr std::string_view kRead = "image-read-";
constexpr std::string_view kWrite = "image-write-";
constexpr std::string_view kHalf = "half";

// Kinds that test coordinates, by their shape.
struct KindOfShape {
  std::string_view name;
  ImageShape shape;
};
constexpr std::array kShapes = std::to_array<KindOfShape>({
    {"image-address", ImageShape::two},
    {"image-1d", ImageShape::one},
    {"image-3d", ImageShape::three},
    {"image-1d-array", ImageShape::array_of_one},
    {"image-2d-array", ImageShape::array_of_two},
    {"image-1d-buffer", ImageShape::buffer},
});

// The part of images that a measured kind tests.
struct ImageQuestion {
  ImageUse use = ImageUse::read;
  std::string_view of;  // channels, or "half"; empty: coordinates
  ImageShape shape = ImageShape::two;
};
ImageQuestion image_question(std::string_view kind) {
  if (kind.starts_with(kRead)) return {.use = ImageUse::read, .of = kind.substr(kRead.size())};
  if (kind.starts_with(kWrite)) return {.use = ImageUse::written, .of = kind.substr(kWrite.size())};
  return {.of = "", .shape = std::ranges::find(kShapes, kind, &KindOfShape::name)->shape};
}

bool has_kind(std::string_view of, ImageFormat format) {
  // "Values returned by read_imageh for image objects with image_channel_data_type values not specified ... are undefined."
  if (of == kHalf) return has_kind("unorm", format) || has_kind("snorm", format) || format.type == ChannelType::f16;
  return std::ranges::find(kKinds, of, &KindOfChannel::name)->has(format);
}

bool is_of(const ImageQuestion& question, Type held, ImageFormat format) {
  if (info(format.type).held != held) return false;
  if (question.of.empty()) return width(held) == 32 && !info(format.type).is_packed();
  // If two colors are written to one channel, the result is unspecified.
  if (question.use == ImageUse::written && info(format.order).channels == 1 && info(format.order).of_color[1] == '0')
    return false;
  return has_kind(question.of, format);
}

Type color_of(const ImageQuestion& question, ImageFormat format) {
  return question.of == kHalf ? Type::f16 : color_type(format.type);
}

// Reading without a sampler is also from version 1.2.
bool knows_images(const Capabilities& device) { return device.environment >= Version{1, 2}; }

// "3D image writes ... requires cl_khr_3d_image_writes, or OpenCL C 3.0 or newer and the __opencl_c_3d_image_writes
// feature." clspv defines the extension's macro for all devices.
bool can_put(const Capabilities& device, FrontEnd front_end, ImageShape shape) {
  return shape != ImageShape::three || front_end == FrontEnd::clspv || device.has_extension("cl_khr_3d_image_writes");
}

std::vector<ImageFormat> formats_of(Device& device, const ImageQuestion& question, ImageUse use, Type held) {
  if (!knows_images(device.capabilities())) return {};
  std::vector<ImageFormat> all = device.image_formats(use, question.shape);
  std::erase_if(all, [&](ImageFormat f) { return !is_of(question, held, f); });
  return all;
}

// A program for all formats of a kind and a type, whose colors have one type.
class Painter {
 public:
  Painter(Device& device, FrontEnd front_end) : device_(device), front_end_(front_end) {}

  std::unique_ptr<Stream> stream(const ImageProgram& program) {
    if (!program_) {
      const Source source = writer(front_end_).imaging(program, compiler_of(device_.capabilities()));
      program_ = device_.build(module_of(source, front_end_));
    }
    return device_.stream(*program_, 1);
  }

 private:
  Device& device_;
  FrontEnd front_end_;
  std::unique_ptr<Program> program_;
};

struct Asking {
  Device& device;
  FrontEnd front_end;
  ImageQuestion question;
  Type held;
};

std::vector<ImageFound> found_colors(const Asking& a, Tier tier) {
  std::vector<ImageFound> all;
  const bool is_read = a.question.use == ImageUse::read;
  Painter painter(a.device, a.front_end);
  for (const ImageFormat format : formats_of(a.device, a.question, a.question.use, a.held)) {
    const ColorAsked asked{.format = format,
                           .front_end = a.front_end,
                           .color = color_of(a.question, format),
                           .may_flush = !a.device.capabilities().f16.denormals};
    const std::unique_ptr<Stream> stream =
        painter.stream({is_read ? ImageWork::read : ImageWork::write, ImageShape::two, asked.color});
    ImageFound found{.format = format, .first = "", .unit = ""};
    const ChannelConversion conversion = conversion_of(format, 0);
    if (is_read) {
      if (conversion == ChannelConversion::normalized) found.unit = "ulp";
      if (conversion == ChannelConversion::srgb) found.unit = "of a step";
      ask_reading(*stream, asked, found);
    } else {
      const bool is_rounded = conversion == ChannelConversion::normalized || conversion == ChannelConversion::srgb;
      if (is_rounded && asked.color != Type::f16) found.unit = "of a step";
      ask_writing(*stream, asked, tier, found);
    }
    all.push_back(std::move(found));
  }
  return all;
}

std::vector<ImageFound> found_looks(const Asking& a) {
  std::vector<ImageFound> all;
  Painter looker(a.device, a.front_end);
  for (const ImageFormat format : formats_of(a.device, a.question, ImageUse::read, a.held)) {
    const std::unique_ptr<Stream> stream = looker.stream({ImageWork::look, a.question.shape, color_type(format.type)});
    all.push_back({.format = format, .first = "", .unit = ""});
    ask_looks(*stream, a.question.shape, a.front_end == FrontEnd::clspv, all.back());
  }
  if (!can_put(a.device.capabilities(), a.front_end, a.question.shape)) return all;
  Painter putter(a.device, a.front_end);
  for (const ImageFormat format : formats_of(a.device, a.question, ImageUse::written, a.held)) {
    const std::unique_ptr<Stream> stream = putter.stream({ImageWork::put, a.question.shape, color_type(format.type)});
    all.push_back({.format = format, .first = "", .unit = ""});
    ask_putting(*stream, a.question.shape, all.back());
  }
  return all;
}

}  // namespace

std::optional<std::string> no_images(const Capabilities& device, FrontEnd front_end) {
  if (!device.has_feature("images")) {
    return front_end == FrontEnd::clspv ? "shaderStorageImageWriteWithoutFormat is not among the device's features"
                                        : "CL_DEVICE_IMAGE_SUPPORT is CL_FALSE";
  }
  if (!knows_images(device))
    return fmt::format("OpenCL {} is before 1.2, which brought clCreateImage", name(device.environment));
  return std::nullopt;
}

std::string_view format_query(FrontEnd front_end) {
  return front_end == FrontEnd::clspv ? "vkGetPhysicalDeviceFormatProperties" : "clGetSupportedImageFormats";
}

std::string no_format(const Capabilities& device, FrontEnd front_end, std::string_view kind, Type held) {
  if (const std::optional<std::string> reason = no_images(device, front_end)) return *reason;
  const ImageQuestion question = image_question(kind);
  for (const ChannelInfo& type : kChannelTypes) {
    for (const OrderInfo& order : kChannelOrders) {
      if (!is_of(question, held, {order.order, type.type})) continue;
      return fmt::format("{} lists no format with {}{} that can be {}", format_query(front_end),
                         order.is_srgb ? "sRGB and " : "", type.name, question.use == ImageUse::read ? "read" : "written");
    }
  }
  return "no such format";
}

std::vector<ImageFound> measure_images(Device& device, FrontEnd front_end, std::string_view kind, Type held, Tier tier) {
  const Asking asking{.device = device, .front_end = front_end, .question = image_question(kind), .held = held};
  return asking.question.of.empty() ? found_looks(asking) : found_colors(asking, tier);
}

namespace {

// Reports all formats in one note with their common properties.
ProbeFinding finding_of(const std::vector<ImageFound>& all) {
  ProbeFinding finding;
  std::vector<std::string> orders;
  std::uint64_t asked = 0;
  double largest = 0;
  for (const ImageFound& f : all) {
    if (f.wrong > 0) {
      finding.violations.push_back(fmt::format("{}, {}: {}, one of {} of {} that are wrong", info(f.format.order).name,
                                               info(f.format.type).name, f.first, f.wrong, f.asked));
    }
    const std::string name(info(f.format.order).name);
    if (std::ranges::find(orders, name) == orders.end()) orders.push_back(name);
    asked += f.asked;
    largest = std::fmax(largest, f.largest);
  }
  const std::string_view unit = all.front().unit;
  finding.notes = {fmt::format("{} numbers in {} with {}{}", asked, info(all.front().format.type).name,
                               fmt::join(orders, ", "),
                               unit.empty() ? "" : fmt::format(", largest error {:.4f} {}", largest, unit))};
  return finding;
}

class ImagesProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override {
    if (kind.starts_with(kRead) || kind.starts_with(kWrite)) {
      const std::string_view of = image_question(kind).of;
      return of == kHalf || std::ranges::find(kKinds, of, &KindOfChannel::name) != kKinds.end();
    }
    return std::ranges::find(kShapes, kind, &KindOfShape::name) != kShapes.end();
  }
  std::optional<std::string> unsupported(Device& device, const ProbeTask& task) const override {
    if (!task.kind.name.ends_with(kHalf)) return std::nullopt;
    return classay::unsupported(device.capabilities(), task.front_end, Type::f16);
  }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    const auto all = measure_images(device, task.front_end, task.kind.name, task.format, task.tier);
    if (all.empty()) return {.unsupported = no_format(device.capabilities(), task.front_end, task.kind.name, task.format)};
    return finding_of(all);
  }
};

}  // namespace

const Probe& images_probe() {
  static const ImagesProbe probe;
  return probe;
}

}  // namespace classay
