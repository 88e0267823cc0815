// Tests that reading and writing as the specification prefers is accepted, in any order of channels. Swapped channels, a
// forbidden rounding, a missing border, and unwritten texels each give a violation.
#include "harness/worker/probes/images.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <functional>

#include "harness/worker/probes/painting_testing.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using probe_test::Address;
using probe_test::bits_of;
using probe_test::number;
using probe_test::PaintingDevice;
using probe_test::written_as;
using probe_test::WrongImages;

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// Each of them tests 100,000 texels.
using Orders = std::vector<ChannelOrder>;
const Orders kWhole{ChannelOrder::rgba, ChannelOrder::srgba};
const Orders kParts{ChannelOrder::a, ChannelOrder::rg, ChannelOrder::bgra, ChannelOrder::luminance, ChannelOrder::sbgra};

std::vector<ImageFormat> formats_of(const Orders& orders) {
  std::vector<ImageFormat> all;
  for (const ChannelInfo& type : kChannelTypes) {
    if (type.is_packed()) continue;
    for (const ChannelOrder order : orders) {
      if (!info(order).is_srgb || type.type == ChannelType::unorm8) all.push_back({order, type.type});
    }
  }
  return all;
}

std::vector<std::string> violations(const std::string& kind, Type held, const WrongImages& wrong = {},
                                    const Orders& orders = kWhole) {
  PaintingDevice device(formats_of(orders), wrong);
  device.can().extensions = {"cl_khr_3d_image_writes"};
  return probe_test::violations_of(device, kind, held);
}

struct Asked {
  const char* kind;
  std::vector<Type> types;
};
const std::vector<Asked>& all_asked() {
  static const std::vector<Asked> kAll{{"unorm", {Type::u8, Type::u16}},
                                       {"snorm", {Type::i8, Type::i16}},
                                       {"srgb", {Type::u8}},
                                       {"int", {Type::i8, Type::i16, Type::i32, Type::u8, Type::u16, Type::u32}},
                                       {"float", {Type::f16, Type::f32}},
                                       {"half", {Type::u8, Type::i8, Type::f16}}};
  return kAll;
}

constexpr std::array kShapeKinds{"image-address",  "image-1d",       "image-3d",
                                 "image-1d-array", "image-2d-array", "image-1d-buffer"};

TEST(ImagesTest, ADeviceThatDoesAsIsPreferredHasNoObjection) {
  for (const Asked& asked : all_asked()) {
    for (const Type held : asked.types) {
      EXPECT_THAT(violations(std::string("image-read-") + asked.kind, held, {}, kParts), IsEmpty()) << asked.kind;
      EXPECT_THAT(violations(std::string("image-write-") + asked.kind, held, {}, kParts), IsEmpty()) << asked.kind;
    }
  }
  for (const char* const kind : kShapeKinds) {
    for (const Type held : {Type::f32, Type::i32, Type::u32})
      EXPECT_THAT(violations(kind, held, {}, kParts), IsEmpty()) << kind;
  }
}

TEST(ImagesTest, OneWrongNumberOfAnyKindIsObjectedTo) {
  for (const Asked& asked : all_asked()) {
    for (const Type held : asked.types) {
      int reads = 0;
      WrongImages wrong;
      wrong.read = [&](ImageFormat f, int, int color, Bits right) {
        return f.order == ChannelOrder::rgba && color == 1 && ++reads == 200 ? right ^ 4U : right;
      };
      if (std::string(asked.kind) != "srgb") {
        EXPECT_THAT(violations(std::string("image-read-") + asked.kind, held, wrong), ElementsAre(HasSubstr("CL_RGBA")))
            << asked.kind;
      }
      int writes = 0;
      wrong = {};
      wrong.written = [&](ImageFormat f, int color, Bits given, Bits right) {
        if (f.order != ChannelOrder::rgba && f.order != ChannelOrder::srgba) return right;
        const bool is_plain =
            color_type(f.type) != Type::f32 ||
            (!std::isnan(number(given)) && std::fabs(number(given)) > 0.01F && std::fabs(number(given)) < 0.9F);
        return color == 2 && is_plain && ++writes == 20 ? right ^ 2U : right;
      };
      EXPECT_THAT(violations(std::string("image-write-") + asked.kind, held, wrong), ElementsAre(HasSubstr("one of 1 of")))
          << asked.kind;
    }
  }
}

