#include "harness/device/vulkan/opened.h"

#include <algorithm>
#include <array>
#include <vector>

#include "harness/process/watch.h"

namespace classay::vulkan {
namespace {

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kSeen = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kReadFast = kSeen | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

// Returns the desired memory properties, the best first; every device has the last.
std::array<VkMemoryPropertyFlags, 3> wishes(Where where) {
  switch (where) {
    case Where::device: return {kLocal | kReadFast, kLocal, 0};
    case Where::to_device: return {kSeen | kLocal, kSeen, kSeen};
    case Where::to_host: return {kReadFast, kSeen, kSeen};
  }
  return {};
}

struct Family {
  std::uint32_t index = 0;
  std::uint32_t clock_bits = 0;
  std::uint32_t queues = 1;
};

Family compute_family(VkPhysicalDevice physical) {
  std::uint32_t count = 0;
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> all(believable_count("vkGetPhysicalDeviceQueueFamilyProperties", count));
  vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, all.data());
  for (std::uint32_t i = 0; i < count; ++i) {
    if ((all[i].queueFlags & VK_QUEUE_COMPUTE_BIT) != 0) return {i, all[i].timestampValidBits, all[i].queueCount};
  }
  throw DeviceError(Fault::unusable, "the device has no queue that computes");
}

}  // namespace

Opened::Opened(std::shared_ptr<Instance> instance, VkPhysicalDevice physical)
    : instance_(std::move(instance)), physical_(physical), features_(features_of(physical)) {
  const ending::Calling calling("vkCreateDevice");
  VkPhysicalDeviceProperties properties{};
  vkGetPhysicalDeviceProperties(physical, &properties);
  limits_ = properties.limits;
  vkGetPhysicalDeviceMemoryProperties(physical, &memory_);
  const Family family = compute_family(physical);
  family_ = family.index;
  clock_bits_ = family.clock_bits;
  constexpr std::array<float, 2> kPriorities{1, 1};
  const VkDeviceQueueCreateInfo queue{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                      .queueFamilyIndex = family_,
                                      .queueCount = family.queues > 1 ? 2U : 1U,
                                      .pQueuePriorities = kPriorities.data()};
  Features wanted = features_;
  wanted.in_11.pNext = &wanted.in_12;
  const VkPhysicalDeviceFeatures2 asked{
      .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, .pNext = &wanted.in_11, .features = wanted.core};
  const VkDeviceCreateInfo info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                .pNext = &asked,
                                .queueCreateInfoCount = 1,
                                .pQueueCreateInfos = &queue};
  checked(vkCreateDevice(physical, &info, nullptr, &device_), "vkCreateDevice");
  if (device_ == nullptr) misreported("vkCreateDevice", "VK_SUCCESS", "the result is VK_NULL_HANDLE");
  vkGetDeviceQueue(device_, family_, 0, &queue_);
  vkGetDeviceQueue(device_, family_, queue.queueCount - 1, &copies_);
  ending::watch_again();
}

Opened::~Opened() {
  if (device_ != nullptr) vkDestroyDevice(device_, nullptr);
}

std::uint32_t Opened::memory_type(std::uint32_t possible, Where where) const {
  for (const VkMemoryPropertyFlags wish : wishes(where)) {
    for (std::uint32_t i = 0; i < memory_.memoryTypeCount; ++i) {
      const bool fits = (memory_.memoryTypes[i].propertyFlags & wish) == wish;
      if ((possible >> i & 1) != 0 && fits) return i;
    }
  }
  throw DeviceError(Fault::refused, "vkGetPhysicalDeviceMemoryProperties: no memory of a type that is needed");
}

Memory Opened::allocated(const VkMemoryRequirements& needed, std::uint32_t type) const {
  const VkMemoryAllocateInfo allocation{
      .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needed.size, .memoryTypeIndex = type};
  return created<Memory>(vkAllocateMemory, "vkAllocateMemory", device_, allocation);
}

Memory Opened::memory_of(VkImage image) const {
  VkMemoryRequirements needed{};
  vkGetImageMemoryRequirements(device_, image, &needed);
  return allocated(needed, memory_type(needed.memoryTypeBits, Where::device));
}

Buffer Opened::buffer(std::size_t bytes, VkBufferUsageFlags usage, Where where) const {
  const ending::Calling calling("vkAllocateMemory");
  Buffer b{.bytes = std::max<std::size_t>((bytes + 3) / 4 * 4, 4)};
  const VkBufferCreateInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                .size = b.bytes,
                                .usage = usage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                .sharingMode = VK_SHARING_MODE_EXCLUSIVE};
  b.handle = created<BufferHandle>(vkCreateBuffer, "vkCreateBuffer", device_, info);
  VkMemoryRequirements needed{};
  vkGetBufferMemoryRequirements(device_, b.handle.get(), &needed);
  const std::uint32_t type = memory_type(needed.memoryTypeBits, where);
  b.memory = allocated(needed, type);
  checked(vkBindBufferMemory(device_, b.handle.get(), b.memory.get(), 0), "vkBindBufferMemory");
  if ((memory_.memoryTypes[type].propertyFlags & kSeen) == kSeen) {
    void* host = nullptr;
    checked(vkMapMemory(device_, b.memory.get(), 0, VK_WHOLE_SIZE, 0, &host), "vkMapMemory");
    if (host == nullptr) misreported("vkMapMemory", "VK_SUCCESS", "the address is NULL");
    b.host = static_cast<std::byte*>(host);
  }
  return b;
}

}  // namespace classay::vulkan
