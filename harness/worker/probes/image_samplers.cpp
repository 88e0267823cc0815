// Tests reading through samplers: of the kernel and of the host, with normalized and unnormalized coordinates, in each
// addressing mode and filter, for images of each shape; and the results of queries.
//   image-nearest, image-nearest-array   the texel or border that is read; texels of 32 bits
//   image-linear, image-linear-array     the color that is computed (image_filters.h); channels that read_imagef reads
//   image-linear-srgb                    the same for sRGB images, whose colors are converted before they are filtered
//   image-nearest-depth, image-linear-depth   the same for depth images and their arrays
//   image-border                         the border of orders without alpha, which is opaque and which some devices lack:
//                                        of CL_FLOAT with the nearest filter, of CL_UNORM_INT8 with the linear one
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <memory>

#include "harness/journal/probe_kinds.h"
#include "harness/worker/probes/all_probes.h"
#include "harness/worker/probes/image_filters.h"
#include "harness/worker/probes/images.h"
#include "harness/worker/probes/probe.h"
#include "harness/worker/sweep/programs.h"
#include "kernels/arguments.h"
#include "kernels/sampling.h"
#include "reference/inputs/inputs.h"
#include "reference/number/format.h"

namespace classay {
namespace {

constexpr std::uint32_t kPoison = 0x3ca5c35a;
constexpr std::string_view kLinear = "image-linear";
constexpr std::string_view kNearest = "image-nearest";
constexpr std::string_view kBorder = "image-border";
constexpr std::string_view kArray = "-array";
constexpr std::string_view kDepth = "-depth";
constexpr std::string_view kSrgb = "-srgb";

ImageFilter filter_of(const ProbeTask& task) {
  const bool is_linear = task.kind.name == kBorder ? task.format == Type::u8 : task.kind.name.starts_with(kLinear);
  return is_linear ? ImageFilter::linear : ImageFilter::nearest;
}

using Size = std::array<std::uint64_t, 3>;
constexpr std::array kSizes{Size{7, 5, 3}, Size{8, 4, 2}, Size{1, 3, 1}, Size{2, 1, 5}, Size{67, 2, 4}, Size{128, 16, 1}};

struct Effort {
  std::size_t sizes;
  std::uint64_t coordinates;
};
Effort effort_of(Tier tier) {
  if (tier == Tier::smoke) return {2, 64};
  return tier == Tier::quick ? Effort{4, 256} : Effort{kSizes.size(), 1024};
}

// "Requires OpenCL C 2.0 or newer, or the cl_khr_depth_images extension."
bool knows_depth(const Capabilities& device) {
  return device.language.major >= 2 || device.has_extension("cl_khr_depth_images");
}

// ---- Texels

bool is_tested(const ProbeTask& task, ImageFormat f) {
  if (info(f.type).held != task.format || info(f.order).is_srgb != task.kind.name.ends_with(kSrgb)) return false;
  if (task.kind.name == kBorder && !has_opaque_border(f.order)) return false;
  return filter_of(task) == ImageFilter::linear ? color_type(f.type) == Type::f32
                                                : channel_bytes(f) == 4 && !info(f.type).is_packed();
}

bool is_tested(const ProbeTask& task, const ShapeInfo& shape) {
  if (shape.shape == ImageShape::buffer) return false;
  const bool is_of_depth = task.kind.name.ends_with(kDepth);
  if (is_of_depth || task.kind.name == kBorder) return is_of_depth == shape.is_depth;
  return !shape.is_depth && task.kind.name.ends_with(kArray) == shape.is_array;
}

struct Painted {
  Image image;
  Texels texels;
  SampledImage sampled;
};
std::unique_ptr<Painted> painted(ImageShape shape, const Size& size, ImageFormat f, ImageFilter filter) {
  auto p = std::make_unique<Painted>();
  p->sampled.shape = shape;
  std::copy_n(size.begin(), info(shape).coordinates(), p->sampled.size.begin());
  const Size& s = p->sampled.size;
  p->texels = blank(f, s[0] * s[1] * s[2]);
  for (std::uint64_t i = 0; i < p->texels.count; ++i) {
    for (int c = 0; c < colored_channels(f); ++c) p->texels.put(i, c, channel_bits(f, filter, i, c));
    // A depth is a scalar, which kernels complete with zeros.
    std::array<double, 4> color{0, 0, 0, info(shape).is_depth ? 0.0 : 1.0};
    for (int c = 0; c < 4; ++c) {
      if (const std::optional<int> channel = channel_of(f, c))
        color.at(static_cast<std::size_t>(c)) = value_of_color(f, c, *channel, p->texels.at(i, *channel));
    }
    p->sampled.colors.push_back(color);
  }
  p->sampled.border[3] = has_opaque_border(f.order) ? 1 : 0;
  for (int c = 0; c < 4; ++c) {
    if (const std::optional<int> channel = channel_of(f, c))
      p->sampled.step.at(static_cast<std::size_t>(c)) = step_of_color(f, c, *channel);
  }
  p->image = {.format = f,
              .use = ImageUse::read,
              .width = s[0],
              .height = s[1],
              .texels = p->texels.bytes,
              .shape = shape,
              .depth = s[2]};
  return p;
}

// ---- Judging

struct Sampling {
  const Painted& painted;
  Sampler sampler;
  Type color;
};

// The colors at one coordinate.
struct Read {
  const Coordinate& coordinate;
  bool is_argument;
  std::array<Bits, 4> got;
};

std::string name(const Sampling& s, const Read& read) {
  const SampledImage& image = s.painted.sampled;
  const auto sizes = std::span(image.size).first(static_cast<std::size_t>(info(image.shape).coordinates()));
  return fmt::format("{} in {}, {} of {}: {}, {} coordinates, sampler of the {}", info(s.painted.image.format.order).name,
                     info(s.painted.image.format.type).name, info(image.shape).name, fmt::join(sizes, " x "),
                     info(s.sampler.addressing).name, s.sampler.is_normalized ? "normalized" : "unnormalized",
                     read.is_argument ? "host" : "kernel");
}

// Joins wrong results into one violation: all of a sampler. `is_alpha`: only alpha is wrong.
std::string subject(const Sampling& s, bool is_alpha) {
  return fmt::format("{} {} {}", static_cast<int>(s.sampler.addressing), s.sampler.is_normalized, is_alpha);
}

std::string at_text(const Sampling& s, const Read& read) {
  const auto count = static_cast<std::size_t>(info(s.painted.sampled.shape).coordinates());
  return fmt::format("at ({})", fmt::join(std::span(read.coordinate).first(count), ", "));
}

double number(Type color, Bits got) {
  if (color == Type::f32) return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(got)));
  return color == Type::i32 ? static_cast<double>(as_signed({Type::i32, got})) : static_cast<double>(got);
}

