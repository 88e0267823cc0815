// Checks the ranges of products for fma of f16 (plan/run.h). Right means: certify has each pair of significands twice, full
// reaches every rounding class that certify reaches, and each triple of normal numbers with a normal result has a member of
// a range that is rounded in the same way. The last two would fail if exponents that cancel did not reach all alignments.
// Sums of halves are exact in 128 bits, so the reference is not needed.
#include <cstdlib>
#include <set>
#include <utility>

#include "suites/generator.h"
#include "suites/plan.h"

namespace classay {
namespace {

__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using): a GNU extension, marked as one
using Size128 = Wide;

constexpr int kLastBit = -48;  // products of halves are multiples of 2^-48

Size128 size_of(Int128 x) { return static_cast<Size128>(x < 0 ? -x : x); }
int bits_of(Size128 x) {
  const auto high = static_cast<std::uint64_t>(x >> 64U);
  return static_cast<int>(high != 0 ? 64 + std::bit_width(high) : std::bit_width(static_cast<std::uint64_t>(x)));
}

// In units of 2^-48.
Int128 fixed_point(bool negative, std::uint64_t significand, int exponent) {
  const auto size = static_cast<Int128>(significand) << static_cast<unsigned>(exponent - kLastBit);
  return negative ? -size : size;
}
Int128 addend_of(const Tuple& t) {
  const Dyadic z = decode(kF16, t[2]);
  return fixed_point(z.negative, z.significand, z.exponent);
}
Int128 product_of(const Tuple& t) {
  const Dyadic x = decode(kF16, t[0]);
  const Dyadic y = decode(kF16, t[1]);
  return fixed_point(x.negative != y.negative, x.significand * y.significand, x.exponent + y.exponent);
}

// A class has the properties that decide how a sum is rounded to nearest, without its exponent: the sign of the addend,
// whether it lies above the product, within it or below its rounding point, the place of the last bit behind the one that is
// kept (0: exact; 1: a tie), on which side of a tie the sum lies, and the last bit that is kept.
constexpr std::size_t kClasses = std::size_t{2} * 3 * 32 * 2 * 2;

// `product`, `addend`: in units of 2^-24, the last bit of halves. Precondition: the sum is not zero.
std::size_t class_of(std::int64_t product, std::int64_t addend) {
  const auto bits = [](std::int64_t x) { return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(std::abs(x)))); };
  const auto size = static_cast<std::uint64_t>(std::abs(product + addend));
  const int dropped = std::max(bits(product + addend) - kF16.precision, 0);
  const std::uint64_t below = size & ((std::uint64_t{1} << static_cast<unsigned>(dropped)) - 1);
  const int apart = bits(addend) - bits(product);
  std::size_t c = (product < 0) != (addend < 0) ? 1 : 0;
  c = 3 * c + (apart > 0 ? 2 : apart > -kF16.precision ? 1 : 0);
  c = 32 * c + static_cast<std::size_t>(below == 0 ? 0 : dropped - std::countr_zero(below));
  c = 2 * c + (below > (std::uint64_t{1} << static_cast<unsigned>(dropped)) / 2 ? 1 : 0);
  return 2 * c + (size >> static_cast<unsigned>(dropped)) % 2;
}

// Rounds to 11 bits, to nearest and ties to even, as if the exponent had no limits.
Int128 rounded(Int128 sum) {
  const Size128 size = size_of(sum);
  const int dropped = std::max(bits_of(size) - kF16.precision, 0);
  if (dropped == 0) return sum;
  const Size128 unit = Size128{1} << static_cast<unsigned>(dropped);
  const Size128 below = size & (unit - 1);
  Size128 kept = size - below;
  const bool is_odd = (kept & unit) != 0;
  if (below > unit / 2 || (below == unit / 2 && is_odd)) kept += unit;
  return sum < 0 ? -static_cast<Int128>(kept) : static_cast<Int128>(kept);
}

int exponent_of(Bits half) { return static_cast<int>((half >> 10U) & 31U) - kF16.emax; }
bool is_normal(Bits half) { return exponent_of(half) >= kF16.emin() && exponent_of(half) <= kF16.emax; }
Bits with_exponent(Bits half, int e) { return (half & 0x83ffU) | static_cast<Bits>(e + kF16.emax) << 10U; }

