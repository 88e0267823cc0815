// Wraps Vulkan's calls: found in the loader at run time (volk), checked, and with owners for the objects that they create.
// The instance is created at the first use, and never before a fork.
#pragma once

#include <volk.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/device/backend.h"
#include "harness/device/driver_call.h"

namespace classay::vulkan {

// A call through volk's pointer, made as every driver call is (harness/device/driver_call.h).
template <auto* kFunction>
struct Call {
  const char* name;
  template <class... Arguments>
  auto operator()(Arguments... arguments) const {
    return call_driver(name, *kFunction, arguments...);
  }
};

// These names hide volk's own.
// NOLINTBEGIN(readability-identifier-naming): they are Vulkan's
#define CLASSAY_VULKAN_CALL(name) inline constexpr Call<&::name> name{#name};
#include "harness/device/vulkan/calls.def"
#undef CLASSAY_VULKAN_CALL
// NOLINTEND(readability-identifier-naming)

std::string result_name(VkResult result);

// Throws a DeviceError with the name of the call and of the result, and the result's fault.
void checked(VkResult result, const char* call);

// The loader and the drivers that it lists.
class Instance {
 public:
  Instance();  // throws DeviceError(unusable) without a loader or a driver
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  std::vector<VkPhysicalDevice> devices() const;

 private:
  VkInstance instance_ = nullptr;
};

// Owns an object of the device. `kDestroy`: volk's variable of the call that destroys it.
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
using ImageHandle = Owned<VkImage, &vkDestroyImage>;
using ImageView = Owned<VkImageView, &vkDestroyImageView>;
using SamplerHandle = Owned<VkSampler, &vkDestroySampler>;

// Example: `created<Shader>(vkCreateShaderModule, "vkCreateShaderModule", device, info)`
template <class Owner, class Create, class Info>
Owner created(Create create, const char* call, VkDevice device, const Info& info) {
  decltype(std::declval<Owner>().get()) handle{};
  checked(create(device, &info, nullptr, &handle), call);
  if (handle == decltype(handle){}) misreported(call, "VK_SUCCESS", "the result is VK_NULL_HANDLE");
  return {device, handle};
}

}  // namespace classay::vulkan
