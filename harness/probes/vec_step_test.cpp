// What right looks like: 1, 2, 4, 4, 8, 16 and nothing evaluated; every other answer is an objection.
#include "harness/probes/vec_step.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace classay {
namespace {

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

// Each number comes from its own place of what the kernel wrote.
class Counting : public Device, public Program, public Stream {
 public:
  const DeviceIdentity& identity() const override { return identity_; }
  const std::string& log() const override { return identity_.name; }
  double build_seconds() const override { return 0; }
  std::unique_ptr<Program> build(const Module&) override { return std::make_unique<Counting>(); }
  std::unique_ptr<Stream> stream(Program&, std::size_t) override { return std::make_unique<Counting>(); }
  void submit(const Launch& launch) override {
    output_.resize(launch.outputs.at(0));
    for (std::size_t i = 0; i < output_.size(); i += 8) output_[i] = static_cast<std::byte>(i / 8);
  }
  Finished wait() override { return {.outputs = {output_}, .device_seconds = 0}; }
  std::size_t in_flight() const override { return 0; }
  std::size_t slots() const override { return 1; }

 private:
  DeviceIdentity identity_;
  std::vector<std::byte> output_;
};

TEST(VecStepTest, EachWidthHasItsOwnNumbers) {
  Counting device;
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
