// Tests that a device that samples by the formulas in float passes, and that each injected error is a violation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/worker/probes/images.h"
#include "harness/worker/probes/painting_testing.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using probe_test::bits_of;
using probe_test::number;
using probe_test::read_as;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

struct Errors {
  std::function<float(float u)> coordinate = [](float u) { return u; };  // in texels
  std::function<Sampler(Sampler, bool is_argument)> sampler = [](Sampler s, bool) { return s; };
  std::function<float(float weight)> weight = [](float w) { return w; };
  std::function<float(float layer)> layer = [](float l) { return std::rint(l); };
  float border_alpha = -1;  // -1: as the order has it
  std::function<void(std::vector<Bits>&)> query = [](std::vector<Bits>&) {};
};

// Computes as the text has it, in float.
class SamplingDevice : public Device {
 public:
  SamplingDevice(std::vector<ImageFormat> formats, Errors errors)
      : formats_(std::move(formats)), errors_(std::move(errors)) {
    description_.capabilities.environment = {1, 2};
    description_.capabilities.features = {"images"};
  }
  const Description& description() const override { return description_; }
  std::unique_ptr<Program> build(const Module&) override { return std::make_unique<Built>(); }
  std::unique_ptr<Stream> stream(Program&, std::size_t) override { return std::make_unique<Samples>(errors_); }
  std::vector<ImageFormat> image_formats(ImageUse, ImageShape) override { return formats_; }

 private:
  struct Built : Program {
    const std::string& log() const override { return empty; }
    double build_seconds() const override { return 0; }
    std::string empty;
  };

  class Samples : public Stream {
   public:
    explicit Samples(const Errors& errors) : errors_(errors) {}
    std::size_t in_flight() const override { return 0; }
    std::size_t slots() const override { return 1; }
    Finished wait() override { return {.outputs = {bytes_}}; }
    void submit(const Launch& launch) override {
      bytes_.assign(launch.outputs.at(0), std::byte{0xee});
      image_ = launch.images.at(0);
      if (launch.kernel == "query") return query();
      ASSERT_EQ(launch.samplers.size(), 1U);
      ASSERT_EQ(launch.scalars.at(0), static_cast<std::uint64_t>(launch.samplers[0].addressing));
      const std::uint64_t colors = launch.outputs.at(0) / launch.items / 16;
      ASSERT_EQ(colors, launch.samplers[0].is_normalized ? 6U : 4U);
      for (std::uint64_t i = 0; i < launch.items * colors; ++i) {
        Sampler sampler = launch.samplers[0];
        if (i % colors > 0) sampler.addressing = kImageAddressings.at(i % colors - 1).addressing;
        const std::size_t places = sampler.addressing == ImageAddressing::none ? 1 : 0;
        std::array<float, 4> at{};
        for (std::size_t d = 0; d < 4; ++d) at.at(d) = number(element_at(launch.inputs.at(places), 4, i / colors * 4 + d));
        const std::array<Bits, 4> color = sampled(at, errors_.sampler(sampler, i % colors == 0));
        for (std::size_t c = 0; c < 4; ++c) put_element(bytes_, 4, i * 4 + c, color.at(c));
      }
    }

   private:
    std::array<std::uint64_t, 3> sizes() const { return {image_.width, image_.height, image_.depth}; }

    void query() {
      const ShapeInfo& shape = info(image_.shape);
      const auto all = sizes();
      std::vector<Bits> words(10, mask(Type::i32));
      for (std::size_t d = 0; d < 3; ++d) words[d] = static_cast<int>(d) < shape.dimensions ? all.at(d) : 0;
      words[3] = shape.is_array ? all.at(static_cast<std::size_t>(shape.dimensions)) : 0;
      if (shape.dimensions > 1) std::copy_n(words.begin(), 2, words.begin() + 4);
      if (shape.dimensions > 2) {
        words[6] = words[2];
        words[7] = 0;
      }
      words[8] = static_cast<Bits>(info(image_.format.type).number);
      words[9] = static_cast<Bits>(info(image_.format.order).number);
      errors_.query(words);
      for (std::size_t i = 0; i < words.size(); ++i) put_element(bytes_, 4, i, words[i]);
    }

    static int wrapped(int i, int size, ImageAddressing addressing) {
      switch (addressing) {
        case ImageAddressing::clamp_to_edge: return std::clamp(i, 0, size - 1);
        case ImageAddressing::repeat: return i < 0 ? i + size : i > size - 1 ? i - size : i;
        case ImageAddressing::mirrored_repeat: return std::clamp(i, 0, size - 1);
        case ImageAddressing::none:
        case ImageAddressing::clamp: break;
      }
      return i;
    }

