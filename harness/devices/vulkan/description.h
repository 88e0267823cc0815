// Describes a device of Vulkan from what its driver reports.
#pragma once

#include <string>

#include "harness/devices/backend.h"
#include "harness/devices/vulkan/calls.h"
#include "harness/devices/vulkan/features.h"

namespace classay::vulkan {

inline constexpr const char* kName = "vulkan";  // name of the back end (registry.h)

Description described(VkPhysicalDevice device, const std::string& address);

}  // namespace classay::vulkan
