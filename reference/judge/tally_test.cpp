// Merging is what makes shards, resumes and threads invisible: any grouping and order must give the same tally, bit by bit.
#include "reference/judge/tally.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <span>

namespace classay {
namespace {

struct Judged {
  Sample sample;
  Tally::Outcome outcome;
  int binade;
  bool negative;
};

std::vector<Judged> judged_inputs(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Judged> inputs(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double ulps = static_cast<double>(static_cast<std::int64_t>(random() % 4001) - 2000) / 256;  // with many ties
    inputs[i].sample = {.index = i, .inputs = {random(), 0, 0}, .got = random(), .ulps = ulps};
    inputs[i].outcome = random() % 50 == 0      ? Tally::Outcome::undefined
                        : std::fabs(ulps) > 6.0 ? Tally::Outcome::wrong
                        : std::fabs(ulps) > 5.5 ? Tally::Outcome::poor
                                                : Tally::Outcome::right;
    inputs[i].binade = static_cast<int>(random() % 20) - 10;
    inputs[i].negative = random() % 2 == 0;
  }
  return inputs;
}

Tally tally_of(std::span<const Judged> inputs) {
  Tally t;
  for (const Judged& j : inputs) t.add(j.sample, j.outcome, j.binade, j.negative);
  return t;
}

TEST(TallyTest, MergingShardsGivesTheTallyOfTheWholeRun) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    std::vector<Judged> inputs = judged_inputs(3000, seed);
    const Tally whole = tally_of(inputs);
    std::mt19937_64 random(seed);
    std::ranges::shuffle(inputs, random);
    Tally merged;
    for (std::size_t from = 0; from < inputs.size();) {
      const std::size_t n = std::min<std::size_t>(1 + random() % 700, inputs.size() - from);
      merged.merge(tally_of(std::span(inputs).subspan(from, n)));
      from += n;
    }
    EXPECT_EQ(merged, whole);
  }
}

TEST(TallyTest, MergingIsAssociativeAndCommutative) {
  const std::vector<Judged> inputs = judged_inputs(900, 5);
  const std::span<const Judged> all(inputs);
  const Tally a = tally_of(all.first(300));
  const Tally b = tally_of(all.subspan(300, 300));
  const Tally c = tally_of(all.last(300));
  Tally left = a;
  left.merge(b);
  left.merge(c);
  Tally bc = c;
  bc.merge(b);
  Tally right = bc;
  right.merge(a);
  EXPECT_EQ(left, right);
}

TEST(TallyTest, ADroppedOrDoubledInputChangesTheTally) {
  std::vector<Judged> inputs = judged_inputs(500, 6);
  const Tally whole = tally_of(inputs);
  EXPECT_NE(tally_of(std::span(inputs).first(499)), whole);
  inputs.push_back(inputs.front());
  EXPECT_NE(tally_of(inputs), whole);
}

TEST(TallyTest, KeepsTheWorstAndTheFirstFailures) {
  Tally t;
  for (std::uint64_t i = 0; i < 100; ++i) {
    t.add({.index = i, .ulps = i % 2 == 0 ? static_cast<double>(i) : -static_cast<double>(i)}, Tally::Outcome::wrong, 0,
          false);
  }
  ASSERT_EQ(t.worst().size(), Tally::kKept);
  EXPECT_EQ(t.worst().front().index, 99U);
  EXPECT_EQ(t.worst().back().index, 84U);
  ASSERT_EQ(t.first_failures().size(), Tally::kKept);
  EXPECT_EQ(t.first_failures().back().index, 15U);
  EXPECT_EQ(t.failed(), 100U);
}

TEST(TallyTest, InfiniteErrorsAreTheWorst) {
  Tally t;
  t.add({.index = 1, .ulps = 1e300}, Tally::Outcome::wrong, 0, false);
  t.add({.index = 2, .ulps = std::numeric_limits<double>::infinity()}, Tally::Outcome::wrong, 0, false);
  EXPECT_EQ(t.worst().front().index, 2U);
}

TEST(TallyTest, ErrorsAreResolvedToTheNearestStepAndTiesGoAwayFromZero) {
  EXPECT_EQ(resolved_error(3 * kErrorStep), 3 * kErrorStep);
  EXPECT_EQ(resolved_error(-3.4 * kErrorStep), -3 * kErrorStep);
  EXPECT_EQ(resolved_error(3.5 * kErrorStep), 4 * kErrorStep);
  EXPECT_EQ(resolved_error(std::nextafter(3.5 * kErrorStep, 0)), 3 * kErrorStep);
  EXPECT_EQ(resolved_error(-4.5 * kErrorStep), -5 * kErrorStep);
  EXPECT_EQ(resolved_error(std::nextafter(0.5 * kErrorStep, 0)), 0);
  EXPECT_EQ(resolved_error(0.5 * kErrorStep), kErrorStep);
}

