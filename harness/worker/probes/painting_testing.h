// Simulates a device for the tests of images, with the host's arithmetic. It reads and writes as the specification prefers,
// except for injected errors.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>
#include <vector>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/images.h"
#include "reference/number/rounding.h"

namespace classay::probe_test {

using Address = std::array<int, 3>;

// Injected errors: each function changes a right result.
struct WrongImages {
  // Changes a texel's color, for one way of reading it.
  std::function<Bits(ImageFormat, int reading, int color, Bits right)> read = [](ImageFormat, int, int, Bits b) {
    return b;
  };
  std::function<Bits(ImageFormat, int color, Bits given, Bits right)> written = [](ImageFormat, int, Bits, Bits b) {
    return b;
  };
  std::function<Address(Address)> address = [](Address at) { return at; };
  std::function<std::array<std::uint64_t, 4>(std::array<std::uint64_t, 4>)> sizes = [](auto right) { return right; };
  // Changes the result of a query for the channel type or the channel order.
  std::function<Bits(ImageFormat, int query, Bits right)> channels = [](ImageFormat, int, Bits b) { return b; };
  bool leaves_last = false;
};

inline float number(Bits b) { return std::bit_cast<float>(static_cast<std::uint32_t>(b)); }
inline Bits bits_of(float x) { return std::bit_cast<std::uint32_t>(x); }

// Converts as the specification prefers, with the host's arithmetic.
inline Bits read_as(ImageFormat f, int color, Bits held) {
  const Type type = info(f.type).held;
  switch (conversion_of(f, color)) {
    case ChannelConversion::normalized: {
      const bool has_sign = is_signed(type);
      const auto one = static_cast<float>(steps(held_type(f, channel_of(f, color).value_or(0))));
      return bits_of(
          std::fmax(-1.0F, static_cast<float>(has_sign ? as_signed({type, held}) : static_cast<std::int64_t>(held)) / one));
    }
    case ChannelConversion::srgb: {
      const double c = static_cast<double>(held) / 255;
      return bits_of(static_cast<float>(c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4)));
    }
    case ChannelConversion::integer:
      return static_cast<Bits>(as_signed({type, held})) & mask(Type::i32) & (is_signed(type) ? ~Bits{0} : mask(type));
    case ChannelConversion::floating: {
      if (type == Type::f32) return held;
      if (kF16.is_nan(held)) return kF32.quiet_nan();
      if (kF16.is_infinite(held)) return kF32.infinity(kF16.is_negative(held));
      const Dyadic d = decode(kF16, held);
      const double x = std::ldexp(static_cast<double>(d.significand), d.exponent);
      return bits_of(static_cast<float>(d.negative ? -x : x));
    }
  }
  return 0;
}

inline Bits written_as(ImageFormat f, int color, Bits given) {
  const Type type = info(f.type).held;
  const double least = is_signed(type) ? -std::ldexp(1, width(type) - 1) : 0;
  const bool is_packed = info(f.type).is_packed();
  const double most =
      is_packed ? steps(held_type(f, *channel_of(f, color))) : std::ldexp(1, width(type) - (is_signed(type) ? 1 : 0)) - 1;
  const auto rounded = [&](double x) {
    return static_cast<Bits>(static_cast<std::int64_t>(std::rint(std::fmin(std::fmax(x, least), most)))) & mask(type);
  };
  switch (conversion_of(f, color)) {
    case ChannelConversion::normalized:
      return std::isnan(number(given)) ? 0 : rounded(static_cast<double>(number(given) * static_cast<float>(most)));
    case ChannelConversion::srgb:
      return rounded(on_srgb_curve(std::isnan(number(given)) ? 0 : std::fmin(std::fmax(number(given), 0.0F), 1.0F)));
    case ChannelConversion::integer:
      return rounded(is_signed(type) ? static_cast<double>(as_signed({Type::i32, given})) : static_cast<double>(given));
    case ChannelConversion::floating: {
      if (type == Type::f32) return given;
      if (kF32.is_nan(given)) return kF16.quiet_nan();
      if (kF32.is_infinite(given)) return kF16.infinity(kF32.is_negative(given));
      // Finds the largest half that is not greater, by bisection.
      const double x = std::fabs(static_cast<double>(number(given)));
      Bits low = 0;
      Bits high = kF16.infinity();
      while (high - low > 1) {
        const Bits middle = (low + high) / 2;
        const Dyadic d = decode(kF16, middle);
        (std::ldexp(static_cast<double>(d.significand), d.exponent) <= x ? low : high) = middle;
      }
      return low | kF16.zero(kF32.is_negative(given));
    }
  }
  return 0;
}