// `neighbours` counts the results that are right only because a coordinate may be imprecise.
void judge_nearest(const Sampling& s, const Read& read, Objections& all, std::uint64_t& neighbours) {
  const SampledImage& image = s.painted.sampled;
  const std::vector<std::optional<std::uint64_t>> choices =
      nearest_choices(image, s.sampler, in_texels(image, s.sampler, read.coordinate));
  const auto color_of = [&](std::optional<std::uint64_t> texel) { return texel ? image.colors[*texel] : image.border; };
  std::array<double, 4> got{};
  for (std::size_t c = 0; c < 4; ++c) got.at(c) = number(s.color, read.got.at(c));
  const std::array<double, 4> right = color_of(choices[0]);
  if (right == got) return;
  if (std::ranges::any_of(choices, [&](const auto& texel) { return color_of(texel) == got; })) {
    ++neighbours;
    return;
  }
  const bool is_alpha = std::equal(right.begin(), right.begin() + 3, got.begin());
  all.add(subject(s, is_alpha),
          fmt::format("{}: {} the color is ({}), where {} has ({})", name(s, read), at_text(s, read), fmt::join(got, ", "),
                      choices[0] ? fmt::format("texel {}", *choices[0]) : "the border", fmt::join(right, ", ")));
}

void judge_linear(const Sampling& s, const Read& read, Objections& all, double& largest) {
  const SampledImage& image = s.painted.sampled;
  const auto colors = filtered_colors(image, s.sampler, in_texels(image, s.sampler, read.coordinate));
  for (std::size_t c = 0; c < 4; ++c) {
    const FilteredColor& color = colors.at(c);
    const double got = number(s.color, read.got.at(c));
    if (got >= color.low && got <= color.high) {
      if (color.largest > 0) largest = std::fmax(largest, std::fabs(got - color.exact) / color.largest);
      continue;
    }
    all.add(subject(s, c == 3), fmt::format("{}: {} {} is {}, expected {} within {} and {}", name(s, read), at_text(s, read),
                                            kColors.at(c), got, color.exact, color.low, color.high));
  }
}