TEST(TallyTest, WhatIsResolvedToZeroHasNoSign) {
  for (const double ulps : {0.0, -0.0, 0x1p-22, -0x1p-22, -0x1p-1074}) {
    EXPECT_EQ(resolved_error(ulps), 0);
    EXPECT_FALSE(std::signbit(resolved_error(ulps))) << ulps;
    EXPECT_EQ(Tally::histogram_bin(ulps), Tally::histogram_bin(0.0)) << ulps;
  }
  EXPECT_NE(Tally::histogram_bin(-0.5 * kErrorStep), Tally::histogram_bin(0.0));
}

TEST(TallyTest, HugeErrorsAreResolvedToThemselves) {
  for (const double ulps : {0x1.fffffffffffffp36, -0x1.23456789abcdep60, 0x1p1023, -HUGE_VAL}) {
    EXPECT_EQ(resolved_error(ulps), ulps);
  }
}

TEST(TallyTest, OfErrorsWithinAStepTheSmallerIndexCounts) {
  Tally t;
  t.add({.index = 5, .ulps = 0.5 + 0x1p-23}, Tally::Outcome::right, 0, false);
  t.add({.index = 4, .ulps = -0.5 + 0x1p-23}, Tally::Outcome::right, 0, false);
  EXPECT_EQ(t.worst().front().index, 4U);
  EXPECT_EQ(t.worst().front().ulps, -0.5 + 0x1p-23);  // exactly
  EXPECT_EQ(t.per_binade().at(0).index, 4U);
  t.add({.index = 9, .ulps = 0.5 + kErrorStep}, Tally::Outcome::right, 0, false);
  EXPECT_EQ(t.worst().front().index, 9U);
  EXPECT_EQ(t.per_binade().at(0).index, 9U);
}

TEST(TallyTest, BinsGoByTheResolvedError) {
  EXPECT_EQ(Tally::histogram_bin(0.25 - 0x1p-22), Tally::histogram_bin(0.25));
  EXPECT_NE(Tally::histogram_bin(0.25 - kErrorStep), Tally::histogram_bin(0.25));
  EXPECT_EQ(Tally::histogram_bin(-8 + 0x1p-22), Tally::histogram_bin(-8));
}

TEST(TallyTest, CoarseBinsBeginWhereFineOnesEnd) {
  const std::size_t zero = Tally::kHistogramBins / 2;
  EXPECT_EQ(Tally::histogram_bin(7.75), zero + 31);
  EXPECT_EQ(Tally::histogram_bin(8), zero + 32);
  EXPECT_EQ(Tally::histogram_bin(15.5), zero + 32);
  EXPECT_EQ(Tally::histogram_bin(16), zero + 33);
  EXPECT_EQ(Tally::histogram_bin(65535), zero + 44);
  EXPECT_EQ(Tally::histogram_bin(65536), zero + 45);
  EXPECT_EQ(Tally::histogram_bin(std::numeric_limits<double>::infinity()), zero + 45);
  EXPECT_EQ(Tally::histogram_bin(-8), zero - 33);
}

TEST(TallyTest, ArgumentsOfBothSignsHaveBinadesOfTheirOwn) {
  Tally t;
  t.add({.index = 0, .ulps = 1}, Tally::Outcome::right, 3, false);
  t.add({.index = 1, .ulps = 2}, Tally::Outcome::right, 3, true);
  ASSERT_EQ(t.per_binade().size(), 2U);
  EXPECT_EQ(t.per_binade().at(6).index, 0U);
  EXPECT_EQ(t.per_binade().at(7).index, 1U);
}

TEST(TallyTest, UndefinedInputsAreNotJudged) {
  Tally t;
  t.add({.index = 1}, Tally::Outcome::undefined, 0, false);
  EXPECT_EQ(t.judged(), 0U);
  EXPECT_EQ(t.undefined(), 1U);
  EXPECT_TRUE(t.worst().empty());
}

TEST(TallyTest, HistogramBinsAreInOrderAndSigned) {
  std::size_t last = 0;
  for (const double ulps : {-1e9, -20.0, -8.0, -7.9, -0.3, -0.2, 0.2, 0.3, 7.9, 8.0, 20.0, 1e9}) {
    const std::size_t bin = Tally::histogram_bin(ulps);
    ASSERT_LT(bin, Tally::kHistogramBins);
    EXPECT_GE(bin, last) << ulps;
    last = bin;
  }
  EXPECT_NE(Tally::histogram_bin(-0.1), Tally::histogram_bin(0.1));
}

}  // namespace
}  // namespace classay
