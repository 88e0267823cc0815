// Holds memory of the Level Zero back end. Private to this folder.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "harness/device/level_zero/stream.h"
#include "harness/device/poison.h"

namespace classay::level_zero {

// Memory that the host and the device see: one allocation if they share memory, two if not.
class Memory {
 public:
  Memory() = default;
  Memory(const Engine& engine, std::size_t bytes) : Memory() {
    context_ = engine.context;
    capacity_ = std::max<std::size_t>(bytes, 1);
    const HostMemoryDesc host_desc;
    zeMemAllocHost(**context_, &host_desc, capacity_, kLongestPattern, &host_);
    device_ = made_by("zeMemAllocHost", host_);
    if (engine.shares_memory) return;
    const DeviceMemoryDesc device_desc;
    device_ = nullptr;
    zeMemAllocDevice(**context_, &device_desc, capacity_, kLongestPattern, engine.device, &device_);
    made_by("zeMemAllocDevice", device_);
  }
  Memory(Memory&& other) noexcept { *this = std::move(other); }
  Memory& operator=(Memory&& other) noexcept {
    std::swap(context_, other.context_);
    std::swap(host_, other.host_);
    std::swap(device_, other.device_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() {
    if (device_ != nullptr && device_ != host_) (void)zeMemFree.code({}, **context_, device_);
    if (host_ != nullptr) (void)zeMemFree.code({}, **context_, host_);
  }

  std::byte* host() const { return static_cast<std::byte*>(host_); }
  std::byte* device() const { return static_cast<std::byte*>(device_); }
  std::size_t capacity() const { return capacity_; }

 private:
  std::shared_ptr<OwnedContext> context_;
  void* host_ = nullptr;
  void* device_ = nullptr;
  std::size_t capacity_ = 0;
};

}  // namespace classay::level_zero
