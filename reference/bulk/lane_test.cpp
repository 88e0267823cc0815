// Checks single lanes at a limit or at the edge of a bin. If the uncertainty of a value includes the edge, the lane stays
// open. An exact value decides.
#include "reference/bulk/lane.h"

#include <gtest/gtest.h>

#include <bit>

#include "reference/bulk/values.h"

namespace classay::bulk {
namespace {

const BulkPromise kWithinFour{.format = kF64, .limit = 4};

Finding::Kind found(double error, double uncertainty) {
  const WideLane lane{
      .got = std::bit_cast<Bits>(1.5 + error * 0x1p-52), .head = 1.5, .error = error, .uncertainty = uncertainty};
  return find(kWithinFour, wide_ruler(kWithinFour, false), lane).kind;
}

TEST(WideLaneTest, IsDecidedOnlyWhereItsUncertaintyDoesNotMatter) {
  constexpr double kLittle = 0x1p-30;
  EXPECT_EQ(found(4 - 2 * kLittle, kLittle), Finding::Kind::right);
  EXPECT_EQ(found(4 + 2 * kLittle, kLittle), Finding::Kind::wrong);
  for (const double sign : {-1.0, 1.0}) {
    EXPECT_EQ(found(sign * (4 - kLittle / 2), kLittle), Finding::Kind::open);
    EXPECT_EQ(found(sign * (4 + kLittle / 2), kLittle), Finding::Kind::open);
  }
}

// Errors of f32 for results of 1.5. A bin ends half a step below a quarter of an ulp.
TEST(LaneTest, AnErrorOnTheEdgeOfABinIsKnownOfAValueThatIsExact) {
  const BulkPromise promise{.format = kF32, .limit = 4};
  constexpr double kUlp = 0x1p-23;
  const Bits got = std::bit_cast<std::uint32_t>(1.5F);
  const auto found_for = [&](const Known& known, double value) {
    return find(promise, ruler(promise, known).value(), Lane{.got = got, .value = value});
  };
  const Known to_odd{.epsilon = 0x1p-52, .rounded_to_odd = true};
  for (const double error : {-0x1p-17, 0.25 - 0x1p-17, 0.5 - 0x1p-17, 0x1p-17 - 0.25, 2 - 0x1p-17}) {
    const double value = 1.5 - error * kUlp;
    for (const Known& known : {to_odd, Known{.epsilon = 0}}) {
      const Finding f = found_for(known, value);
      EXPECT_EQ(f.kind, Finding::Kind::right);
      EXPECT_EQ(f.bin, Tally::histogram_bin(error)) << error;
      EXPECT_EQ(f.low, error);
    }
    // An odd last place marks an inexact value. Without rounding to odd it does not decide.
    const auto next = std::bit_cast<double>(std::bit_cast<std::uint64_t>(value) + 1);
    EXPECT_EQ(found_for(to_odd, next).kind, Finding::Kind::open);
    EXPECT_EQ(found_for({.epsilon = 0x1p-52}, value).kind, Finding::Kind::open);
  }
}

}  // namespace
}  // namespace classay::bulk
