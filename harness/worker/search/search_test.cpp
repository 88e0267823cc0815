// Tests that the largest error is found at the peak of a smooth error, in every dimension and with noise. The number of
// measurements hardly exceeds the maximum, and equal seeds find the same. Possible faults: a region never ends, regions
// collapse into one, the worst is forgotten, NaN wins.
#include "harness/worker/search/search.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "reference/inputs/inputs.h"

namespace classay {
namespace {

constexpr std::array kOne{Type::f64};
constexpr std::array kTwo{Type::f32, Type::f32};
constexpr std::array kWithInt{Type::f32, Type::i32};

double f64_of(Bits b) { return std::bit_cast<double>(b); }
double f32_of(Bits b) { return std::bit_cast<float>(static_cast<std::uint32_t>(b)); }

// Returns an error that has a peak at `top` over the logarithm of |x|, plus the noise of a rounding.
double hill(double x, double top, Bits noise_of) {
  if (x == 0) return 0;
  const double distance = std::log2(std::fabs(x)) - std::log2(top);
  const double noise = static_cast<double>(CounterRandom(7, noise_of).next() >> 11) * 0x1p-53;
  return 2 / (1 + distance * distance) + 0.5 * noise;
}

TEST(Space, AnAxisHasAllFiniteNumbersInTheirOrder) {
  const Axis axis(Type::f16);
  double last = -std::numeric_limits<double>::infinity();
  for (std::uint64_t place = 0; place <= axis.last(); ++place) {
    const Bits b = axis.at(place);
    ASSERT_EQ(axis.place(b), place);
    ASSERT_FALSE(kF16.is_nan(b) || kF16.magnitude(b) == kF16.infinity());
    const auto m = static_cast<double>(kF16.magnitude(b));  // in the order of magnitudes
    const double number = kF16.is_negative(b) ? -m : m;
    ASSERT_GE(number, last);
    last = number;
  }
  EXPECT_EQ(axis.last() + 1, 2 * kF16.infinity());
  EXPECT_EQ(axis.place(kF16.infinity()), axis.last());
}

TEST(Space, IntegersAreInTheirOrder) {
  const Axis axis(Type::i32);
  EXPECT_EQ(axis.at(0), 0x80000000U);
  EXPECT_EQ(axis.at(axis.last()), 0x7fffffffU);
  EXPECT_EQ(axis.place(0), axis.place(0xffffffffU) + 1);
}

TEST(Space, ABoxIsWhatIsNear) {
  const Space space(kTwo);
  const Box box{{0, 0x3f800000}, 1};
  ASSERT_EQ(space.size(box), 25U);
  for (std::uint64_t i = 0; i < 25; ++i) {
    EXPECT_TRUE(space.are_close(space.input(box, i), box.middle, 1));
    for (std::uint64_t k = 0; k < i; ++k) EXPECT_NE(space.input(box, i), space.input(box, k));
    EXPECT_TRUE(space.are_close(space.random(box, 3, i), box.middle, 1));
  }
  EXPECT_FALSE(space.are_close({0, 0x3f800003}, box.middle, 1));
}

// A box is cut off at the end of an axis.
TEST(Space, ABoxEndsWithTheAxis) {
  const Space space(kOne);
  const Bits largest = kF64.infinity() - 1;
  EXPECT_EQ(space.size({{largest}, 3}), 9U);
  EXPECT_EQ(space.input({{largest}, 3}, 8)[0], largest);
}

TEST(Search, FindsTheTopOfAHill) {
  const Measure measure = [](std::span<const Tuple> inputs) {
    std::vector<double> errors;
    for (const Tuple& t : inputs) errors.push_back(hill(f64_of(t[0]), 0x1.8p100, t[0]));
    return errors;
  };
  constexpr std::uint64_t kInputs = 100'000;
  const SearchResult found = find_worst(kOne, measure, {.inputs = kInputs}, {});
  const SearchResult sampled = plain_sampling(kOne, measure, kInputs, 1);
  ASSERT_FALSE(found.worst.empty());
  // The hill's top with nearly all of the noise: sampling meets the top's binade 50 times only.
  EXPECT_GT(found.worst[0].error, 2.49);
  EXPECT_GT(found.worst[0].error, sampled.worst[0].error);
  EXPECT_GE(found.measured, kInputs);
  EXPECT_LE(found.measured, kInputs + kInputs / 10);
  EXPECT_EQ(sampled.measured, kInputs);
}

TEST(Search, FindsTheTopInTwoDimensions) {
  const Measure measure = [](std::span<const Tuple> inputs) {
    std::vector<double> errors;
    for (const Tuple& t : inputs) errors.push_back(hill(f32_of(t[0]), 0x1p60, t[0]) * hill(f32_of(t[1]), 0x1p-40, t[1]));
    return errors;
  };
  const SearchResult found = find_worst(kTwo, measure, {.inputs = 200'000}, {});
  EXPECT_GT(found.worst.at(0).error, 2.4 * 2.4);
  EXPECT_GT(found.worst[0].error, plain_sampling(kTwo, measure, 200'000, 1).worst.at(0).error);
}

// A single bad input, known from an earlier run, has a worse one close by.
TEST(Search, BeginsWithWhatIsKnown) {
  const Measure measure = [](std::span<const Tuple> inputs) {
    std::vector<double> errors;
    for (const Tuple& t : inputs)
      errors.push_back(t[0] == 0x3f800100 && t[1] == 5 ? 9 : t[0] == 0x3f800000 && t[1] == 5 ? 3 : 0);
    return errors;
  };
  const std::vector<Tuple> known{{0x3f800000, 5}};
  EXPECT_EQ(find_worst(kWithInt, measure, {.inputs = 1000}, known).worst.at(0).error, 3);
  EXPECT_TRUE(find_worst(kWithInt, measure, {.inputs = 1000}, {}).worst.empty());
}

TEST(Search, IsTheSameForTheSameSeed) {
  const Measure measure = [](std::span<const Tuple> inputs) {
    std::vector<double> errors;
    for (const Tuple& t : inputs) errors.push_back(hill(f64_of(t[0]), 3, t[0]));
    return errors;
  };
  const SearchEffort effort{.inputs = 20'000, .seed = 5};
  EXPECT_EQ(find_worst(kOne, measure, effort, {}).worst, find_worst(kOne, measure, effort, {}).worst);
  EXPECT_NE(find_worst(kOne, measure, effort, {}).worst, find_worst(kOne, measure, {.inputs = 20'000, .seed = 6}, {}).worst);
}

// Keeps different finds, the largest first; NaN is nothing.
TEST(Search, KeepsFindsApart) {
  const Measure measure = [](std::span<const Tuple> inputs) {
    std::vector<double> errors;
    for (const Tuple& t : inputs) {
      errors.push_back(kF64.is_negative(t[0]) ? std::numeric_limits<double>::quiet_NaN() : hill(f64_of(t[0]), 1, t[0]));
    }
    return errors;
  };
  const SearchResult found = find_worst(kOne, measure, {.inputs = 20'000}, {});
  ASSERT_EQ(found.worst.size(), kFindsKept);
  const Space space(kOne);
  for (std::size_t i = 0; i < found.worst.size(); ++i) {
    EXPECT_FALSE(kF64.is_negative(found.worst[i].input[0]));
    for (std::size_t k = 0; k < i; ++k) {
      EXPECT_GE(found.worst[k].error, found.worst[i].error);
      EXPECT_FALSE(space.are_close(found.worst[i].input, found.worst[k].input, 10));
    }
  }
}

}  // namespace
}  // namespace classay