void judge_query(const Painted& painted, std::span<const std::byte> words, Objections& all) {
  const SampledImage& image = painted.sampled;
  const ShapeInfo& shape = info(image.shape);
  const auto size = [&](int dimension) {
    return dimension < shape.dimensions ? static_cast<std::int64_t>(image.size.at(static_cast<std::size_t>(dimension))) : 0;
  };
  const std::int64_t layers =
      shape.is_array ? static_cast<std::int64_t>(image.size.at(static_cast<std::size_t>(shape.dimensions))) : 0;
  const bool has_dim = shape.dimensions > 1;
  const bool is_3d = shape.dimensions > 2;
  const ImageFormat f = painted.image.format;
  const std::array<std::pair<std::string_view, std::int64_t>, kQueriedWords> expected{
      {{"get_image_width", size(0)},
       {"get_image_height", size(1)},
       {"get_image_depth", size(2)},
       {"get_image_array_size", layers},
       {"get_image_dim, x,", has_dim ? size(0) : -1},
       {"get_image_dim, y,", has_dim ? size(1) : -1},
       {"get_image_dim, z,", is_3d ? size(2) : -1},
       {"get_image_dim, w,", is_3d ? 0 : -1},
       {"get_image_channel_data_type, as the number in SPIR-V,", info(f.type).number},
       {"get_image_channel_order, as the number in SPIR-V,", info(f.order).number}}};
  for (std::size_t i = 0; i < words.size() / 4; ++i) {
    const Bits got = element_at(words, 4, i);
    const auto& [query, right] = expected.at(i);
    if (i >= 8 ? is_right_constant(i == 8 ? ChannelQueryKind::type : ChannelQueryKind::order, static_cast<int>(right), got)
               : as_signed({Type::i32, got}) == right)
      continue;
    all.add(std::string(query),
            fmt::format("{} in {}, {} of {}: {} is {}, expected {}", info(f.order).name, info(f.type).name, shape.name,
                        fmt::join(image.size, " x "), query, as_signed({Type::i32, got}), right));
  }
}

// ---- Running

struct Counts {
  std::uint64_t colors = 0;
  std::vector<std::string_view> orders;
  double largest = 0;            // error of a linear filter, as a part of the largest texel
  std::uint64_t neighbours = 0;  // accepted colors of a texel next to the exact one
};

class Runner {
 public:
  Runner(Device& device, const ProbeTask& task)
      : device_(device), task_(task), filter_(filter_of(task)), effort_(effort_of(task.tier)) {}

  void run() {
    for (const ShapeInfo& shape : kImageShapes) {
      if (is_tested(task_, shape)) run(shape.shape);
    }
  }
  const Objections& objections() const { return objections_; }
  const Counts& counts() const { return counts_; }

 private:
  void run(ImageShape shape) {
    std::vector<ImageFormat> formats = device_.image_formats(ImageUse::read, shape);
    std::erase_if(formats, [&](ImageFormat f) { return !is_tested(task_, f); });
    if (formats.empty()) return;
    const Type color = color_type(formats.front().type);
    const bool is_for_vulkan = task_.front_end == FrontEnd::clspv;
    const Source source = sampling_source({shape, color, filter_, is_for_vulkan});
    const std::unique_ptr<Program> program = device_.build(module_of(source, task_.front_end));
    const std::unique_ptr<Stream> stream = device_.stream(*program, 1);
    for (const ImageFormat f : formats) {
      if (std::ranges::find(counts_.orders, info(f.order).name) == counts_.orders.end())
        counts_.orders.push_back(info(f.order).name);
    }
    for (std::size_t size = 0; size < effort_.sizes; ++size) {
      std::vector<std::unique_ptr<Painted>> images;
      for (const ImageFormat f : formats) images.push_back(painted(shape, kSizes.at(size), f, filter_));
      // The kernel outside: drivers prepare it anew for each change.
      for (const bool is_normalized : {true, false}) {
        if (!is_normalized && !has_unnormalized(shape, is_for_vulkan)) continue;
        for (const auto& image : images) sample(*stream, *image, is_normalized, color);
      }
      for (const auto& image : images) {
        if (!task_.kind.name.ends_with(kSrgb)) query(*stream, *image);
      }
    }
  }

