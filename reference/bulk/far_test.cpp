// Checks the loop of large errors on every instruction set. A settled lane must have the verdict, bin and error that it has
// when judged by itself. The loop must settle nearly all lanes whose values and results are plain numbers. Possible faults:
// a sign; the edges of bins at powers of two and at quarters; half a step, by which resolved errors differ; the limit;
// values near a power of two, subnormal, or beyond the largest number; zeros, infinities and NaN; wide bounds.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <tuple>
#include <vector>

#include "reference/bulk/lane.h"
#include "reference/bulk/loops.h"
#include "reference/bulk/values.h"
#include "reference/cpu/versions.h"

namespace classay::bulk {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Lanes {
  std::vector<double> values;
  std::vector<Bits> got;
  std::vector<std::byte> results;

  void add(const Format& f, double value, Bits result) {
    values.push_back(value);
    got.push_back(result);
    for (int at = 0; at < f.width; at += 8) results.push_back(static_cast<std::byte>(result >> at));
  }
};

class Maker {
 public:
  Maker(const Format& f, std::uint64_t seed) : f_(f), random_(seed) {}

  // Returns errors of all sizes, many at the edges of bins.
  Lanes plain() {
    Lanes all;
    while (all.values.size() < kBlock) put_plain(all);
    return all;
  }

  Lanes any() {
    Lanes all;
    while (all.values.size() < kBlock) {
      if (random_() % 3 == 0) {
        put_plain(all);
      } else {
        all.add(f_, special_value(), special());
      }
    }
    return all;
  }

 private:
  double part() { return std::ldexp(static_cast<double>(random_() >> 11), -53); }

  Bits special() {
    const Bits all[] = {
        0, 1, f_.min_normal() - 1, f_.min_normal(), f_.one(), f_.max_finite(), f_.infinity(), f_.quiet_nan()};
    const Bits b = all[random_() % std::size(all)];
    return random_() % 2 == 0 ? b : f_.negate(b);
  }

  double special_value() {
    const double v = value_of(f_, special());
    const double nudges[] = {0, 0x1p-60, -0x1p-60, 0x1p-30, -0x1p-30, 0x1p-8};
    return std::isfinite(v) ? v * (1 + nudges[random_() % std::size(nudges)]) : v;
  }

  void put_plain(Lanes& all) {
    const int exponent = f_.emin() + static_cast<int>(random_() % static_cast<std::uint64_t>(f_.emax - f_.emin()));
    const Bits result = static_cast<Bits>(exponent + f_.emax) << f_.fraction_bits() | (random_() & f_.fraction_mask());
    const double ulp = std::ldexp(1, exponent - f_.fraction_bits());
    double error = std::ldexp(1 + part(), static_cast<int>(random_() % 22) - 6);
    const std::uint64_t edge = random_() % 4;
    if (edge == 1) error = std::exp2(std::floor(std::log2(error)));
    if (edge == 2) error = std::floor(4 * error) / 4;
    if (edge == 3) error += (static_cast<double>(random_() % 5) - 2) * kErrorStep / 2 + (part() - 0.5) * 0x1p-30;
    const double value = value_of(f_, result) + (random_() % 2 == 0 ? error : -error) * ulp;
    if (value > 0) all.add(f_, random_() % 2 == 0 ? value : -value, random_() % 2 == 0 ? result : f_.negate(result));
  }

  const Format& f_;
  std::mt19937_64 random_;
};

struct Result {
  std::uint8_t bins[kBlock];
  double errors[kBlock];
  FarSettled settled{.bins = bins, .errors = errors};
  bool all = false;
};

using Asked = std::tuple<int, double, double>;  // the width of the format, a limit, an epsilon
class FarTest : public testing::TestWithParam<Asked> {
 protected:
  FarTest()
      : promise_{.format = std::get<0>(GetParam()) == 16 ? kF16 : kF32,
                 .limit = std::get<1>(GetParam()),
                 .always_right = std::isinf(std::get<1>(GetParam()))},
        ruler_(*ruler(promise_, {.epsilon = std::get<2>(GetParam())})) {}

  void settle(const Loops& loops, const Lanes& lanes, Result& r) const {
    r.all = loops.of(promise_.format)
                .far({lanes.values.data(), lanes.results.data(), kBlock}, ruler_, {promise_.limit, true}, r.settled);
  }

