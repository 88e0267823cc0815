// Checks what is read of an output that a reduction processed: the guard in front of it, and the bytes that only a guard
// behind it fills. All else stays on the device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "harness/device/backend.h"
#include "harness/device/driver_call.h"
#include "harness/device/poison.h"

namespace classay {

// Fills host memory with a word, which lies at index 0.
inline void fill(std::span<std::byte> host, std::uint32_t word) {
  for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<std::byte>(word >> i % sizeof word * 8);
}

// Content of host memory before a guard is read: if the last word still holds it, the read did not happen.
constexpr std::uint32_t unread(std::uint32_t poison) { return ~poison; }

// Throws DeviceError(misreported) if the memory was filled with unread(poison), and the copy did not change its end.
inline void require_read(std::span<const std::byte> bytes, std::uint32_t poison, std::string_view call,
                         std::string_view success) {
  if (bytes.size() < sizeof poison) return;
  const std::size_t last = bytes.size() - sizeof poison;
  if (is_untouched(bytes.subspan(last), last, unread(poison))) misreported(call, success, "not all was read");
}

// Appends an output: the bytes beyond those that only the reduction read.
inline void add_reduced_output(Finished& finished, std::span<const std::byte> guard, std::span<const std::byte> beyond,
                               std::uint32_t poison) {
  finished.wrote_before = finished.wrote_before || !is_untouched(guard, 0, poison);
  finished.outputs.push_back(beyond);
}

}  // namespace classay