// Rounds a float to the nearest half.
inline Bits half_of(Bits x) {
  if (kF32.is_nan(x)) return kF16.quiet_nan();
  if (kF32.is_infinite(x)) return kF16.infinity(kF32.is_negative(x));
  const Dyadic d = decode(kF32, x);
  return round_to(kF16, Unrounded{.negative = d.negative, .significand = d.significand, .exponent = d.exponent},
                  Rounding::rne);
}

class PaintingDevice : public Device {
 public:
  PaintingDevice(std::vector<ImageFormat> formats, WrongImages wrong)
      : formats_(std::move(formats)), wrong_(std::move(wrong)) {
    description_.capabilities.environment = {1, 2};
    description_.capabilities.f16.denormals = true;
  }
  const Description& description() const override { return description_; }
  Capabilities& can() { return description_.capabilities; }
  std::unique_ptr<Program> build(const Module& module) override {
    if (module.source.find("barred") != std::string::npos) throw DeviceError(Fault::build, "no");
    return std::make_unique<Built>();
  }
  std::unique_ptr<Stream> stream(Program&, std::size_t) override { return std::make_unique<Painter>(wrong_); }
  std::vector<ImageFormat> image_formats(ImageUse use, ImageShape) override {
    used_.push_back(use);
    return formats_;
  }
  const std::vector<ImageUse>& used() const { return used_; }

 private:
  struct Built : Program {
    const std::string& log() const override { return empty; }
    double build_seconds() const override { return 0; }
    std::string empty;
  };

  class Painter : public Stream {
   public:
    explicit Painter(const WrongImages& wrong) : wrong_(wrong) {}
    void submit(const Launch& launch) override {
      finished_ = {};
      bytes_.assign(launch.outputs.empty() ? 0 : launch.outputs.at(0), std::byte{0xee});
      ASSERT_EQ(launch.images.size(), 1U);
      const Image& image = launch.images.at(0);
      ASSERT_EQ(image.texels.size(), image.width * image.height * image.depth * texel_bytes(image.format));
      if (launch.kernel == "read_texels") read(launch, image);
      if (launch.kernel == "write_texels" || launch.kernel == "put") write(launch, image);
      if (launch.kernel == "look") look(launch, image);
    }
    Finished wait() override {
      Finished f = finished_;
      f.outputs = {bytes_};
      return f;
    }
    std::size_t in_flight() const override { return 0; }
    std::size_t slots() const override { return 1; }

   private:
    static Bits held(const Image& image, std::uint64_t texel, int channel) {
      const std::uint64_t bytes = texel_bytes(image.format);
      const auto of_texel = image.texels.subspan(texel * bytes, bytes);
      return Texels{.format = image.format, .count = 1, .bytes = {of_texel.begin(), of_texel.end()}}.at(0, channel);
    }
    void put(std::uint64_t place, int color, Bits bits, int size = 4) {
      put_element(bytes_, size, place * 4 + static_cast<std::uint64_t>(color), bits);
    }
    static Bits missing(ImageFormat f, int color) { return missing_color(color_type(f.type), color); }
    Bits color_of(const Image& image, std::uint64_t texel, int color) const {
      const std::optional<int> channel = channel_of(image.format, color);
      return channel ? read_as(image.format, color, held(image, texel, *channel)) : missing(image.format, color);
    }

    // For halves the output has three colors per texel, of 2 bytes per component.
    void read(const Launch& launch, const Image& image) {
      const bool is_half = launch.outputs.at(0) == launch.items * 3 * 4 * 2;
      for (std::uint64_t texel = 0; texel < launch.items; ++texel) {
        for (int reading = 0; reading < 3; ++reading) {
          for (int color = 0; color < 4; ++color) {
            const Bits right = color_of(image, texel, color);
            put(texel * 3 + static_cast<std::uint64_t>(reading), color,
                wrong_.read(image.format, reading, color, is_half ? half_of(right) : right), is_half ? 2 : 4);
          }
        }
      }
    }

