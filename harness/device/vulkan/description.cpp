#include "harness/device/vulkan/description.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "harness/device/vulkan/clspv.h"
#include "harness/process/watch.h"

namespace classay::vulkan {
namespace {

struct Properties {
  VkPhysicalDeviceDriverProperties driver{
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES, .pNext = nullptr, .driverID = VK_DRIVER_ID_MAX_ENUM};
  VkPhysicalDeviceFloatControlsProperties floats{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES};
  VkPhysicalDeviceSubgroupProperties sub_groups{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES};
  VkPhysicalDeviceMaintenance3Properties allocation{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
  VkPhysicalDeviceProperties core{};

  explicit Properties(VkPhysicalDevice device) {
    driver.pNext = &floats;
    floats.pNext = &sub_groups;
    sub_groups.pNext = &allocation;
    VkPhysicalDeviceProperties2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &driver};
    vkGetPhysicalDeviceProperties2(device, &all);
    core = all.properties;
  }
};

std::string type_of(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return "gpu";
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return "cpu";
    default: return "";
  }
}

std::string version_text(std::uint32_t version) {
  return fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                     VK_API_VERSION_PATCH(version));
}

Identity identity_of(const Properties& p, const std::string& address) {
  return {.backend = kName,
          .address = address,
          .trouble = "",
          .platform = fmt::format("Vulkan, {}", p.driver.driverName),
          .platform_version = "Vulkan " + version_text(p.core.apiVersion),
          .name = p.core.deviceName,
          .vendor = fmt::format("vendor {:#06x}, device {:#06x}", p.core.vendorID, p.core.deviceID),
          .driver = p.driver.driverInfo[0] != '\0' ? p.driver.driverInfo : version_text(p.core.driverVersion),
          .version = "Vulkan " + version_text(p.core.apiVersion),
          .language_version = "OpenCL C 1.2 on Vulkan, by clspv",
          .type = type_of(p.core.deviceType)};
}

std::vector<std::string> extensions_of(VkPhysicalDevice device) {
  std::uint32_t count = 0;
  checked(vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr), "vkEnumerateDeviceExtensionProperties");
  std::vector<VkExtensionProperties> all(believable_count("vkEnumerateDeviceExtensionProperties", count));
  checked(vkEnumerateDeviceExtensionProperties(device, nullptr, &count, all.data()), "vkEnumerateDeviceExtensionProperties");
  std::vector<std::string> names;
  for (const VkExtensionProperties& e : all) names.emplace_back(e.extensionName);
  return names;
}

// No float controls are requested, so a device may flush, and round in any way. The controls that it has are what it
// reports. OpenCL's add and multiply round to nearest.
FloatSupport float_support(bool available, VkBool32 special, VkBool32 to_zero) {
  return {.available = available,
          .denormals = false,
          .infinity_and_nan = special != VK_FALSE,
          .to_nearest = available,
          .to_zero = to_zero != VK_FALSE};
}

// Appends the controls as features, by Vulkan's names.
void append_controls(std::vector<std::string>& all, const VkPhysicalDeviceFloatControlsProperties& f) {
  struct Control {
    const char* name;
    std::array<VkBool32, 3> of;  // f16, f32, f64
  };
  const std::array controls{
      Control{"shaderSignedZeroInfNanPreserveFloat",
              {f.shaderSignedZeroInfNanPreserveFloat16, f.shaderSignedZeroInfNanPreserveFloat32,
               f.shaderSignedZeroInfNanPreserveFloat64}},
      Control{"shaderDenormPreserveFloat",
              {f.shaderDenormPreserveFloat16, f.shaderDenormPreserveFloat32, f.shaderDenormPreserveFloat64}},
      Control{"shaderDenormFlushToZeroFloat",
              {f.shaderDenormFlushToZeroFloat16, f.shaderDenormFlushToZeroFloat32, f.shaderDenormFlushToZeroFloat64}},
      Control{"shaderRoundingModeRTEFloat",
              {f.shaderRoundingModeRTEFloat16, f.shaderRoundingModeRTEFloat32, f.shaderRoundingModeRTEFloat64}},
      Control{"shaderRoundingModeRTZFloat",
              {f.shaderRoundingModeRTZFloat16, f.shaderRoundingModeRTZFloat32, f.shaderRoundingModeRTZFloat64}},
  };
  for (const Control& control : controls) {
    for (std::size_t i = 0; i < control.of.size(); ++i) {
      if (control.of.at(i) != VK_FALSE) all.push_back(control.name + std::to_string(16 << i));
    }
  }
}

