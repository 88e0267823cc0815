// Divides launches into work-groups of one size, as modules of clspv require.
#pragma once

#include <array>
#include <cstdint>

#include "harness/device/backend.h"
#include "harness/device/vulkan/calls.h"

namespace classay::vulkan {

// Divides work-items into whole work-groups. A remainder gets one more work-group that ends with the last work-item. That
// group repeats some work-items, with the same results. The alternatives are worse: a smaller group needs another pipeline
// to be compiled, and surplus work-items would write outside of the output.
struct Division {
  std::uint32_t group = 1;
  std::uint32_t groups = 1;
  std::uint32_t last_begins = 0;  // the first work-item of that group; 0: without a remainder
};
Division division(std::uint64_t items, std::uint32_t largest_group, std::uint32_t most_groups);

// Returns the work-groups of a range: the ones that it names, or else the largest whole ones of up to 256 work-items. Throws
// DeviceError(refused) if they are not whole, or too large or too many for the device.
struct RangeDivision {
  std::array<std::uint32_t, 3> group{1, 1, 1};
  std::array<std::uint32_t, 3> groups{1, 1, 1};
  std::array<std::uint32_t, 3> first{};
};
RangeDivision division(const Range& range, const VkPhysicalDeviceLimits& limits);

}  // namespace classay::vulkan