  // Returns the number of settled lanes.
  int check(const Loops& loops, const Lanes& lanes) const {
    Result r;
    settle(loops, lanes, r);
    int settled = 0;
    int wrong = 0;
    double largest = 0;
    for (std::size_t i = 0; i < kBlock; ++i) {
      if (r.bins[i] == kOpenBin) continue;
      ++settled;
      const Finding found = find(promise_, ruler_, {.got = lanes.got[i], .value = lanes.values[i]});
      EXPECT_NE(found.kind, Finding::Kind::open) << lanes.values[i] << ' ' << lanes.got[i];
      EXPECT_EQ(found.bin, r.bins[i]) << lanes.values[i] << ' ' << lanes.got[i];
      EXPECT_GE(r.errors[i], std::max(-found.low, found.high));
      EXPECT_EQ(found.kind == Finding::Kind::wrong, r.errors[i] > promise_.limit);
      wrong += found.kind == Finding::Kind::wrong ? 1 : 0;
      largest = std::max(largest, r.errors[i]);
    }
    EXPECT_EQ(r.settled.wrong, wrong);
    EXPECT_EQ(r.settled.largest, largest);
    EXPECT_EQ(r.all, settled == kBlock);
    return settled;
  }

  BulkPromise promise_;
  Ruler ruler_;
};

TEST_P(FarTest, WhatIsSettledIsWhatIsFoundOfEachLane) {
  for (const Loops* const loops : runnable<Loops>()) {
    Maker maker(promise_.format, 1);
    int settled = 0;
    for (int block = 0; block < 40; ++block) settled += check(*loops, maker.plain());
    // Half of the errors are at edges of bins. Bounds that are not tiny leave these lanes open.
    if (ruler_.epsilon < 0x1p-40) {
      EXPECT_GT(settled, 40 * kBlock / 3) << name_of(loops->set);
    }
    for (int block = 0; block < 40; ++block) check(*loops, maker.any());
  }
}

TEST_P(FarTest, LanesInGeneralPositionAreAllSettled) {
  if (ruler_.epsilon > 0x1p-40) return;
  Lanes lanes;
  for (int i = 0; i < kBlock; ++i) {
    const Bits result = promise_.format.one() + promise_.format.min_normal() / 4 + static_cast<Bits>(i % 64);
    const double ulp = std::ldexp(1, -promise_.format.fraction_bits());
    lanes.add(promise_.format, value_of(promise_.format, result) + (i % 2 == 0 ? 1 : -1) * (0.1 + 0.23 * (i % 100)) * ulp,
              result);
  }
  for (const Loops* const loops : runnable<Loops>()) EXPECT_GE(check(*loops, lanes), kBlock - 12) << name_of(loops->set);
}

INSTANTIATE_TEST_SUITE_P(Limits, FarTest,
                         testing::Combine(testing::Values(16, 32), testing::Values(0.5, 2.0, 16.0, 4096.0, kInfinity),
                                          testing::Values(0x1p-50, 0x1p-34, 0x1p-23)));

// The bin of an error equals that of the histogram, on both sides of each edge.
TEST(FarBinsTest, AreThoseOfTheHistogram) {
  const BulkPromise promise{.format = kF32, .limit = kInfinity, .always_right = true};
  const Ruler exact = *ruler(promise, {.epsilon = 0});
  std::vector<double> edges;
  for (int quarter = 0; quarter < 32; ++quarter) edges.push_back(quarter * 0.25);
  for (int e = 3; e <= 18; ++e) edges.push_back(std::exp2(e));
  Lanes lanes;
  const Bits got = std::bit_cast<std::uint32_t>(1.5F);
  for (const double edge : edges) {
    for (const double step : {-0.75, -0.25, 0.25, 0.75}) {
      for (const double sign : {-1.0, 1.0}) {
        const double error = sign * (edge + (step - 0.5) * kErrorStep);
        lanes.add(kF32, 1.5 - error * 0x1p-23, got);
      }
    }
  }
  ASSERT_LE(lanes.values.size(), kBlock);
  for (const Loops* const loops : runnable<Loops>()) {
    Result r;
    loops->f32.far({lanes.values.data(), lanes.results.data(), static_cast<int>(lanes.values.size())}, exact,
                   {kInfinity, false}, r.settled);
    for (std::size_t i = 0; i < lanes.values.size(); ++i) {
      if (std::fabs(1.5 - lanes.values[i]) >= 0x1p-6) continue;  // in a different binade
      EXPECT_EQ(r.bins[i], Tally::histogram_bin((1.5 - lanes.values[i]) * 0x1p23)) << name_of(loops->set) << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace classay::bulk
