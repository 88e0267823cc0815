// Tests the formulas of addressing modes and filters at borders of texels and of images, and how far a device may differ.
#include "harness/worker/probes/image_filters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace classay {
namespace {

using testing::DoubleEq;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

constexpr auto kNone = TexelIndex();

TexelIndex nearest(double u, ImageAddressing addressing) { return nearest_texel(u, 4, addressing); }

TEST(ImageFiltersTest, NearestTexelsOfEachAddressingMode) {
  EXPECT_EQ(nearest(0, ImageAddressing::none), 0U);
  EXPECT_EQ(nearest(3.99, ImageAddressing::none), 3U);
  EXPECT_EQ(nearest(-0.01, ImageAddressing::clamp), kNone);
  EXPECT_EQ(nearest(4, ImageAddressing::clamp), kNone);
  EXPECT_EQ(nearest(-100, ImageAddressing::clamp_to_edge), 0U);
  EXPECT_EQ(nearest(1e9, ImageAddressing::clamp_to_edge), 3U);
  EXPECT_EQ(nearest(4, ImageAddressing::repeat), 0U);
  EXPECT_EQ(nearest(-0.01, ImageAddressing::repeat), 3U);
  EXPECT_EQ(nearest(-8, ImageAddressing::repeat), 0U);
}

// The image between 1 and 2 is read from its end to its beginning, and the one between 2 and 3 forwards.
TEST(ImageFiltersTest, AMirroredImageHasAPeriodOfTwo) {
  EXPECT_EQ(nearest(3.5, ImageAddressing::mirrored_repeat), 3U);
  EXPECT_EQ(nearest(4, ImageAddressing::mirrored_repeat), 3U);
  EXPECT_EQ(nearest(4.5, ImageAddressing::mirrored_repeat), 3U);
  EXPECT_EQ(nearest(5.5, ImageAddressing::mirrored_repeat), 2U);
  EXPECT_EQ(nearest(7.5, ImageAddressing::mirrored_repeat), 0U);
  EXPECT_EQ(nearest(8.5, ImageAddressing::mirrored_repeat), 0U);
  EXPECT_EQ(nearest(9.5, ImageAddressing::mirrored_repeat), 1U);
  EXPECT_EQ(nearest(-0.5, ImageAddressing::mirrored_repeat), 0U);
  EXPECT_EQ(nearest(-1, ImageAddressing::mirrored_repeat), 1U);
}

void expect_pair(const TexelPair& pair, TexelIndex first, TexelIndex second, double weight) {
  EXPECT_EQ(pair.first, first);
  EXPECT_EQ(pair.second, second);
  EXPECT_THAT(pair.weight, DoubleEq(weight));
}

TEST(ImageFiltersTest, LinearTexelsOfEachAddressingMode) {
  expect_pair(linear_texels(2, 4, ImageAddressing::none), 1, 2, 0.5);
  expect_pair(linear_texels(0.25, 4, ImageAddressing::clamp), kNone, 0, 0.75);
  expect_pair(linear_texels(4, 4, ImageAddressing::clamp), 3, kNone, 0.5);
  expect_pair(linear_texels(-3, 4, ImageAddressing::clamp), kNone, kNone, 0.5);
  expect_pair(linear_texels(0.25, 4, ImageAddressing::clamp_to_edge), 0, 0, 0.75);
  expect_pair(linear_texels(0.25, 4, ImageAddressing::repeat), 3, 0, 0.75);
  expect_pair(linear_texels(7.75, 4, ImageAddressing::repeat), 3, 0, 0.25);
  expect_pair(linear_texels(4.25, 4, ImageAddressing::mirrored_repeat), 3, 3, 0.25);
  expect_pair(linear_texels(5, 4, ImageAddressing::mirrored_repeat), 2, 3, 0.5);
}

SampledImage row(ImageShape shape, std::array<std::uint64_t, 3> size) {
  SampledImage image{.shape = shape, .size = size};
  for (std::uint64_t i = 0; i < size[0] * size[1] * size[2]; ++i) image.colors.push_back({static_cast<double>(i), 0, 0, 1});
  return image;
}

Sampler sampler(ImageFilter filter, ImageAddressing addressing, bool is_normalized = true) {
  return {.is_normalized = is_normalized, .addressing = addressing, .filter = filter};
}

TEST(ImageFiltersTest, BothTexelsNextToABorderMayBeReadWithNormalizedCoordinates) {
  const SampledImage image = row(ImageShape::one, {4, 1, 1});
  const Sampler repeat = sampler(ImageFilter::nearest, ImageAddressing::repeat);
  EXPECT_THAT(nearest_choices(image, repeat, {2.0, 0, 0}), UnorderedElementsAre(1U, 2U));
  EXPECT_THAT(nearest_choices(image, repeat, {2.25, 0, 0}), ElementsAre(2U));
  EXPECT_THAT(nearest_choices(image, repeat, {4.05, 0, 0}), UnorderedElementsAre(0U, 3U));
  const Sampler exact = sampler(ImageFilter::nearest, ImageAddressing::clamp, false);
  EXPECT_THAT(nearest_choices(image, exact, {2.0, 0, 0}), ElementsAre(2U));
  EXPECT_THAT(nearest_choices(image, exact, {-1e-9, 0, 0}), ElementsAre(std::nullopt));
}

TEST(ImageFiltersTest, LayersAreRoundedAndClamped) {
  const SampledImage image = row(ImageShape::array_of_one, {4, 3, 1});
  const Sampler clamp = sampler(ImageFilter::nearest, ImageAddressing::repeat);
  EXPECT_THAT(nearest_choices(image, clamp, {0.5, 1.75, 0}), ElementsAre(8U));
  EXPECT_THAT(nearest_choices(image, clamp, {0.5, 7, 0}), ElementsAre(8U));
  EXPECT_THAT(nearest_choices(image, clamp, {0.5, -7, 0}), ElementsAre(0U));
  const Sampler linear = sampler(ImageFilter::linear, ImageAddressing::clamp_to_edge);
  EXPECT_THAT(filtered_colors(image, linear, {1, 1.25, 0})[0].exact, DoubleEq(4.5)) << "layers are not filtered";
}

// Texels 1 and 2 of row 0, and 5 and 6 of row 1.
TEST(ImageFiltersTest, AFilterWeighsFourTexels) {
  SampledImage image = row(ImageShape::two, {4, 2, 1});
  image.step = {0.25, 0, 0, 0};
  const FilteredColor color =
      filtered_colors(image, sampler(ImageFilter::linear, ImageAddressing::clamp, false), {1.75, 1.25, 0})[0];
  EXPECT_THAT(color.exact, DoubleEq(0.75 * 0.25 * 1 + 0.25 * 0.25 * 2 + 0.75 * 0.75 * 5 + 0.25 * 0.75 * 6));
  EXPECT_THAT(color.largest, DoubleEq(6));
  const double weights = 0x1p-8 * (1 + 4);
  const double coordinates = 0x1p-21 * (1.75 + 4 * 1.25);
  EXPECT_NEAR(color.high - color.exact, weights + coordinates + 6 * 0x1p-7 + 0.25, 1e-9);
  EXPECT_NEAR(color.exact - color.low, weights + coordinates + 6 * 0x1p-7 + 0.25, 1e-9);
}

// Between two middles of texels a filter is linear, so the largest color may be at a middle.
TEST(ImageFiltersTest, TheRangeOfColorsHasTheMiddleOfATexel) {
  SampledImage image = row(ImageShape::one, {3, 1, 1});
  image.colors[1][0] = 100;
  const FilteredColor color =
      filtered_colors(image, sampler(ImageFilter::linear, ImageAddressing::clamp), {1.5 + 0x1p-10, 0, 0})[0];
  EXPECT_NEAR(color.high, 100 + 100 * 0x1p-7, 1e-9);
}

}  // namespace
}  // namespace classay
