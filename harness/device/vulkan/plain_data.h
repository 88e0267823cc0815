// Computes where a kernel expects the scalars of a launch, and its samplers' masks: in a buffer, or in push constants.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/device/backend.h"
#include "harness/device/vulkan/reflection.h"

namespace classay::vulkan {

// Returns the offset of a binding in a buffer of plain data, where each binding of a kernel has its own part.
std::size_t room_of(const Kernel& kernel, std::uint32_t set, std::uint32_t binding);

// Returns the content of the buffer, or of the push constants. Throws DeviceError if the kernel takes other arguments.
std::vector<std::byte> plain_data(const Launch& launch, const Kernel& kernel, bool is_push);

}  // namespace classay::vulkan
