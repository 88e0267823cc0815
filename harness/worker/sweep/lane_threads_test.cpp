// Tests that any number of threads gives the bytes, digest, places and verdict of the plain functions of lanes.h. This
// includes a short last part, and one more work-item than there are inputs. Each wrong element is seen, whichever thread has
// it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>

#include "harness/worker/sweep/width_comparison.h"
#include "suites/cases.h"

namespace classay {
namespace {

using testing::ElementsAreArray;
using testing::IsEmpty;

constexpr int kElement = 4;
// Even, so that there is one more work-item; and more than two parts.
constexpr std::uint64_t kMany = (std::uint64_t{1} << 19U) + 12344;

std::vector<std::byte> stored(const Spread& s) {
  std::vector<std::byte> output(s.elements() * kElement);
  for (std::uint64_t place = 0; place < s.elements(); ++place) put_element(output, kElement, place, place * 2654435761U);
  return output;
}

struct Launched {
  explicit Launched(const Spread& s) : spread(s), bytes(stored(s)), linear(s.count * kElement) {
    gather(spread, output(), linear);
    // Padding repeats the last input.
    std::vector<std::byte> placed(bytes.size());
    spread_out(spread, kElement, spread.width, linear, placed);
    bytes = std::move(placed);
  }
  Output output() const { return Output(bytes, kElement, spread.width); }
  Spread spread;
  std::vector<std::byte> bytes;
  std::vector<std::byte> linear;
};

const AnswerPacking kPacking(*case_named("clc/math/exp/f32/default/v1")->row, Type::f32);
constexpr ResultBits kNowhere{0x7fffffff, 0};

TEST(LaneThreadsTest, AnyNumberOfThreadsGivesTheSame) {
  for (const int width : {1, 3, 16}) {
    for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{2}, kMany, kMany + 1}) {
      const Launched launched({count, width, 1});
      for (const unsigned threads : {1U, 2U, 5U}) {
        LaneThreads lanes(threads);
        std::vector<std::byte> linear(launched.linear.size());
        std::vector<std::uint64_t> unwritten{0};
        const std::uint64_t sum = lanes.take(launched.spread, launched.output(), kPacking, kNowhere, 77, linear, unwritten);
        EXPECT_TRUE(linear == launched.linear) << width << " " << count << " " << threads;
        EXPECT_TRUE(lanes.is_same(launched.spread, launched.output(), launched.linear));
        EXPECT_EQ(sum, digest(launched.linear, kElement, 77));
        EXPECT_THAT(unwritten, IsEmpty());
      }
    }
  }
}

TEST(LaneThreadsTest, AWrongElementIsSeenInEveryPart) {
  for (const int width : {1, 4}) {
    Launched launched({kMany, width, 0});
    LaneThreads lanes(3);
    for (const std::uint64_t place : {std::uint64_t{0}, kMany / 3, kMany / 2 + 1, kMany - 1}) {
      const Bits right = element_at(launched.linear, kElement, place);
      put_element(launched.linear, kElement, place, right ^ 1U);
      EXPECT_FALSE(lanes.is_same(launched.spread, launched.output(), launched.linear)) << width << " " << place;
      put_element(launched.linear, kElement, place, right);
    }
  }
}

TEST(LaneThreadsTest, PlacesComeInTheirOrder) {
  for (const int width : {1, 3, 16}) {
    const Spread spread{.count = kMany, .width = width, .shift = 1};
    const std::vector<std::uint64_t> places{3, kMany / 2, kMany / 2 + 1, kMany - 1};
    std::vector<std::byte> linear(kMany * kElement);
    for (const std::uint64_t place : places) put_element(linear, kElement, place, 0xfdfafdfa);
    std::vector<std::byte> placed(spread.elements() * kElement);
    spread_out(spread, kElement, width, linear, placed);
    std::vector<std::uint64_t> found{0};
    LaneThreads(4).take(spread, Output(placed, kElement, width), kPacking, {0xfdfafdfa, 0}, 0, linear, found);
    EXPECT_THAT(found, ElementsAreArray(places)) << width;
  }
}

}  // namespace
}  // namespace classay
