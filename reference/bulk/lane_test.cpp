// One lane at the limit: what is beyond it by less than its value is uncertain by is nobody's to decide here.
#include "reference/bulk/lane.h"

#include <gtest/gtest.h>

#include <bit>

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

}  // namespace
}  // namespace classay::bulk
