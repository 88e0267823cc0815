// Holds an open Vulkan device: its queues, its memory, its limits.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "harness/device/vulkan/calls.h"
#include "harness/device/vulkan/description.h"

namespace classay::vulkan {

// A buffer with memory of its own, and its address for the host.
struct Buffer {
  Memory memory;  // must outlive the handle
  BufferHandle handle;
  std::byte* host = nullptr;  // nullptr: not visible
  std::size_t bytes = 0;
};

// The main use of a buffer: on the device, for data to the device, or for data to the host.
enum class Where : std::uint8_t { device, to_device, to_host };

class Opened {
 public:
  Opened(std::shared_ptr<Instance> instance, VkPhysicalDevice physical);
  ~Opened();
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  VkDevice get() const { return device_; }
  VkPhysicalDevice physical() const { return physical_; }
  VkQueue queue() const { return queue_; }
  // Copies on it do not wait for launches, if the device has more than one queue of the family.
  VkQueue copies() const { return copies_; }
  std::uint32_t family() const { return family_; }
  const VkPhysicalDeviceLimits& limits() const { return limits_; }
  const Features& features() const { return features_; }
  bool has_clock() const { return clock_bits_ > 0; }
  std::uint32_t clock_bits() const { return clock_bits_; }  // valid bits of a timestamp
  // Allocates at least one word. If the device's memory is the host's, the host sees `device` buffers too.
  Buffer buffer(std::size_t bytes, VkBufferUsageFlags usage, Where where) const;
  Memory memory_of(VkImage image) const;

 private:
  Memory allocated(const VkMemoryRequirements& needed, std::uint32_t type) const;
  std::uint32_t memory_type(std::uint32_t possible, Where where) const;

  std::shared_ptr<Instance> instance_;
  VkPhysicalDevice physical_;
  Features features_;
  VkPhysicalDeviceLimits limits_{};
  VkPhysicalDeviceMemoryProperties memory_{};
  std::uint32_t family_ = 0;
  std::uint32_t clock_bits_ = 0;
  VkDevice device_ = nullptr;
  VkQueue queue_ = nullptr;
  VkQueue copies_ = nullptr;
};

}  // namespace classay::vulkan
