// Tests that the values 1, 2, 4, 4, 8, 16 without evaluation are accepted; every other value gives a violation.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using probe_test::AnsweringDevice;
using probe_test::findings;
using testing::ElementsAre;
using testing::IsEmpty;

// Per width: the step of the type, that of the expression, and the number of evaluations.
using Words = std::vector<Bits>;
const Words kRight{1, 1, 0, 2, 2, 0, 4, 4, 0, 4, 4, 0, 8, 8, 0, 16, 16, 0};

std::map<int, ProbeFinding> found(Type type, const Words& words) {
  AnsweringDevice device([&](const Module&, const Launch& launch) {
    std::vector<std::byte> output(launch.outputs.at(0));
    for (std::size_t i = 0; i < words.size(); ++i) put_element(output, 8, i, words[i]);
    return output;
  });
  return findings(device, "vec-step", type);
}

Words with(std::size_t place, Bits word) {
  Words words = kRight;
  words.at(place) = word;
  return words;
}

TEST(VecStepTest, AVectorOfThreeHasAStepOfFour) {
  for (const auto& [width, finding] : found(Type::f32, kRight)) EXPECT_THAT(finding.violations, IsEmpty()) << width;
}

TEST(VecStepTest, AnyOtherAnswerIsAViolationOfItsWidth) {
  EXPECT_THAT(found(Type::u8, with(6, 3)).at(3).violations, ElementsAre("vec_step(uchar3) is 3, not 4"));
  EXPECT_THAT(found(Type::u8, with(7, 3)).at(3).violations, ElementsAre("vec_step of an expression of uchar3 is 3, not 4"));
  EXPECT_THAT(found(Type::f64, with(5, 1)).at(2).violations, ElementsAre("vec_step evaluates an expression of double2"));
  EXPECT_THAT(found(Type::f64, with(5, 1)).at(3).violations, IsEmpty());
  EXPECT_THAT(found(Type::i32, with(17, 1)).at(16).violations, ElementsAre("vec_step evaluates an expression of int16"));
}

}  // namespace
}  // namespace classay
