// Tests that a launch runs each of its work-items, and no others.
#include <gtest/gtest.h>

#include "harness/device/vulkan/stream.h"

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