std::vector<std::string> packed_violations(const std::string& kind, Type held, const WrongImages& wrong = {}) {
  PaintingDevice device({{ChannelOrder::rgb, ChannelType::unorm565},
                         {ChannelOrder::rgbx, ChannelType::unorm555},
                         {ChannelOrder::rgb, ChannelType::unorm101010},
                         {ChannelOrder::rgba, ChannelType::unorm1010102}},
                        wrong);
  return probe_test::violations_of(device, kind, held);
}

TEST(ImagesTest, PackedTexelsAreReadAndWritten) {
  for (const Type held : {Type::u16, Type::u32}) {
    EXPECT_THAT(packed_violations("image-read-packed", held), IsEmpty());
    EXPECT_THAT(packed_violations("image-write-packed", held), IsEmpty());
    WrongImages wrong;
    wrong.read = [](ImageFormat, int, int color, Bits right) { return color == 1 ? bits_of(number(right) * 0.99F) : right; };
    EXPECT_THAT(packed_violations("image-read-packed", held, wrong), testing::SizeIs(2));
    wrong = {};
    wrong.written = [](ImageFormat, int color, Bits, Bits right) { return color == 0 ? right >> 1U : right; };
    EXPECT_THAT(packed_violations("image-write-packed", held, wrong), testing::SizeIs(2));
  }
}

// Texels in memory: red has the highest bits.
TEST(ImagesTest, ThePlacesOfPackedChannels) {
  const auto bytes = [](ImageFormat f, int channel, Bits bits) {
    Texels texels = blank(f, 1);
    texels.put(0, channel, bits);
    EXPECT_EQ(texels.at(0, channel), bits);
    return element_at(texels.bytes, static_cast<int>(texels.bytes.size()), 0);
  };
  EXPECT_EQ(bytes({ChannelOrder::rgb, ChannelType::unorm565}, 0, 31), 0xf800U);
  EXPECT_EQ(bytes({ChannelOrder::rgb, ChannelType::unorm565}, 1, 63), 0x07e0U);
  EXPECT_EQ(bytes({ChannelOrder::rgb, ChannelType::unorm555}, 0, 31), 0x7c00U);
  EXPECT_EQ(bytes({ChannelOrder::rgb, ChannelType::unorm101010}, 0, 1023), 0x3ff00000U);
  EXPECT_EQ(bytes({ChannelOrder::rgba, ChannelType::unorm1010102}, 3, 3), 0x3U);
  EXPECT_EQ(texel_bytes({ChannelOrder::rgbx, ChannelType::unorm555}), 2U);
}

TEST(ImagesTest, ChannelsInAnotherOrderAreObjectedTo) {
  // Swaps red and blue of CL_BGRA.
  WrongImages wrong;
  wrong.written = [](ImageFormat f, int color, Bits given, Bits right) {
    return f.order == ChannelOrder::bgra && color == 0 ? written_as(f, color, bits_of(1 - number(given))) : right;
  };
  EXPECT_THAT(violations("image-write-unorm", Type::u8, wrong, {ChannelOrder::bgra}),
              ElementsAre(HasSubstr("CL_BGRA, CL_UNORM_INT8: red of")));
}

TEST(ImagesTest, AWrongTypeOrOrderOfChannelsIsObjectedToByItsName) {
  for (const int bad : {0, 1}) {
    WrongImages wrong;
    wrong.channels = [&](ImageFormat f, int query, Bits right) {
      return f.type == ChannelType::f32 && query == bad ? Bits{kUnknownConstant | 0x77U} : right;
    };
    EXPECT_THAT(violations("image-1d", Type::f32, wrong, {ChannelOrder::bgra}),
                ElementsAre(HasSubstr(bad == 0 ? "get_image_channel_data_type returned 0x77, expected CLK_FLOAT"
                                               : "get_image_channel_order returned 0x77, expected CLK_BGRA")));
  }
}

