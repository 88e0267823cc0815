#define VOLK_IMPLEMENTATION
#include "harness/device/vulkan/calls.h"

#include <array>

#include "harness/process/watch.h"

namespace classay::vulkan {
namespace {

struct Code {
  VkResult result;
  std::string_view name;
  Fault fault = Fault::refused;
};
constexpr auto kCodes = std::to_array<Code>({
    {VK_SUCCESS, "VK_SUCCESS"},
    {VK_NOT_READY, "VK_NOT_READY"},
    {VK_TIMEOUT, "VK_TIMEOUT"},
    {VK_INCOMPLETE, "VK_INCOMPLETE"},
    {VK_ERROR_OUT_OF_HOST_MEMORY, "VK_ERROR_OUT_OF_HOST_MEMORY", Fault::out_of_resources},
    {VK_ERROR_OUT_OF_DEVICE_MEMORY, "VK_ERROR_OUT_OF_DEVICE_MEMORY", Fault::out_of_resources},
    {VK_ERROR_INITIALIZATION_FAILED, "VK_ERROR_INITIALIZATION_FAILED", Fault::unusable},
    {VK_ERROR_DEVICE_LOST, "VK_ERROR_DEVICE_LOST", Fault::lost},
    {VK_ERROR_MEMORY_MAP_FAILED, "VK_ERROR_MEMORY_MAP_FAILED", Fault::out_of_resources},
    {VK_ERROR_LAYER_NOT_PRESENT, "VK_ERROR_LAYER_NOT_PRESENT", Fault::unusable},
    {VK_ERROR_EXTENSION_NOT_PRESENT, "VK_ERROR_EXTENSION_NOT_PRESENT"},
    {VK_ERROR_FEATURE_NOT_PRESENT, "VK_ERROR_FEATURE_NOT_PRESENT"},
    {VK_ERROR_INCOMPATIBLE_DRIVER, "VK_ERROR_INCOMPATIBLE_DRIVER", Fault::unusable},
    {VK_ERROR_TOO_MANY_OBJECTS, "VK_ERROR_TOO_MANY_OBJECTS", Fault::out_of_resources},
    {VK_ERROR_FRAGMENTED_POOL, "VK_ERROR_FRAGMENTED_POOL", Fault::out_of_resources},
    {VK_ERROR_UNKNOWN, "VK_ERROR_UNKNOWN"},
    {VK_ERROR_OUT_OF_POOL_MEMORY, "VK_ERROR_OUT_OF_POOL_MEMORY", Fault::out_of_resources},
    {VK_ERROR_INVALID_SHADER_NV, "VK_ERROR_INVALID_SHADER_NV", Fault::build},
});

}  // namespace

std::string result_name(VkResult result) {
  for (const Code& code : kCodes) {
    if (code.result == result) return std::string(code.name);
  }
  return "result " + std::to_string(result);
}

void checked(VkResult result, const char* call) {
  if (result == VK_SUCCESS) return;
  Fault fault = Fault::refused;
  for (const Code& code : kCodes) {
    if (code.result == result) fault = code.fault;
  }
  throw DeviceError(fault, std::string(call) + ": " + result_name(result));
}

Instance::Instance() {
  const ending::Calling calling("vkCreateInstance");
  const VkResult loaded = volkInitialize();
  restore_after("loading libvulkan.so.1");
  if (loaded != VK_SUCCESS) {
    throw DeviceError(Fault::unusable, "Vulkan cannot be loaded: no libvulkan.so.1; on Debian, install libvulkan1");
  }
  const VkApplicationInfo application{
      .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .pApplicationName = "classay", .apiVersion = VK_API_VERSION_1_3};
  const VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &application};
  checked(vkCreateInstance(&info, nullptr, &instance_), "vkCreateInstance");
  if (instance_ == nullptr) misreported("vkCreateInstance", "VK_SUCCESS", "the result is VK_NULL_HANDLE");
  volkLoadInstance(instance_);
  restore_after("vkGetInstanceProcAddr");
  ending::watch_again();  // drivers are loaded with it
}

Instance::~Instance() {
  if (instance_ != nullptr) vkDestroyInstance(instance_, nullptr);
}

std::vector<VkPhysicalDevice> Instance::devices() const {
  const ending::Calling calling("vkEnumeratePhysicalDevices");
  std::uint32_t count = 0;
  checked(vkEnumeratePhysicalDevices(instance_, &count, nullptr), "vkEnumeratePhysicalDevices");
  std::vector<VkPhysicalDevice> all(believable_count("vkEnumeratePhysicalDevices", count));
  checked(vkEnumeratePhysicalDevices(instance_, &count, all.data()), "vkEnumeratePhysicalDevices");
  return all;
}

}  // namespace classay::vulkan
