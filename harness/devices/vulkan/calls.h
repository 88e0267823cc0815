// Vulkan's calls as this folder makes them: found in the loader when the program runs (volk), checked, and with owners for
// what they create. The instance is made when it is first needed, and never before a fork.
#pragma once

#include <volk.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/devices/backend.h"
#include "harness/devices/driver_call.h"

namespace classay::vulkan {

// A call through volk's pointer, as every call of a driver is made (harness/devices/driver_call.h).
template <auto* kFunction>
struct Call {
  const char* name;
  template <class... Arguments>
  auto operator()(Arguments... arguments) const {
    return call_driver(name, *kFunction, arguments...);
  }
};

// In front of volk's own names.
// NOLINTBEGIN(readability-identifier-naming): they are Vulkan's
#define CLASSAY_VULKAN_CALL(name) inline constexpr Call<&::name> name{#name};
#include "harness/devices/vulkan/calls.def"
#undef CLASSAY_VULKAN_CALL
// NOLINTEND(readability-identifier-naming)

std::string result_name(VkResult result);

// Throws a DeviceError that names the call and the result, with the fault that the result stands for.
void checked(VkResult result, const char* call);

// The loader, and what it knows of drivers.
class Instance {
 public:
  Instance();  // throws DeviceError(unusable) when there is no loader, or no driver
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  std::vector<VkPhysicalDevice> devices() const;

 private:
  VkInstance instance_ = nullptr;
};

// What the device made, given back to it. `kDestroy`: volk's variable of the call that does it.
template <class Handle, auto* kDestroy>
class Owned {
 public:
  Owned() = default;
  Owned(VkDevice device, Handle handle) : device_(device), handle_(handle) {}
  Owned(Owned&& other) noexcept : device_(other.device_), handle_(std::exchange(other.handle_, Handle{})) {}
  Owned& operator=(Owned&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(handle_, other.handle_);
    return *this;
  }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (handle_ != Handle{}) (*kDestroy)(device_, handle_, nullptr);
  }
  Handle get() const { return handle_; }

 private:
  VkDevice device_ = nullptr;
  Handle handle_{};
};

using BufferHandle = Owned<VkBuffer, &vkDestroyBuffer>;
using Memory = Owned<VkDeviceMemory, &vkFreeMemory>;
using Shader = Owned<VkShaderModule, &vkDestroyShaderModule>;
using SetLayout = Owned<VkDescriptorSetLayout, &vkDestroyDescriptorSetLayout>;
using Layout = Owned<VkPipelineLayout, &vkDestroyPipelineLayout>;
using Pipeline = Owned<VkPipeline, &vkDestroyPipeline>;
using DescriptorPool = Owned<VkDescriptorPool, &vkDestroyDescriptorPool>;
using CommandPool = Owned<VkCommandPool, &vkDestroyCommandPool>;
using QueryPool = Owned<VkQueryPool, &vkDestroyQueryPool>;
using Fence = Owned<VkFence, &vkDestroyFence>;

// `created<Shader>(vkCreateShaderModule, "vkCreateShaderModule", device, info)`
template <class Owner, class Create, class Info>
Owner created(Create create, const char* call, VkDevice device, const Info& info) {
  decltype(std::declval<Owner>().get()) handle{};
  checked(create(device, &info, nullptr, &handle), call);
  if (handle == decltype(handle){}) misreported(call, "VK_SUCCESS", "what it made is VK_NULL_HANDLE");
  return {device, handle};
}

}  // namespace classay::vulkan