    float in_texels(float s, float size, const Sampler& sampler) const {
      if (!sampler.is_normalized) return errors_.coordinate(s);
      if (sampler.addressing == ImageAddressing::repeat) return errors_.coordinate((s - std::floor(s)) * size);
      if (sampler.addressing == ImageAddressing::mirrored_repeat)
        return errors_.coordinate(std::fabs(s - 2.0F * std::rint(0.5F * s)) * size);
      return errors_.coordinate(s * size);
    }

    Bits texel(const std::array<int, 3>& at, int color) const {
      const auto all = sizes();
      std::uint64_t index = 0;
      std::uint64_t stride = 1;
      const bool is_integer = color_type(image_.format.type) != Type::f32;
      for (std::size_t d = 0; d < 3; ++d) {
        if (at.at(d) < 0 || at.at(d) >= static_cast<int>(all.at(d))) {
          float alpha = has_opaque_border(image_.format.order) ? 1 : 0;
          if (errors_.border_alpha >= 0) alpha = errors_.border_alpha;
          return color < 3 ? 0 : is_integer ? static_cast<Bits>(alpha) : bits_of(alpha);
        }
        index += static_cast<std::uint64_t>(at.at(d)) * stride;
        stride *= all.at(d);
      }
      const std::optional<int> channel = channel_of(image_.format, color);
      if (!channel) return missing_color(color_type(image_.format.type), color);
      const std::uint64_t bytes = texel_bytes(image_.format);
      const auto of_texel = image_.texels.subspan(index * bytes, bytes);
      const Texels one{.format = image_.format, .count = 1, .bytes = {of_texel.begin(), of_texel.end()}};
      return read_as(image_.format, color, one.at(0, *channel));
    }

    std::array<Bits, 4> sampled(const std::array<float, 4>& coordinate, const Sampler& sampler) const {
      const ShapeInfo& shape = info(image_.shape);
      const auto all = sizes();
      const auto dimensions = static_cast<std::size_t>(shape.dimensions);
      std::array<int, 3> first{};
      std::array<int, 3> second{};
      std::array<float, 3> weight{};
      for (std::size_t d = 0; d < dimensions; ++d) {
        const int size = static_cast<int>(all.at(d));
        const float u = in_texels(coordinate.at(d), static_cast<float>(size), sampler);
        const float from = sampler.filter == ImageFilter::linear ? u - 0.5F : u;
        first.at(d) = wrapped(static_cast<int>(std::floor(from)), size, sampler.addressing);
        second.at(d) = wrapped(static_cast<int>(std::floor(from)) + 1, size, sampler.addressing);
        weight.at(d) = errors_.weight(from - std::floor(from));
      }
      if (shape.is_array) {
        const float last = static_cast<float>(all.at(dimensions)) - 1;
        first.at(dimensions) = second.at(dimensions) =
            static_cast<int>(std::clamp(errors_.layer(coordinate.at(dimensions)), 0.0F, last));
      }
      std::array<Bits, 4> color{};
      for (int c = 0; c < 4; ++c) {
        Bits& result = color.at(static_cast<std::size_t>(c));
        if (sampler.filter == ImageFilter::nearest) {
          result = texel(first, c);
          continue;
        }
        float sum = 0;
        for (unsigned corner = 0; corner < (1U << dimensions); ++corner) {
          std::array<int, 3> at = first;
          float part = 1;
          for (std::size_t d = 0; d < dimensions; ++d) {
            const bool is_second = (corner >> d & 1U) != 0;
            at.at(d) = is_second ? second.at(d) : first.at(d);
            part *= is_second ? weight.at(d) : 1 - weight.at(d);
          }
          sum += part * number(texel(at, c));
        }
        result = bits_of(sum);
      }
      return color;
    }

    const Errors& errors_;
    Image image_;
    std::vector<std::byte> bytes_;
  };

  std::vector<ImageFormat> formats_;
  Errors errors_;
  Description description_;
};

std::vector<ImageFormat> formats() {
  std::vector<ImageFormat> all;
  for (const ChannelInfo& type : kChannelTypes) {
    if (type.is_packed()) {
      all.push_back({type.type == ChannelType::unorm1010102 ? ChannelOrder::rgba : ChannelOrder::rgbx, type.type});
      continue;
    }
    for (const ChannelOrder order : {ChannelOrder::r, ChannelOrder::rgba, ChannelOrder::bgra, ChannelOrder::ra})
      all.push_back({order, type.type});
  }
  return all;
}

std::vector<std::string> violations(const std::string& kind, const Errors& errors, Type held = Type::f32) {
  SamplingDevice device(formats(), errors);
  return probe_test::violations_of(device, kind, held);
}

TEST(ImageSamplersTest, ADeviceThatComputesTheFormulasInFloatPasses) {
  for (const char* array : {"", "-array"}) {
    for (const Type held : {Type::f32, Type::i32, Type::u32})
      EXPECT_THAT(violations(std::string("image-nearest") + array, {}, held), IsEmpty());
    for (const Type held : {Type::u8, Type::u16, Type::i8, Type::i16, Type::f16, Type::f32})
      EXPECT_THAT(violations(std::string("image-linear") + array, {}, held), IsEmpty());
  }
  EXPECT_THAT(violations("image-border", {}), IsEmpty());
  EXPECT_THAT(violations("image-border", {}, Type::u8), IsEmpty());
}

