// Compares fmod and remainder bit by bit with the C library's functions on doubles, which are exact, except for NaN.
// Quotients must match the remainder. All instruction sets are tested. Possible faults: one step is missing where the ratio
// is a power of 2^28; an integer quotient is off by one and not corrected; a tie has an odd quotient; the number of steps of
// a lane depends on its neighbours.
#include "reference/bulk/remainders.h"

#include <gmock/gmock.h>

#include <bit>
#include <cmath>
#include <random>

#include "reference/cpu/versions.h"

namespace classay::bulk {
namespace {

struct Pairs {
  std::vector<double> x;
  std::vector<double> y;

  void add(float a, float b) {
    for (const float s : {1.0F, -1.0F}) {
      x.push_back(a);
      y.push_back(s * b);
      x.push_back(-a);
      y.push_back(s * b);
    }
  }
};

Pairs hard_pairs() {
  Pairs all;
  const std::vector<float> some{0.0F,
                                0x1p-149F,
                                0x1.8p-148F,
                                0x1.fffffcp-127F,
                                0x1p-126F,
                                0x1p-30F,
                                0x1.000002p-1F,
                                0.5F,
                                1.0F,
                                0x1.fffffep+0F,
                                1.5F,
                                3.0F,
                                7.0F,
                                0x1.000002p+2F,
                                0x1p+28F,
                                0x1p+29F,
                                0x1.fffffep+27F,
                                0x1.fffffep+28F,
                                0x1.000002p+56F,
                                0x1p+84F,
                                0x1.fffffep+127F,
                                INFINITY,
                                NAN};
  for (const float a : some) {
    for (const float b : some) all.add(a, b);
  }
  // Quotients near integers and halves, and near the powers at which one more step is needed.
  for (const float b : {0x1.000002p+0F, 0x1.fffffep+0F, 0x1.555556p+0F, 0x1p-149F, 0x1.800002p-120F}) {
    for (const double n : {1.0, 1.5, 2.5, 3.0, 0x1p+28 - 1, 0x1p+28, 0x1p+28 + 1, 0x1p+56, 0x1.000001p+84, 0x1p+112}) {
      const auto at = static_cast<float>(b * n);
      for (const float a : {std::nextafterf(at, 0), at, std::nextafterf(at, INFINITY)}) all.add(a, b);
    }
  }
  return all;
}

Pairs random_pairs(std::uint64_t seed, std::size_t count) {
  Pairs all;
  std::mt19937_64 random(seed);
  for (std::size_t i = 0; i < count; ++i) {
    const auto any = [&] { return std::bit_cast<float>(static_cast<std::uint32_t>(random()) & 0x7fffffffU); };
    const float a = any();
    // Every other pair is within a few binades, so that the quotient is small.
    const float b =
        i % 2 == 0 ? any()
                   : std::ldexp(a, static_cast<int>(random() % 9) - 4) * (1 + 0x1p-20F * static_cast<float>(random() % 64));
    all.add(a, b);
  }
  return all;
}

std::vector<double> of(Remainders::Loop loop, const Pairs& pairs) {
  std::vector<double> results(pairs.x.size());
  for (std::size_t at = 0; at < results.size(); at += kRemainderChunk) {
    loop(&pairs.x[at], &pairs.y[at], std::min(kRemainderChunk, results.size() - at), &results[at]);
  }
  return results;
}

bool is_same(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

// Returns the low 31 bits of the rounded quotient from the remainder. (x - r) / y mod 2^31 would need a second long
// division, so multiples of 2^31 y are first subtracted exactly.
double quotient_by_library(double x, double y) {
  if (!std::isfinite(x) || !std::isfinite(y) || y == 0) return 0;
  const double magnitude = std::fabs(x);
  const double left = std::fmod(magnitude, 0x1p+31 * std::fabs(y));
  const double n = std::nearbyint((left - std::remainder(magnitude, y)) / std::fabs(y));  // at most 55 bits: close enough
  const double low = n == 0x1p+31 ? 0 : n;
  return std::signbit(x) != std::signbit(y) && low != 0 ? -low : low;
}

void expect_right(const Remainders& on, const Pairs& pairs) {
  const std::vector<double> truncated = of(on.truncated, pairs);
  const std::vector<double> nearest = of(on.nearest, pairs);
  const std::vector<double> quotient = of(on.quotient, pairs);
  for (std::size_t i = 0; i < pairs.x.size(); ++i) {
    const double x = pairs.x[i];
    const double y = pairs.y[i];
    const std::string where = testing::PrintToString(std::array{x, y}) + " " + std::string(name_of(on.set));
    ASSERT_PRED2(is_same, truncated[i], std::fmod(x, y)) << where;
    ASSERT_PRED2(is_same, nearest[i], std::remainder(x, y)) << where;
    ASSERT_PRED2(is_same, quotient[i], quotient_by_library(x, y)) << where;
  }
}

TEST(RemaindersTest, AreThoseOfTheLibraryOnEveryInstructionSet) {
  for (const Remainders* on : runnable<Remainders>()) {
    expect_right(*on, hard_pairs());
    for (std::uint64_t seed = 1; seed <= 3; ++seed) expect_right(*on, random_pairs(seed, 100000));
  }
}

TEST(RemaindersTest, EveryPairOfSmallIntegersIsRight) {
  Pairs all;
  for (int a = 0; a < 260; ++a) {
    for (int b = 0; b < 130; ++b) all.add(static_cast<float>(a), static_cast<float>(b));
  }
  for (const Remainders* on : runnable<Remainders>()) expect_right(*on, all);
}

// Shows that the comparison above detects wrong quotients.
TEST(RemaindersTest, AQuotientOffByOneIsSeen) {
  EXPECT_EQ(quotient_by_library(7, 2), 4);
  EXPECT_EQ(quotient_by_library(-5, 2), -2);
  EXPECT_EQ(quotient_by_library(0x1p+31, 1), 0);
  EXPECT_EQ(quotient_by_library(0x1p+100, 1.5), 0x2aaaaaab);  // (2^101 + 1) / 3
  EXPECT_FALSE(is_same(0.0, -0.0));
  EXPECT_TRUE(is_same(NAN, -NAN));
}

}  // namespace
}  // namespace classay::bulk