Tuple random_triple(std::uint64_t i) {
  const std::uint64_t random = CounterRandom(5, i).next();
  return {random & 0xffffU, (random >> 16U) & 0xffffU, (random >> 32U) & 0xffffU};
}
bool is_covered(const Tuple& t) {
  if (!is_normal(t[0]) || !is_normal(t[1]) || !is_normal(t[2])) return false;
  const Size128 size = size_of(rounded(product_of(t) + addend_of(t)));
  return size >= size_of(fixed_point(false, 1, kF16.emin())) && size < size_of(fixed_point(false, 1, kF16.emax + 1));
}

// Scales the product to [1, 4), and the addend with it: above all halves to the largest binade, below the normal ones to a
// subnormal whose last bit stands for all that is lost.
Tuple member_of_range(const Tuple& t) {
  const int scaled = exponent_of(t[2]) - exponent_of(t[0]) - exponent_of(t[1]);
  const Tuple member{with_exponent(t[0], 0), with_exponent(t[1], 0), with_exponent(t[2], std::clamp(scaled, -14, 15))};
  if (scaled >= -14) return member;
  const Bits significand = 0x400U | (t[2] & 0x3ffU);
  const auto shift = static_cast<unsigned>(std::min(-14 - scaled, 11));
  const bool is_inexact = (significand & ((Bits{1} << shift) - 1)) != 0;
  return {member[0], member[1], (t[2] & 0x8000U) | (significand >> shift) | (is_inexact ? 1U : 0U)};
}

Plan plan_of(Tier tier) { return Plan(*find("fma"), Type::f16, tier, 1, {}); }
const Segment& runs_of(const Plan& plan) { return *std::ranges::find(plan.segments(), Making::runs, &Segment::making); }

// The header of the product with this number. Ranges through hard cases alternate with the first ones.
classay::Run product_run(const Plan& plan, std::uint64_t number) {
  const bool alternates = number < kHardRunsBesideProducts;
  return plan.run(runs_of(plan), alternates ? 2 * number : number + kHardRunsBesideProducts);
}

TEST(ProductsTest, CertifyHasEveryPairOfSignificandsTwice) {
  const Plan plan = plan_of(Tier::certify);
  EXPECT_EQ(runs_of(plan).count >> 16U, 2 * kPairsOfSignificands + kHardRunsBesideProducts);
  std::set<std::pair<Bits, Bits>> seen;
  const auto significands = [](const Tuple& t) {
    return std::pair(std::min(t[0] & 0x3ffU, t[1] & 0x3ffU), std::max(t[0] & 0x3ffU, t[1] & 0x3ffU));
  };
  for (std::uint64_t number = 0; number < 2 * kPairsOfSignificands; number += 2) {
    const classay::Run run = product_run(plan, number);
    const classay::Run subnormal = product_run(plan, number + 1);
    for (const classay::Run& one : {run, subnormal}) {
      ASSERT_EQ(one.varies, 2);
      ASSERT_EQ(one.at[2], 0U);
      ASSERT_TRUE(is_normal(one.at[0]) && is_normal(one.at[1]));
    }
    ASSERT_EQ(exponent_of(run.at[0]), -exponent_of(run.at[1]));
    ASSERT_EQ(significands(run.at), significands(subnormal.at));
    // Bits above and below the last one of subnormals, or the leading one is half of it.
    const Size128 size = size_of(product_of(subnormal.at));
    ASSERT_GE(bits_of(size), kF16.subnormal_exponent() - kLastBit);
    ASSERT_NE(size & ((Size128{1} << static_cast<unsigned>(kF16.subnormal_exponent() - kLastBit)) - 1), 0U);
    seen.insert(significands(run.at));
  }
  EXPECT_EQ(seen.size(), kPairsOfSignificands);
}

TEST(ProductsTest, FullHasHardCasesInEverySecondRange) {
  const Plan plan = plan_of(Tier::full);
  EXPECT_EQ(runs_of(plan).count, std::uint64_t{1} << 32U);
  const RunMaker hard = runs_through_hard_places(*find("fma"), Type::f16, 1, 16);
  for (std::uint64_t i = 0; i < 100; ++i) EXPECT_EQ(plan.run(runs_of(plan), 2 * i + 1), hard(i));
}

