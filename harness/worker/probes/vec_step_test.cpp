// Tests that the values 1, 2, 4, 4, 8, 16 without evaluation are accepted; every other value gives an objection.
#include "harness/worker/probes/vec_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using probe_test::AnsweringDevice;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(VecStepTest, AVectorOfThreeHasAStepOfFour) {
  for (const auto& [width, step] :
       std::vector<std::pair<int, std::uint64_t>>{{1, 1}, {2, 2}, {3, 4}, {4, 4}, {8, 8}, {16, 16}}) {
    EXPECT_THAT(objections({.type = Type::f32, .width = width, .of_type = step, .of_expression = step}), IsEmpty()) << width;
  }
}

TEST(VecStepTest, AnyOtherAnswerIsAnObjection) {
  EXPECT_THAT(objections({.type = Type::u8, .width = 3, .of_type = 3, .of_expression = 4}),
              ElementsAre("vec_step(uchar3) is 3, not 4"));
  EXPECT_THAT(objections({.type = Type::u8, .width = 3, .of_type = 4, .of_expression = 3}),
              ElementsAre("vec_step of an expression of uchar3 is 3, not 4"));
  EXPECT_THAT(objections({.type = Type::f64, .width = 2, .of_type = 2, .of_expression = 2, .is_evaluated = true}),
              ElementsAre("vec_step evaluates an expression of double2"));
}

TEST(VecStepTest, EachWidthHasItsOwnNumbers) {
  // Each number comes from its own place in the kernel's output.
  AnsweringDevice device([](const Module&, const Launch& launch) {
    std::vector<std::byte> output(launch.outputs.at(0));
    for (std::size_t i = 0; i < output.size(); i += 8) output[i] = static_cast<std::byte>(i / 8);
    return output;
  });
  const std::vector<Step> all = found_steps(device, Type::i32);
  ASSERT_EQ(all.size(), 6U);
  EXPECT_EQ(all[0].of_type, 0U);
  EXPECT_FALSE(all[1].of_type == all[1].of_expression);
  EXPECT_EQ(all[5].width, 16);
  EXPECT_EQ(all[5].of_type, 15U);
  EXPECT_EQ(all[5].of_expression, 16U);
}

}  // namespace
}  // namespace classay