// OpenCL C 1.2 has no CLK_ABGR, so the kernel has no constant to compare with.
TEST(ImagesTest, AnOrderWithoutAConstantOfTheLanguageIsTheNumberOfTheApi) {
  WrongImages wrong;
  const auto returned = [&](std::uint32_t raw) {
    wrong.channels = [=](ImageFormat f, int query, Bits right) {
      return f.order == ChannelOrder::abgr && query == 1 ? Bits{kUnknownConstant | raw} : right;
    };
    return violations("image-1d", Type::f32, wrong, {ChannelOrder::abgr});
  };
  EXPECT_THAT(returned(0x10C3), IsEmpty());
  EXPECT_THAT(returned(0x10C2), ElementsAre(HasSubstr("get_image_channel_order returned 0x10c2, expected CLK_ABGR")));
}

TEST(ImagesTest, AMissingAlphaThatIsNotOneIsObjectedToInEachWayOfReading) {
  for (const int bad : {0, 1, 2}) {
    WrongImages wrong;
    wrong.read = [&](ImageFormat f, int reading, int color, Bits right) {
      return f.order == ChannelOrder::r && color == 3 && reading == bad ? Bits{0} : right;
    };
    EXPECT_THAT(violations("image-read-int", Type::u8, wrong, {ChannelOrder::r}),
                ElementsAre(HasSubstr("alpha has no channel and is 0 ")))
        << bad;
  }
}

TEST(ImagesTest, RoundingThatIsTooFarOffIsObjectedToAndRoundingThatMayBeIsNot) {
  WrongImages wrong;
  const auto rounding = [&](double off) {
    wrong.written = [=](ImageFormat f, int, Bits given, Bits right) {
      const double x = static_cast<double>(number(given)) * 255;
      if (f.type != ChannelType::unorm8 || !(x > 1 && x < 254)) return right;
      return static_cast<Bits>(std::floor(x + off));
    };
  };
  rounding(0.5);
  EXPECT_THAT(violations("image-write-unorm", Type::u8, wrong), IsEmpty());
  rounding(0.41);
  EXPECT_THAT(violations("image-write-unorm", Type::u8, wrong), IsEmpty()) << "0.59 off at most";
  rounding(0.35);
  EXPECT_FALSE(violations("image-write-unorm", Type::u8, wrong).empty());
  rounding(0);
  EXPECT_FALSE(violations("image-write-unorm", Type::u8, wrong).empty()) << "to zero";
}

TEST(ImagesTest, TexelsThatAreNotWrittenAreObjectedTo) {
  WrongImages wrong;
  wrong.leaves_last = true;
  for (const Asked& asked : all_asked()) {
    for (const Type held : asked.types) {
      EXPECT_FALSE(violations(std::string("image-write-") + asked.kind, held, wrong).empty()) << asked.kind;
    }
  }
}

TEST(ImagesTest, AnAddressThatMeansAnotherTexelOrAWrongBorderIsObjectedTo) {
  WrongImages wrong;
  wrong.address = [](Address at) { return Address{at[0] == -1 ? 0 : at[0], at[1], at[2]}; };
  EXPECT_THAT(violations("image-address", Type::f32, wrong, {ChannelOrder::rgba}),
              ElementsAre(HasSubstr("CLK_ADDRESS_CLAMP by")));
  wrong = {};
  wrong.address = [](Address at) { return Address{at[0], at[1] > 1'000'000 ? 0 : at[1], at[2]}; };
  EXPECT_THAT(violations("image-address", Type::u32, wrong, {ChannelOrder::rgba}),
              ElementsAre(HasSubstr("CLAMP_TO_EDGE by")));
}

TEST(ImagesTest, OfEveryShapeAWrongTexelSizeOrColorIsObjectedTo) {
  for (const char* const kind : kShapeKinds) {
    WrongImages wrong;
    wrong.address = [](Address at) { return Address{at[0] == 3 ? 2 : at[0], at[1], at[2]}; };
    EXPECT_THAT(violations(kind, Type::f32, wrong, {ChannelOrder::rgba}), ElementsAre(HasSubstr("the texel has"))) << kind;
    wrong = {};
    wrong.sizes = [](std::array<std::uint64_t, 4> right) { return std::array{right[0], right[1], right[2], right[3] + 1}; };
    EXPECT_THAT(violations(kind, Type::u32, wrong, {ChannelOrder::rgba}), ElementsAre(HasSubstr("number of layers")))
        << kind;
    wrong = {};
    wrong.leaves_last = true;
    EXPECT_THAT(violations(kind, Type::i32, wrong, {ChannelOrder::rgba}), ElementsAre(HasSubstr("was written"))) << kind;
  }
}