// 1 followed by this many zeros, and then a last bit: with a suitable addend the sum lies next to a tie.
bool has_run(std::uint64_t product, int length) {
  const std::uint64_t ones = (std::uint64_t{1} << static_cast<unsigned>(length)) - 1;
  for (std::uint64_t rest = product >> static_cast<unsigned>(std::countr_zero(product)); rest > ones; rest >>= 1U) {
    if ((rest & ones) == 0) return true;
  }
  return false;
}

// Rounding to 24 bits first, as a device that computes in f32 does, is wrong only there.
TEST(ProductsTest, FullHasEveryProductWithALongRunOfZeros) {
  const Plan plan = plan_of(Tier::certify);
  std::uint64_t in_full = 0;
  std::uint64_t in_all = 0;
  for (std::uint64_t number = 0; number < 2 * kPairsOfSignificands; number += 2) {
    const classay::Run run = product_run(plan, number);
    const std::uint64_t product = (0x400U | (run.at[0] & 0x3ffU)) * (0x400U | (run.at[1] & 0x3ffU));
    if (!has_run(product, 13)) continue;
    ++in_all;
    if (number < kHardRunsBesideProducts) ++in_full;
  }
  EXPECT_GT(in_all, 50U);
  EXPECT_EQ(in_full, in_all);
}

TEST(ProductsTest, FullReachesTheRoundingClassesOfCertify) {
  const Plan full = plan_of(Tier::full);
  const Plan certify = plan_of(Tier::certify);
  // Precondition: the exponents of the range cancel.
  const auto product_in_units = [](const classay::Run& run) {
    return static_cast<std::int64_t>(product_of({run.at[0], run.at[1]}) >> 24U);
  };
  const auto note = [](std::int64_t product, Bits half, std::vector<bool>& classes) {
    if (((half >> 10U) & 31U) == 31) return;
    const auto addend = static_cast<std::int64_t>(addend_of({0, 0, half}) >> 24U);
    if (product + addend != 0) classes.at(class_of(product, addend)) = true;
  };
  std::vector<bool> reached(kClasses);
  // The first products have all kinds. Some classes have one addend per product.
  for (std::uint64_t number = 0; number < 1400; number += 2) {
    const std::int64_t product = product_in_units(product_run(full, number));
    for (Bits addend = 0; addend < 0x10000; ++addend) note(product, addend, reached);
  }
  std::vector<bool> wanted(kClasses);
  for (std::uint64_t i = 0; i < std::uint64_t{1} << 20U; ++i) {
    CounterRandom random(7, i);
    note(product_in_units(product_run(certify, 2 * random.below(kPairsOfSignificands))), random.below(0x10000), wanted);
  }
  EXPECT_GT(std::ranges::count(wanted, true), 200);
  for (std::size_t c = 0; c < kClasses; ++c) EXPECT_TRUE(reached[c] || !wanted[c]) << c;
}

// docs/tiers.md states the share.
TEST(ProductsTest, NormalTriplesAreRoundedAsAMemberOfARange) {
  constexpr std::uint64_t kTriples = std::uint64_t{1} << 18U;
  std::uint64_t covered = 0;
  for (std::uint64_t i = 0; i < kTriples; ++i) {
    const Tuple t = random_triple(i);
    if (!is_covered(t)) continue;
    ++covered;
    const Tuple member = member_of_range(t);
    const int scale = exponent_of(t[0]) + exponent_of(t[1]);
    const Int128 of_triple = rounded(product_of(t) + addend_of(t));
    const Int128 of_member = rounded(product_of(member) + addend_of(member));
    // An addend beyond all halves is the result of both.
    const int addend_scale = exponent_of(t[2]) - exponent_of(member[2]);
    const int by = addend_scale > scale ? addend_scale : scale;
    const auto scaled = [](Int128 x, int e) { return x << static_cast<unsigned>(std::max(e, 0)); };
    ASSERT_EQ(scaled(of_triple, -by) == scaled(of_member, by), true) << t[0] << ' ' << t[1] << ' ' << t[2];
  }
  EXPECT_NEAR(static_cast<double>(covered) / kTriples, 0.70, 0.01);
}

}  // namespace
}  // namespace classay
