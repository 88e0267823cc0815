// Tests that a launch runs each of its work-items, and no others.
#include <gtest/gtest.h>

#include "harness/device/vulkan/dispatch.h"

namespace classay::vulkan {
namespace {

TEST(DivisionTest, EveryWorkItemIsThereAndNoOther) {
  for (const std::uint32_t largest : {128U, 256U, 1024U}) {
    for (std::uint64_t items = 1; items < 4000; ++items) {
      const Division d = division(items, largest, 65535);
      ASSERT_LE(d.group, largest);
      const std::uint64_t whole = std::uint64_t{d.group} * d.groups;
      if (d.last_begins == 0) {
        ASSERT_EQ(whole, items);
      } else {
        ASSERT_LE(d.last_begins, whole) << "a gap";
        ASSERT_EQ(d.last_begins + d.group, items);
      }
    }
  }
}

TEST(DivisionTest, GroupsGrowWhereThereWouldBeTooMany) {
  const Division d = division(std::uint64_t{1} << 24, 1024, 65535);
  EXPECT_EQ(d.group, 512U);
  EXPECT_EQ(d.groups, 1U << 15);
}

TEST(DivisionTest, WhatADeviceDoesNotTakeIsRefused) {
  EXPECT_THROW(division(std::uint64_t{1} << 32, 1024, 65535), DeviceError);
}

VkPhysicalDeviceLimits limits() {
  return {.maxComputeWorkGroupCount = {65535, 65535, 65535},
          .maxComputeWorkGroupInvocations = 1024,
          .maxComputeWorkGroupSize = {1024, 512, 64}};
}

TEST(DivisionTest, ARangeHasTheGroupsThatItNames) {
  const RangeDivision d =
      division(Range{.dimensions = 3, .size = {6, 4, 9}, .group = {3, 2, 3}, .offset = {5, 0, 9}}, limits());
  EXPECT_EQ(d.group, (std::array<std::uint32_t, 3>{3, 2, 3}));
  EXPECT_EQ(d.groups, (std::array<std::uint32_t, 3>{2, 2, 3}));
  EXPECT_EQ(d.first, (std::array<std::uint32_t, 3>{5, 0, 9}));
}

TEST(DivisionTest, ChosenGroupsAreWhole) {
  for (const Range& r : {Range{.dimensions = 1, .size = {1023, 1, 1}}, Range{.dimensions = 2, .size = {66, 34, 1}},
                         Range{.dimensions = 3, .size = {64, 1, 3}}, Range{.dimensions = 1, .size = {4099, 1, 1}}}) {
    const RangeDivision d = division(r, limits());
    EXPECT_LE(d.group[0] * d.group[1] * d.group[2], 256U);
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(d.group.at(i) * d.groups.at(i), r.size.at(i));
  }
}

TEST(DivisionTest, ARangeThatTheDeviceDoesNotTakeIsRefused) {
  for (const Range& r : {Range{.dimensions = 1, .size = {10, 1, 1}, .group = {4, 1, 1}},
                         Range{.dimensions = 1, .size = {2048, 1, 1}, .group = {2048, 1, 1}},
                         Range{.dimensions = 3, .size = {128, 1, 128}, .group = {1, 1, 128}},
                         Range{.dimensions = 1, .size = {70000, 1, 1}, .group = {1, 1, 1}},
                         Range{.dimensions = 1, .size = {8, 1, 1}, .offset = {std::uint64_t{1} << 32U, 0, 0}}})
    EXPECT_THROW(division(r, limits()), DeviceError);
}

// Simulates a driver that reports success and makes nothing.
VkResult make_nothing(VkDevice, const VkFenceCreateInfo*, const VkAllocationCallbacks*, VkFence*) { return VK_SUCCESS; }

TEST(CreatedTest, SuccessWithoutAHandleIsTheDriversFault) {
  try {
    created<Fence>(make_nothing, "vkCreateFence", nullptr, VkFenceCreateInfo{});
    FAIL();
  } catch (const DeviceError& e) {
    EXPECT_EQ(e.fault(), Fault::misreported);
    EXPECT_STREQ(e.what(), "vkCreateFence: VK_SUCCESS, but the result is VK_NULL_HANDLE");
  }
}

}  // namespace
}  // namespace classay::vulkan