  void sample(Stream& stream, const Painted& painted, bool is_normalized, Type color) {
    for (const AddressingInfo& addressing : kImageAddressings) {
      if (addressing.needs_normalized && !is_normalized) continue;
      const Sampler given{is_normalized, addressing.addressing, filter_};
      const std::vector<Coordinate> at = coordinates(painted.sampled, given, CoordinatePlace::anywhere, effort_.coordinates);
      const std::vector<Coordinate> inner =
          coordinates(painted.sampled, given, CoordinatePlace::inside, effort_.coordinates);
      const std::uint64_t colors = colors_per_coordinate(is_normalized);
      stream.submit({.kernel = sampling_kernel_name(filter_, is_normalized),
                     .items = at.size(),
                     .outputs = {at.size() * colors * 16},
                     .inputs = {std::as_bytes(std::span(at)), std::as_bytes(std::span(inner))},
                     .scalars = {static_cast<std::uint64_t>(addressing.addressing)},
                     .poison = kPoison,
                     .images = {painted.image},
                     .samplers = {given}});
      const Finished finished = stream.wait();
      for (std::uint64_t i = 0; i < at.size() * colors; ++i) {
        const std::uint64_t color_of = i % colors;
        Sampler used = given;
        if (color_of > 0) used.addressing = kImageAddressings.at(color_of - 1).addressing;
        const std::vector<Coordinate>& places = used.addressing == ImageAddressing::none ? inner : at;
        Read read{.coordinate = places[i / colors], .is_argument = color_of == 0, .got = {}};
        for (std::size_t c = 0; c < 4; ++c) read.got.at(c) = element_at(finished.outputs.at(0), 4, i * 4 + c);
        // The border has cases of its own where it is opaque.
        const bool is_opaque = used.addressing == ImageAddressing::clamp && has_opaque_border(painted.image.format.order);
        if (is_opaque == (task_.kind.name == kBorder)) judge({painted, used, color}, read);
      }
      counts_.colors += at.size() * colors;
    }
  }

  void judge(const Sampling& sampling, const Read& read) {
    if (filter_ == ImageFilter::nearest) {
      judge_nearest(sampling, read, objections_, counts_.neighbours);
    } else {
      judge_linear(sampling, read, objections_, counts_.largest);
    }
  }

  void query(Stream& stream, const Painted& painted) {
    stream.submit({.kernel = std::string(kQueryKernel),
                   .items = 1,
                   .outputs = {kQueriedWords * 4},
                   .inputs = {},
                   .scalars = {},
                   .poison = kPoison,
                   .images = {painted.image}});
    const std::size_t words = task_.front_end == FrontEnd::clspv ? kQueriedSizes : kQueriedWords;
    judge_query(painted, stream.wait().outputs.at(0).first(words * 4), objections_);
  }

  Device& device_;
  const ProbeTask& task_;
  ImageFilter filter_;
  Effort effort_;
  Objections objections_;
  Counts counts_;
};

class ImageSamplersProbe : public FormatProbe {
 public:
  bool has_kind(std::string_view kind) const override {
    return kind == kBorder || kind.starts_with(kNearest) || kind.starts_with(kLinear);
  }
  std::optional<std::string> unsupported(Device& device, const ProbeTask& task) const override {
    const Capabilities& can = device.capabilities();
    if (task.kind.name.ends_with(kDepth) && !knows_depth(can))
      return fmt::format("OpenCL C {} and no extension cl_khr_depth_images", classay::name(can.language));
    return no_images(can, task.front_end);
  }
  ProbeFinding test(Device& device, const ProbeTask& task) const override {
    Runner runner(device, task);
    runner.run();
    const Counts& counts = runner.counts();
    if (counts.colors == 0)
      return {.unsupported = fmt::format("{} lists no such format with channels of {}", format_query(task.front_end),
                                         info(task.format).name)};
    ProbeFinding finding{.violations = runner.objections().sentences()};
    const bool is_linear = filter_of(task) == ImageFilter::linear;
    finding.notes = {fmt::format("{} colors in {}{}", counts.colors, fmt::join(counts.orders, ", "),
                                 is_linear ? fmt::format(", largest error {:.6f} of the largest texel", counts.largest)
                                           : fmt::format(", {} of the texel next to the exact one", counts.neighbours))};
    return finding;
  }
};

}  // namespace

const Probe& image_samplers_probe() {
  static const ImageSamplersProbe probe;
  return probe;
}

}  // namespace classay
