// Describes a device of Vulkan from what its driver reports.
#pragma once

#include <string>

#include "harness/device/backend.h"
#include "harness/device/vulkan/calls.h"
#include "harness/device/vulkan/features.h"

namespace classay::vulkan {

inline constexpr const char* kName = "vulkan";  // name of the back end (registry.h)

Description described(VkPhysicalDevice device, const std::string& address);

}  // namespace classay::vulkan
