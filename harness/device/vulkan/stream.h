// Runs launches of a Vulkan program through slots.
#pragma once

#include <memory>

#include "harness/device/vulkan/program.h"

namespace classay::vulkan {

struct StreamOptions {
  bool has_watchdog = false;   // launches are split by time (harness/device/launch_grid.h)
  bool reads_in_place = true;  // false: outputs are copied, also if the host sees the device's memory
};

std::unique_ptr<Stream> make_stream(VulkanProgram& program, std::size_t slots, const StreamOptions& options);

}  // namespace classay::vulkan
