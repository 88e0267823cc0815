// Describes a device of Vulkan from what its driver reports, and lists the features that programs of clspv may need.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "harness/device/backend.h"
#include "harness/device/vulkan/calls.h"

namespace classay::vulkan {

// The supported features are enabled when a device is opened, and are part of its description.
struct Features {
  VkPhysicalDeviceFeatures core{};
  VkPhysicalDeviceVulkan11Features in_11{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES};
  VkPhysicalDeviceVulkan12Features in_12{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES};
};

struct Feature {
  std::string_view name;          // in Vulkan
  VkBool32& (*of)(Features&);     // returns its member
  std::string_view without = "";  // clspv's option to compile without it
};
inline constexpr auto kFeatures = std::to_array<Feature>({
    {"shaderStorageImageWriteWithoutFormat",
     [](Features& f) -> VkBool32& { return f.core.shaderStorageImageWriteWithoutFormat; }},
    {"shaderInt16", [](Features& f) -> VkBool32& { return f.core.shaderInt16; }},
    {"shaderInt64", [](Features& f) -> VkBool32& { return f.core.shaderInt64; }},
    {"shaderFloat64", [](Features& f) -> VkBool32& { return f.core.shaderFloat64; }},
    {"shaderFloat16", [](Features& f) -> VkBool32& { return f.in_12.shaderFloat16; }},
    {"shaderInt8", [](Features& f) -> VkBool32& { return f.in_12.shaderInt8; }, "-int8=0"},
    {"variablePointersStorageBuffer", [](Features& f) -> VkBool32& { return f.in_11.variablePointersStorageBuffer; }},
    {"variablePointers", [](Features& f) -> VkBool32& { return f.in_11.variablePointers; }},
    {"storageBuffer16BitAccess", [](Features& f) -> VkBool32& { return f.in_11.storageBuffer16BitAccess; },
     "-no-16bit-storage=ssbo"},
    {"uniformAndStorageBuffer16BitAccess",
     [](Features& f) -> VkBool32& { return f.in_11.uniformAndStorageBuffer16BitAccess; }, "-no-16bit-storage=ubo"},
    {"storagePushConstant16", [](Features& f) -> VkBool32& { return f.in_11.storagePushConstant16; },
     "-no-16bit-storage=pushconstant"},
    {"storageBuffer8BitAccess", [](Features& f) -> VkBool32& { return f.in_12.storageBuffer8BitAccess; },
     "-no-8bit-storage=ssbo"},
    {"uniformAndStorageBuffer8BitAccess", [](Features& f) -> VkBool32& { return f.in_12.uniformAndStorageBuffer8BitAccess; },
     "-no-8bit-storage=ubo"},
    {"storagePushConstant8", [](Features& f) -> VkBool32& { return f.in_12.storagePushConstant8; },
     "-no-8bit-storage=pushconstant"},
    {"shaderSubgroupExtendedTypes", [](Features& f) -> VkBool32& { return f.in_12.shaderSubgroupExtendedTypes; }},
    {"scalarBlockLayout", [](Features& f) -> VkBool32& { return f.in_12.scalarBlockLayout; }},
    {"uniformBufferStandardLayout", [](Features& f) -> VkBool32& { return f.in_12.uniformBufferStandardLayout; }},
});

Features features_of(VkPhysicalDevice device);
std::vector<std::string> names(Features features);
// Returns clspv's options for the missing features.
std::string options_without(Features features);

inline constexpr const char* kName = "vulkan";  // name of the back end (registry.h)

Description described(VkPhysicalDevice device, const std::string& address);

}  // namespace classay::vulkan