// Returns whether compute shaders have the operations to which clspv maps the functions of cl_khr_subgroups.
bool has_sub_groups(const VkPhysicalDeviceSubgroupProperties& p) {
  constexpr VkSubgroupFeatureFlags kNeeded = VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_VOTE_BIT |
                                             VK_SUBGROUP_FEATURE_BALLOT_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT;
  return (p.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 && (p.supportedOperations & kNeeded) == kNeeded;
}

// "If images are used in the OpenCL C", shaderStorageImageReadWithoutFormat must be true too (Vulkan Interaction). No module
// needs it here: kernels only write storage images (docs/ambiguities.md, A77).
bool has_images(const VkPhysicalDeviceFeatures& f) { return f.shaderStorageImageWriteWithoutFormat != VK_FALSE; }

std::string no_feature(std::string_view name) { return std::string(name) + " is not among the device's features"; }

std::optional<std::string> lacks_clspv(const Capabilities& c, std::uint32_t api_version) {
  if (api_version < VK_API_VERSION_1_2) return "Vulkan " + version_text(api_version) + " is before 1.2";
  for (const char* needed : {"variablePointersStorageBuffer", "variablePointers", "shaderInt64"}) {
    if (!c.has_feature(needed)) return no_feature(needed);
  }
  try {
    (void)Clspv::found();
  } catch (const DeviceError& e) {
    return e.what();
  }
  return std::nullopt;
}

std::optional<std::string> lacks(const Capabilities& c, std::uint32_t api_version, Ability ability) {
  switch (ability) {
    case Ability::opencl_c: return "Vulkan takes OpenCL C as clspv compiles it: clspv/...";
    case Ability::opencl_c_for_vulkan: return lacks_clspv(c, api_version);
    case Ability::spirv: return "Vulkan takes no kernels of OpenCL in SPIR-V";
    case Ability::f16: return c.f16.available ? std::nullopt : std::optional(no_feature("shaderFloat16"));
    case Ability::f64: return c.f64.available ? std::nullopt : std::optional(no_feature("shaderFloat64"));
    case Ability::exact_divide_sqrt: return "clspv has no -cl-fp32-correctly-rounded-divide-sqrt";
    case Ability::extended_bit_ops: return "OpenCL C 1.2 on Vulkan has no cl_khr_extended_bit_ops";
    case Ability::packed_dot_products:
    case Ability::vector_dot_products: return "OpenCL C 1.2 on Vulkan has no cl_khr_integer_dot_product";
  }
  return std::nullopt;
}

std::uint64_t largest_heap(const VkPhysicalDeviceMemoryProperties& memory) {
  std::uint64_t largest = 0;
  for (std::uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
    if (i == VK_MAX_MEMORY_HEAPS) misreported("vkGetPhysicalDeviceMemoryProperties", "success", "it lists too many heaps");
    const VkMemoryHeap& heap = memory.memoryHeaps[i];
    if ((heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) largest = std::max<std::uint64_t>(largest, heap.size);
  }
  return largest;
}

// Returns whether there is device memory that the host reads as fast as its own.
bool shares_memory(const VkPhysicalDeviceMemoryProperties& memory) {
  constexpr VkMemoryPropertyFlags kShared = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT | VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                            VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    if ((memory.memoryTypes[i].propertyFlags & kShared) == kShared) return true;
  }
  return false;
}

}  // namespace

Features features_of(VkPhysicalDevice device) {
  Features there;
  there.in_11.pNext = &there.in_12;
  VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &there.in_11};
  vkGetPhysicalDeviceFeatures2(device, &all);
  there.core = all.features;
  Features wanted;
  for (const Feature& f : kFeatures) f.of(wanted) = f.of(there);
  return wanted;
}

std::vector<std::string> names(Features features) {
  std::vector<std::string> all;
  for (const Feature& f : kFeatures) {
    if (f.of(features) != VK_FALSE) all.emplace_back(f.name);
  }
  return all;
}

std::string options_without(Features features) {
  std::string options;
  for (const Feature& f : kFeatures) {
    if (f.of(features) == VK_FALSE && !f.without.empty()) options += " " + std::string(f.without);
  }
  return options;
}

Description described(VkPhysicalDevice device, const std::string& address) {
  const ending::Calling calling("vkGetPhysicalDeviceProperties2");
  const Properties p(device);
  Features features = features_of(device);
  VkPhysicalDeviceMemoryProperties memory{};
  vkGetPhysicalDeviceMemoryProperties(device, &memory);
  Description d{.identity = identity_of(p, address), .capabilities = {}};
  Capabilities& c = d.capabilities;
  c.environment = {1, 2};  // of OpenCL, as the specification states
  c.language = {1, 2};
  c.f16 = float_support(features.in_12.shaderFloat16 != VK_FALSE, p.floats.shaderSignedZeroInfNanPreserveFloat16,
                        p.floats.shaderRoundingModeRTZFloat16);
  c.f32 = float_support(true, p.floats.shaderSignedZeroInfNanPreserveFloat32, p.floats.shaderRoundingModeRTZFloat32);
  c.f64 = float_support(features.core.shaderFloat64 != VK_FALSE, p.floats.shaderSignedZeroInfNanPreserveFloat64,
                        p.floats.shaderRoundingModeRTZFloat64);
  c.extensions = extensions_of(device);
  c.features = names(features);
  append_controls(c.features, p.floats);
  if (has_sub_groups(p.sub_groups)) c.features.emplace_back("sub-groups");
  if (has_images(features.core)) c.features.emplace_back("images");
  c.shares_memory = shares_memory(memory);
  c.address_bits = 32;  // "those types are mapped to 32-bit integer types" (Pointer-Sized Types)
  c.global_memory = believable_memory("the largest memory heap", largest_heap(memory));
  c.largest_allocation =
      believable_memory("maxMemoryAllocationSize",
                        std::min<std::uint64_t>(p.allocation.maxMemoryAllocationSize, p.core.limits.maxStorageBufferRange));
  c.local_memory = p.core.limits.maxComputeSharedMemorySize;
  for (const Ability a : kAbilities) {
    if (std::optional<std::string> why = lacks(c, p.core.apiVersion, a)) c.lacks[a] = *std::move(why);
  }
  return d;
}

}  // namespace classay::vulkan
