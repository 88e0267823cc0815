// Runs launches of a Vulkan program through slots.
#pragma once

#include <memory>

#include "harness/device/vulkan/program.h"

namespace classay::vulkan {

std::unique_ptr<Stream> make_stream(VulkanProgram& program, std::size_t slots);

// Divides work-items into whole work-groups. A remainder gets one more work-group that ends with the last work-item. That
// group repeats some work-items, with the same results. The alternatives are worse: a smaller group needs another pipeline
// to be compiled, and surplus work-items would write outside of the output.
struct Division {
  std::uint32_t group = 1;
  std::uint32_t groups = 1;
  std::uint32_t last_begins = 0;  // the first work-item of that group; 0: without a remainder
};
Division division(std::uint64_t items, std::uint32_t largest_group, std::uint32_t most_groups);

}  // namespace classay::vulkan
