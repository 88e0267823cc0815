// Tests the division into work-groups, which Level Zero leaves to its caller: all have one size, and together exactly the
// requested number of work-items.
#include <gtest/gtest.h>

#include "harness/device/level_zero/stream.h"

namespace classay::level_zero {
namespace {

TEST(LevelZeroGroupsTest, GroupsAreAllThatIsAskedForAndNoMore) {
  for (const std::uint32_t largest : {1U, 2U, 256U, 1000U, 1024U}) {
    for (std::uint64_t items : {1ULL, 2ULL, 3ULL, 255ULL, 256ULL, 1000ULL, 1024ULL, 4099ULL, 1ULL << 24, (1ULL << 32) - 1}) {
      const GroupCount groups = groups_of(items, largest);
      const std::uint64_t size = items / groups.x;
      EXPECT_EQ(size * groups.x, items) << items << " in groups of " << largest;
      EXPECT_LE(size, largest) << items;
      EXPECT_EQ(groups.y, 1U);
      EXPECT_EQ(groups.z, 1U);
    }
  }
  EXPECT_EQ(groups_of(1U << 20, 1024).x, 1024U) << "as few as there can be";
}

TEST(LevelZeroGroupsTest, ARequiredSizeIsKeptByALaunchOfWholeGroups) {
  EXPECT_EQ(in_whole_groups(63, 0), 63U) << "no requirement";
  for (const std::uint32_t required : {1U, 4U, 7U, 32U, 64U}) {
    for (const std::uint64_t items : {1ULL, 6ULL, 64ULL, 448ULL, 1023ULL}) {
      const std::uint64_t whole = in_whole_groups(items, required);
      EXPECT_GE(whole, items);
      EXPECT_LT(whole, items + required);
      EXPECT_EQ(whole / groups_of(whole, required).x, required) << items;
    }
  }
}

TEST(LevelZeroGroupsTest, MoreGroupsThanTheCountHoldsAreRefused) {
  EXPECT_THROW(groups_of((1ULL << 32) + 15, 1), DeviceError);
}

}  // namespace
}  // namespace classay::level_zero