// A layer outside is clamped to the nearest one, even if other coordinates select the border.
TEST(ImagesTest, LayersAreClampedWhateverTheSamplerDoes) {
  WrongImages wrong;
  wrong.address = [](Address at) { return Address{at[1] < 0 ? -1 : at[0], at[1], at[2]}; };
  EXPECT_THAT(violations("image-1d-array", Type::f32, wrong, {ChannelOrder::rgba}), ElementsAre(HasSubstr("the texel has")));
}

TEST(ImagesTest, ThreeDimensionsAreWrittenWhereTheExtensionIs) {
  PaintingDevice device({{ChannelOrder::rgba, ChannelType::f32}}, {});
  EXPECT_EQ(measure_images(device, FrontEnd::clc, "image-3d", Type::f32, Tier::smoke).size(), 1U);
  device.can().extensions = {"cl_khr_3d_image_writes"};
  EXPECT_EQ(measure_images(device, FrontEnd::clc, "image-3d", Type::f32, Tier::smoke).size(), 2U);
  EXPECT_EQ(measure_images(device, FrontEnd::clc, "image-2d-array", Type::f32, Tier::smoke).size(), 2U);
}

TEST(ImagesTest, WhatADeviceDoesNotListIsNotAskedAndSaidToBe) {
  PaintingDevice device({{ChannelOrder::rgba, ChannelType::f32}}, {});
  EXPECT_EQ(measure_images(device, FrontEnd::clc, "image-write-float", Type::f32, Tier::smoke).size(), 1U);
  EXPECT_EQ(device.used(), std::vector{ImageUse::written});
  EXPECT_THAT(measure_images(device, FrontEnd::clc, "image-read-srgb", Type::u8, Tier::smoke), IsEmpty());
  EXPECT_EQ(no_format(device.can(), FrontEnd::clc, "image-read-srgb", Type::u8), "CL_DEVICE_IMAGE_SUPPORT is CL_FALSE");
  device.can().features = {"images"};
  device.can().environment = {1, 1};
  EXPECT_THAT(measure_images(device, FrontEnd::clc, "image-write-float", Type::f32, Tier::smoke), IsEmpty());
  EXPECT_EQ(no_format(device.can(), FrontEnd::clc, "image-write-float", Type::f32),
            "OpenCL 1.1 is before 1.2, which brought clCreateImage");
  device.can().environment = {1, 2};
  EXPECT_EQ(no_format(device.can(), FrontEnd::clc, "image-read-srgb", Type::u8),
            "clGetSupportedImageFormats lists no format with sRGB and CL_UNORM_INT8 that can be read");
}

TEST(ImagesTest, TheTableOfOrdersHasEachChannelOnce) {
  for (const OrderInfo& order : kChannelOrders) {
    for (int channel = 0; channel < colored_channels({order.order, ChannelType::unorm8}); ++channel) {
      EXPECT_NE(order.of_color.find(static_cast<char>('0' + channel)), std::string_view::npos) << order.name;
    }
  }
}

TEST(ImagesTest, AnOrderAndATypeAreFoundByTheirNumber) {
  for (const OrderInfo& order : kChannelOrders) EXPECT_EQ(info(order.order).name, order.name);
  for (const ChannelInfo& type : kChannelTypes) EXPECT_EQ(info(type.type).name, type.name);
  EXPECT_EQ(info(ChannelOrder::abgr).number, 19);
  EXPECT_EQ(info(ChannelType::f32).number, 14);
}

TEST(ImagesTest, TheLargestErrorIsTold) {
  PaintingDevice device({{ChannelOrder::rgba, ChannelType::unorm8}}, {});
  EXPECT_THAT(probe_test::findings(device, "image-read-unorm", Type::u8).at(1).notes,
              ElementsAre(HasSubstr("12288 numbers in CL_UNORM_INT8 with CL_RGBA, largest error 0.4")));
}

}  // namespace
}  // namespace classay
