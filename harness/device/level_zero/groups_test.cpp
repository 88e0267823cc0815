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

TEST(LevelZeroGroupsTest, RangesHaveTheirGroupsOrSomeThatDivideThem) {
  const GroupLimits limits{.items = 256, .sizes = {256, 128, 64}};
  using Sizes = std::array<std::uint32_t, 3>;
  EXPECT_EQ(group_of({.dimensions = 2, .size = {12, 10, 1}, .group = {4, 5, 1}}, {}, limits), (Sizes{4, 5, 1}));
  for (const std::array<std::uint64_t, 3>& size :
       {std::array<std::uint64_t, 3>{1, 1, 1}, {100, 1, 1}, {17, 19, 1}, {6, 10, 14}, {64, 1, 3}, {4100, 300, 2}}) {
    const Sizes group = group_of({.dimensions = 3, .size = size}, {512, 512, 512}, limits);
    for (std::size_t d = 0; d < 3; ++d) {
      EXPECT_EQ(size.at(d) % group.at(d), 0U);
      EXPECT_LE(group.at(d), limits.sizes.at(d));
    }
    EXPECT_LE(group[0] * group[1] * group[2], limits.items);
  }
  EXPECT_EQ(group_of({.dimensions = 1, .size = {96, 1, 1}}, {32, 1, 1}, limits), (Sizes{32, 1, 1}));
}

TEST(LevelZeroGroupsTest, RangesThatTheApiLacksAreRefused) {
  GroupLimits limits{.items = 256, .sizes = {256, 128, 64}, .largest_offset = 0};
  EXPECT_THROW(group_of({.size = {100, 1, 1}, .group = {7, 1, 1}}, {}, limits), DeviceError);
  EXPECT_THROW(group_of({.size = {100, 1, 1}, .offset = {3, 0, 0}}, {1, 1, 1}, limits), DeviceError);
  limits.largest_offset = 0xffffffff;
  EXPECT_NO_THROW(group_of({.size = {100, 1, 1}, .offset = {3, 0, 0}}, {1, 1, 1}, limits));
  EXPECT_THROW(group_of({.size = {100, 1, 1}, .offset = {0, 1ULL << 32U, 0}}, {1, 1, 1}, limits), DeviceError);
  EXPECT_THROW(group_of({.size = {0, 1, 1}}, {1, 1, 1}, limits), DeviceError);
}

TEST(LevelZeroGroupsTest, MoreGroupsThanTheCountHoldsAreRefused) {
  EXPECT_THROW(groups_of((1ULL << 32) + 15, 1), DeviceError);
}

}  // namespace
}  // namespace classay::level_zero