TEST(ImageSamplersTest, WeightsOfEightBitsPassAndOfFourDoNot) {
  Errors errors;
  errors.weight = [](float w) { return std::rint(w * 256) / 256; };
  EXPECT_THAT(violations("image-linear", errors), IsEmpty());
  errors.weight = [](float w) { return std::floor(w * 256) / 256; };
  EXPECT_THAT(violations("image-linear", errors), IsEmpty());
  errors.weight = [](float w) { return std::floor(w * 16) / 16; };
  EXPECT_THAT(violations("image-linear", errors), Not(IsEmpty()));
}

TEST(ImageSamplersTest, WrongWeightsAreViolations) {
  Errors errors;
  errors.weight = [](float w) { return 1 - w; };
  EXPECT_THAT(violations("image-linear", errors, Type::u8), Not(IsEmpty()));
  EXPECT_THAT(violations("image-linear-array", errors, Type::i16), Not(IsEmpty()));
  errors = {};
  errors.coordinate = [](float u) { return u + 0.5F; };
  EXPECT_THAT(violations("image-linear", errors, Type::u8), Not(IsEmpty()));
}

TEST(ImageSamplersTest, ACoordinateMayBeASixteenthOfATexelOffAndNoQuarter) {
  Errors errors;
  errors.coordinate = [](float u) { return std::floor(u * 16) / 16; };
  EXPECT_THAT(violations("image-nearest", errors), IsEmpty());
  errors.coordinate = [](float u) { return u + 0.0625F; };
  EXPECT_THAT(violations("image-nearest", errors), Each(HasSubstr("unnormalized"))) << "which are exact";
  errors.coordinate = [](float u) { return u + 0.25F; };
  EXPECT_THAT(violations("image-nearest", errors), testing::Contains(HasSubstr(", normalized")));
}

TEST(ImageSamplersTest, OneWrongSamplerIsAViolationOfThatOne) {
  Errors errors;
  errors.sampler = [](Sampler s, bool is_argument) {
    if (is_argument && s.is_normalized && s.addressing == ImageAddressing::clamp)
      s.addressing = ImageAddressing::clamp_to_edge;
    return s;
  };
  for (const Type held : {Type::f32, Type::i32, Type::u32}) {
    const auto all = violations("image-nearest", errors, held);
    EXPECT_THAT(all, testing::SizeIs(1));
    EXPECT_THAT(all, Each(HasSubstr("CLK_ADDRESS_CLAMP, normalized coordinates, sampler of the host")));
  }
  errors.sampler = [](Sampler s, bool is_argument) {
    if (!is_argument && s.addressing == ImageAddressing::mirrored_repeat) s.addressing = ImageAddressing::repeat;
    return s;
  };
  EXPECT_THAT(violations("image-linear", errors),
              Each(HasSubstr("CLK_ADDRESS_MIRRORED_REPEAT, normalized coordinates, sampler of the kernel")));
}

TEST(ImageSamplersTest, WrongLayersAndBordersAreViolations) {
  Errors errors;
  errors.layer = [](float l) { return std::floor(l); };
  EXPECT_THAT(violations("image-nearest", errors), IsEmpty());
  EXPECT_THAT(violations("image-nearest-array", errors), Not(IsEmpty()));
  EXPECT_THAT(violations("image-linear-array", errors, Type::u16), Not(IsEmpty()));
  errors = {};
  errors.border_alpha = 0;
  EXPECT_THAT(violations("image-nearest", errors), IsEmpty());
  EXPECT_THAT(violations("image-border", errors), Each(HasSubstr("CL_R in")));
  EXPECT_THAT(violations("image-border", errors), Not(IsEmpty()));
  errors.border_alpha = 1;
  EXPECT_THAT(violations("image-border", errors, Type::u8), IsEmpty());
  EXPECT_THAT(violations("image-linear", errors, Type::i8), Each(HasSubstr("CLK_ADDRESS_CLAMP,")));
  EXPECT_THAT(violations("image-linear", errors, Type::i8), Not(IsEmpty()));
}

TEST(ImageSamplersTest, EachQueryIsChecked) {
  for (std::size_t word = 0; word < 10; ++word) {
    Errors errors;
    errors.query = [&](std::vector<Bits>& words) { words[word] ^= 1U; };
    EXPECT_THAT(violations("image-nearest", errors, Type::u32), testing::SizeIs(1)) << word;
    EXPECT_THAT(violations("image-linear-array", errors, Type::i8), testing::SizeIs(1)) << word;
  }
}

}  // namespace
}  // namespace classay
