// Holds the memory, the events and the command lists of one launch. Private to this folder.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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

inline constexpr std::size_t kGuard = 4096;  // bytes in front of each output, a multiple of any pattern

// Events of one pool.
struct Events {
  OwnedPool pool;  // must outlive the events
  std::vector<OwnedEvent> all;
  // Makes at least this many. Precondition: no command will signal those that exist.
  void reserve(const Engine& engine, std::size_t count);
};

struct Slot {
  std::vector<Memory> outputs;  // a guard, then the kernel's part
  std::vector<Memory> inputs;
  std::vector<std::size_t> bytes;  // sizes of the outputs of the launch in flight
  std::uint32_t poison = 0;        // content of the outputs before it
  Memory reduced;                  // output of the reduction
  std::size_t reduced_bytes = 0;   // 0: the launch has none
  std::vector<std::size_t> used;   // for each output: the bytes that only the reduction reads
  std::string name;                // the kernel's
  std::uint64_t items = 0;
  std::size_t pieces = 0;
  Events pieces_done;
  Events ready;                  // one event: all outputs are visible to the host
  std::vector<OwnedList> lists;  // only with queued lists: one for each piece
};

// A part of an output.
struct Bytes {
  std::size_t first = 0;
  std::size_t count = 0;
};

// Returns the parts of an output that are read after a reduction: the guard, and the bytes beyond the used ones.
inline std::array<Bytes, 2> parts_read(const Slot& slot, std::size_t output) {
  const std::size_t used = slot.used.at(output);
  return {{{0, kGuard}, {kGuard + used, slot.bytes[output] - used}}};
}

}  // namespace classay::level_zero
