#include "harness/device/vulkan/division.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace classay::vulkan {
namespace {

constexpr std::uint32_t kGroup = 256;

}  // namespace

Division division(std::uint64_t items, std::uint32_t largest_group, std::uint32_t most_groups) {
  if (items <= largest_group) return {.group = static_cast<std::uint32_t>(std::max<std::uint64_t>(items, 1))};
  std::uint32_t group = std::min(kGroup, largest_group);
  while (items / group > most_groups && group <= largest_group / 2) group *= 2;
  if (items / group > most_groups || items > std::numeric_limits<std::uint32_t>::max()) {
    throw DeviceError(Fault::refused, "a launch of " + std::to_string(items) + " work-items is more than the device takes");
  }
  const auto count = static_cast<std::uint32_t>(items);
  return {.group = group, .groups = count / group, .last_begins = count % group == 0 ? 0 : count - group};
}

RangeDivision division(const Range& range, const VkPhysicalDeviceLimits& limits) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
  const bool is_chosen = range.group[0] == 0;
  const std::uint64_t most = is_chosen ? std::min(kGroup, limits.maxComputeWorkGroupInvocations) : kMost;
  std::uint64_t items = 1;
  RangeDivision d;
  for (std::size_t i = 0; i < range.dimensions; ++i) {
    const std::uint64_t size = range.size.at(i);
    const std::uint64_t largest = std::min<std::uint64_t>(most / items, limits.maxComputeWorkGroupSize[i]);
    std::uint64_t group = is_chosen ? std::max<std::uint64_t>(std::min(size, largest), 1) : range.group.at(i);
    while (is_chosen && size % group != 0) --group;
    items *= group;
    if (group > limits.maxComputeWorkGroupSize[i] || items > limits.maxComputeWorkGroupInvocations || size % group != 0 ||
        size / group > limits.maxComputeWorkGroupCount[i] || range.offset.at(i) > kMost - size) {
      throw DeviceError(Fault::refused, fmt::format("the device takes no launch of {} work-items from {} in groups of {}",
                                                    size, range.offset.at(i), group));
    }
    d.group.at(i) = static_cast<std::uint32_t>(group);
    d.groups.at(i) = static_cast<std::uint32_t>(size / group);
    d.first.at(i) = static_cast<std::uint32_t>(range.offset.at(i));
  }
  return d;
}

}  // namespace classay::vulkan