    void write(const Launch& launch, const Image& image) {
      Texels texels{.format = image.format, .count = launch.items, .bytes = {image.texels.begin(), image.texels.end()}};
      for (std::uint64_t texel = 0; texel < launch.items - (wrong_.leaves_last ? 1 : 0); ++texel) {
        for (int color = 0; color < 4; ++color) {
          const std::optional<int> channel = channel_of(image.format, color);
          if (!channel) continue;
          const bool is_half = launch.inputs.at(0).size() == launch.items * 4 * 2;
          Bits given = element_at(launch.inputs.at(0), is_half ? 2 : 4, texel * 4 + static_cast<std::uint64_t>(color));
          if (is_half) given = read_as({ChannelOrder::rgba, ChannelType::f16}, 0, given);
          texels.put(texel, *channel, wrong_.written(image.format, color, given, written_as(image.format, color, given)));
        }
      }
      finished_.images = {std::move(texels.bytes)};
    }

    // Returns the coordinates of a look: integers, floats, or integers inside the image.
    static Address address_of(const Launch& launch, std::uint64_t i, int way, bool is_layer_last, int coordinates) {
      Address at{};
      for (std::size_t d = 0; d < static_cast<std::size_t>(coordinates); ++d) {
        const std::size_t input = way < 2 ? 0 : way < 4 ? 1 : 2;
        const Bits bits = element_at(launch.inputs.at(input), 4, i * 4 + d);
        const bool is_layer = is_layer_last && static_cast<int>(d) + 1 == coordinates;
        const double real = is_layer ? std::nearbyint(number(bits)) : std::floor(number(bits));
        at.at(d) = input != 1 ? static_cast<int>(as_signed({Type::i32, bits})) : static_cast<int>(real);
      }
      return at;
    }

    void look(const Launch& launch, const Image& image) {
      const ShapeInfo& shape = info(image.shape);
      const std::array<int, 3> sizes{static_cast<int>(image.width), static_cast<int>(image.height),
                                     static_cast<int>(image.depth)};
      for (std::uint64_t i = 0; i < launch.items; ++i) {
        for (int way = 0; way < 5; ++way) {
          Address at = wrong_.address(address_of(launch, i, way, shape.is_array, shape.coordinates()));
          bool is_inside = true;
          for (int d = 0; d < shape.coordinates(); ++d) {
            const bool is_layer = shape.is_array && d + 1 == shape.coordinates();
            int& x = at.at(static_cast<std::size_t>(d));
            const int end = sizes.at(static_cast<std::size_t>(d)) - 1;
            if (is_layer || (way < 4 && way % 2 == 0)) x = std::clamp(x, 0, end);
            is_inside = is_inside && x >= 0 && x <= end;
          }
          const std::uint64_t texel =
              !is_inside ? 0 : static_cast<std::uint64_t>((at[2] * sizes[1] + at[1]) * sizes[0] + at[0]);
          for (int color = 0; color < 4; ++color) {
            const bool is_opaque = has_opaque_border(image.format.order);
            const Bits border = color == 3 && is_opaque ? missing(image.format, 3) : 0;
            put(i * kImageLooks + static_cast<std::uint64_t>(way), color,
                wrong_.read(image.format, way, color, is_inside ? color_of(image, texel, color) : border));
          }
        }
        answer_queries(image, shape, i);
      }
    }

    void answer_queries(const Image& image, const ShapeInfo& shape, std::uint64_t i) {
      const bool is_3d = image.shape == ImageShape::three;
      const std::uint64_t layers = !shape.is_array ? 0 : shape.dimensions == 1 ? image.height : image.depth;
      const auto said =
          wrong_.sizes({image.width, shape.dimensions > 1 ? image.height : 0, is_3d ? image.depth : 0, layers});
      for (int n = 0; n < 4; ++n) put(i * kImageLooks + 5, n, said.at(static_cast<std::size_t>(n)));
      put(i * kImageLooks + 6, 0, wrong_.channels(image.format, 0, static_cast<Bits>(info(image.format.type).number)));
      put(i * kImageLooks + 6, 1, wrong_.channels(image.format, 1, static_cast<Bits>(info(image.format.order).number)));
    }

    const WrongImages& wrong_;
    std::vector<std::byte> bytes_;
    Finished finished_;
  };

  std::vector<ImageFormat> formats_;
  WrongImages wrong_;
  std::vector<ImageUse> used_;
  Description description_;
};

}  // namespace classay::probe_test
