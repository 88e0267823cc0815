#include "reference/inputs/inputs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace classay {
namespace {

constexpr std::array kFormats{kF16, kF32, kF64, kBf16};

TEST(BoundaryTableTest, IsSortedWithoutRepetitionAndClosedUnderNegation) {
  for (const Format& f : kFormats) {
    const std::vector<Bits> table = boundary_table(f);
    const std::set<Bits> set(table.begin(), table.end());
    EXPECT_EQ(set.size(), table.size());
    for (const Bits b : table) EXPECT_TRUE(f.is_nan(b) || set.contains(f.negate(b)));
    EXPECT_TRUE(
        std::is_sorted(table.begin(), table.end() - 1, [&](Bits a, Bits b) { return ordered(f, a) < ordered(f, b); }));
    EXPECT_TRUE(f.is_nan(table.back()));
  }
}

TEST(BoundaryTableTest, HasTheEndsTheirNeighboursAndMultiplesOfHalfPi) {
  const std::vector<Bits> table = boundary_table(kF32);
  const std::set<Bits> set(table.begin(), table.end());
  for (const Bits b :
       {Bits{0}, kF32.sign_bit(), kF32.infinity(), kF32.quiet_nan(), kF32.max_finite(), kF32.max_finite() - 1,
        kF32.min_normal(), kF32.min_normal() - 1, kF32.min_subnormal(), kF32.one(), kF32.one() - 1, Bits{0x3fc90fdb},
        Bits{0x3fc90fdc}, Bits{0x40490fda}, Bits{0x40490fdb}, Bits{0x42b17218}, Bits{0x42b17217}}) {
    EXPECT_TRUE(set.contains(b)) << std::hex << b;  // the last: pi/2, pi, and 128 ln 2 where exp overflows
  }
}

// What denies that a signaling NaN is one would pass all others.
TEST(BoundaryTableTest, HasASignalingNan) {
  for (const Format& f : {kF16, kF32, kF64}) {
    for (const std::vector<Bits>& table : {boundary_table(f), short_boundary_table(f), shortest_boundary_table(f)}) {
      EXPECT_EQ(std::ranges::count_if(table, [&](Bits b) { return f.is_signaling(b); }), 1);
    }
  }
}

TEST(InputsTest, InputIDependsOnNothingButSeedAndI) {
  const Inputs a(kF64, 42);
  const Inputs b(kF64, 42);
  const Inputs other(kF64, 43);
  int differing = 0;
  for (std::uint64_t i = 20000; i > 10000; --i) {  // backwards, and apart from each other
    EXPECT_EQ(a.one(i), Inputs(b).one(i));
    EXPECT_EQ(a.pair(i), b.pair(i));
    EXPECT_EQ(a.triple(i), b.triple(i));
    EXPECT_EQ(a.real_int(i), b.real_int(i));
    EXPECT_EQ(a.components(i, 4), b.components(i, 4));
    differing += a.one(i) != other.one(i) ? 1 : 0;
    if (i % 100 != 0) i -= 10;
  }
  EXPECT_GT(differing, 500);
}

TEST(InputsTest, EveryBinadeOfBothSignsIsReached) {
  for (const Format& f : kFormats) {
    const Inputs inputs(f, 7);
    std::set<int> binades;
    for (std::uint64_t i = 0; i < 20000; ++i) {
      const Bits b = inputs.one(i);
      EXPECT_EQ(b & ~f.mask(), 0U);
      if (!f.is_finite(b) || f.is_zero(b)) continue;
      const Dyadic d = decode(f, b);
      const int e = d.exponent + static_cast<int>(std::bit_width(d.significand));
      binades.insert(d.negative ? -10000 + e : 10000 + e);
    }
    EXPECT_EQ(binades.size(), 2 * static_cast<std::size_t>(f.emax - f.subnormal_exponent() + 1));
  }
}

TEST(InputsTest, PairsHoldEqualOppositeNearAndFarNumbers) {
  const Inputs inputs(kF32, 7);
  int equal = 0;
  int opposite = 0;
  int near = 0;
  int far = 0;
  for (std::uint64_t i = 5000; i < 25000; ++i) {
    const auto [x, y] = inputs.pair(i);
    if (!kF32.is_finite(x) || !kF32.is_finite(y)) continue;
    equal += x == y ? 1 : 0;
    opposite += x == kF32.negate(y) ? 1 : 0;
    near += std::abs(ordered(kF32, x) - ordered(kF32, y)) < 100 ? 1 : 0;
    far += std::abs(decode(kF32, x).exponent - decode(kF32, y).exponent) > 100 ? 1 : 0;
  }
  EXPECT_GT(equal, 300);
  EXPECT_GT(opposite, 300);
  EXPECT_GT(near, 500);
  EXPECT_GT(far, 300);
}

TEST(InputsTest, IntegersReachTheEndsOfInt) {
  const Inputs inputs(kF32, 7);
  std::set<std::int32_t> ints;
  for (std::uint64_t i = 0; i < 5000; ++i) ints.insert(inputs.real_int(i).second);
  for (const std::int32_t n : {0, 1, -1, INT32_MAX, INT32_MIN, INT32_MIN + 1}) EXPECT_TRUE(ints.contains(n)) << n;
}

TEST(CounterRandomTest, StaysInItsRange) {
  CounterRandom random(1, 2);
  std::set<std::int64_t> seen;
  for (int i = 0; i < 1000; ++i) seen.insert(random.between(-3, 3));
  EXPECT_EQ(seen, (std::set<std::int64_t>{-3, -2, -1, 0, 1, 2, 3}));
}

}  // namespace
}  // namespace classay
