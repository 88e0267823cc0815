// Checks that the assembly of every kind of work, shape and color is valid, and that programs use the coordinates and the
// type of their shape.
#include "kernels/imaging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/il/imaging.h"
#include "kernels/il/source.h"
#include "kernels/sampling.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ImagingTest, TheTableHasTheOrderOfTheEnumeration) {
  for (std::size_t i = 0; i < kImageShapes.size(); ++i) EXPECT_EQ(static_cast<std::size_t>(kImageShapes[i].shape), i);
}

// Only two-dimensional shapes have rows, and only they have half colors.
std::vector<ImageProgram> all_programs() {
  std::vector<ImageProgram> all;
  for (const Type color : {Type::f32, Type::i32, Type::u32, Type::f16}) {
    all.push_back({ImageWork::read, ImageShape::two, color});
    all.push_back({ImageWork::write, ImageShape::two, color});
    if (color == Type::f16) continue;
    for (const ShapeInfo& shape : kImageShapes) {
      all.push_back({ImageWork::look, shape.shape, color});
      all.push_back({ImageWork::put, shape.shape, color});
    }
  }
  return all;
}

TEST(ImagingTest, AssemblyIsValid) {
  for (const ImageProgram& program : all_programs()) {
    for (const int address_bits : {32, 64}) {
      EXPECT_NO_THROW(il::assembled(il::imaging_source(program, {.address_bits = address_bits}).text))
          << kernel_name(program.work) << " " << info(program.shape).name << " " << info(program.color).name;
    }
  }
}

TEST(ImagingTest, ShapesHaveTheirTypeAndTheirCoordinates) {
  const auto look = [](ImageShape shape) { return imaging_source({ImageWork::look, shape, Type::f32}).text; };
  EXPECT_THAT(look(ImageShape::one), HasSubstr("read_only image1d_t image"));
  EXPECT_THAT(look(ImageShape::one), HasSubstr("read_imagef(image, edge, whole[i].x)"));
  EXPECT_THAT(look(ImageShape::array_of_one), HasSubstr("read_imagef(image, edge, whole[i].xy)"));
  EXPECT_THAT(look(ImageShape::three), HasSubstr("read_imagef(image, edge, whole[i])"));
  EXPECT_THAT(look(ImageShape::three), HasSubstr("(uint4)(get_image_width(image), get_image_height(image), "
                                                 "get_image_depth(image), 0)"));
  EXPECT_THAT(look(ImageShape::array_of_two), HasSubstr("get_image_height(image), 0, get_image_array_size(image))"));
  EXPECT_THAT(look(ImageShape::buffer), testing::Not(HasSubstr("image, edge")));
  EXPECT_THAT(imaging_source({ImageWork::put, ImageShape::three, Type::u32}).text, HasSubstr("cl_khr_3d_image_writes"));
  EXPECT_THAT(imaging_source({ImageWork::read, ImageShape::two, Type::f16}).text, HasSubstr("read_imageh(image, at)"));
}

// A driver may define the constants as enumerators, as a header of NVIDIA's does. #ifdef does not see them.
// Vulkan has no unnormalized coordinates for arrays.
TEST(ImagingTest, ArraysOnVulkanHaveNormalizedSamplersOnly) {
  const std::string look = imaging_source({ImageWork::look, ImageShape::array_of_two, Type::f32, true}).text;
  EXPECT_THAT(look, HasSubstr("read_imagef(image, inside[i])"));
  EXPECT_THAT(look, Not(HasSubstr("read_imagef(image, edge")));
  EXPECT_THAT(look, HasSubstr("get_image_array_size(image)"));
  const auto sample = [](ImageShape shape, bool is_for_vulkan) {
    return sampling_source({shape, Type::f32, ImageFilter::linear, is_for_vulkan}).text;
  };
  EXPECT_THAT(sample(ImageShape::array_of_one, true), HasSubstr("sample_linear_normalized("));
  EXPECT_THAT(sample(ImageShape::array_of_one, true), Not(HasSubstr("unnormalized")));
  EXPECT_THAT(sample(ImageShape::two, true), HasSubstr("sample_linear_unnormalized("));
  EXPECT_THAT(sample(ImageShape::array_of_one, false), HasSubstr("sample_linear_unnormalized("));
}

TEST(ImagingTest, ConstantsOfEveryVersionAreComparedWithoutIfdef) {
  const std::string text = imaging_source({ImageWork::look, ImageShape::two, Type::f32}).text;
  for (const char* name : {"CLK_FLOAT", "CLK_SIGNED_INT32", "CLK_SNORM_INT8", "CLK_R", "CLK_RGBA", "CLK_LUMINANCE"}) {
    const std::string test = "  if (found == " + std::string(name) + ")";
    ASSERT_THAT(text, HasSubstr(test));
    const std::string before = text.substr(0, text.find(test) - 1);
    EXPECT_THAT(before.substr(before.rfind('\n') + 1), testing::Not(testing::StartsWith("#if"))) << name;
    EXPECT_THAT(text, testing::Not(HasSubstr("defined(" + std::string(name) + ")")));
  }
  EXPECT_THAT(text, HasSubstr("#if __OPENCL_C_VERSION__ >= 200 || defined(CLK_sRGBA)"));
}

}  // namespace
}  // namespace classay
