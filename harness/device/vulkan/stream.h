// Runs launches of a Vulkan program through slots.
#pragma once

#include <memory>

#include "harness/device/vulkan/program.h"

namespace classay::vulkan {

std::unique_ptr<Stream> make_stream(VulkanProgram& program, std::size_t slots);

}  // namespace classay::vulkan
