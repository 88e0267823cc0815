// What right looks like: assembly that is valid, of every work, shape and color; and programs that use the coordinates that
// a shape has, and its own type.
#include "kernels/imaging.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/il/imaging.h"
#include "kernels/il/source.h"

namespace classay {
namespace {

using testing::HasSubstr;

TEST(ImagingTest, TheTableHasTheOrderOfTheEnumeration) {
  for (std::size_t i = 0; i < kImageShapes.size(); ++i) EXPECT_EQ(static_cast<std::size_t>(kImageShapes[i].shape), i);
}

TEST(ImagingTest, AssemblyIsValid) {
  for (const ImageWork work : {ImageWork::read, ImageWork::write, ImageWork::look, ImageWork::put}) {
    for (const ShapeInfo& shape : kImageShapes) {
      const bool is_small = work == ImageWork::look || work == ImageWork::put;
      if (!is_small && shape.shape != ImageShape::two) continue;
      for (const Type color : {Type::f32, Type::f16, Type::i32, Type::u32}) {
        if (is_small && color == Type::f16) continue;
        for (const int address_bits : {32, 64}) {
          const Source source = il::imaging_source({work, shape.shape, color}, address_bits);
          EXPECT_NO_THROW(il::assembled(source.text)) << kernel_name(work) << " " << shape.name << " " << info(color).name;
        }
      }
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

}  // namespace
}  // namespace classay
