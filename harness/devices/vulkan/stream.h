// Launches of a program of Vulkan, through slots.
#pragma once

#include <memory>

#include "harness/devices/vulkan/program.h"

namespace classay::vulkan {

std::unique_ptr<Stream> make_stream(VulkanProgram& program, std::size_t slots);

// How a number of work-items is divided: whole groups from the first on, and, where something is left over, one more group
// that ends with the last work-item. It does some again that were done already, and gives the same for them: groups of a
// size of their own would be another pipeline to compile, and work-items that are none would write where nothing is theirs.
struct Division {
  std::uint32_t group = 1;
  std::uint32_t groups = 1;
  std::uint32_t last_begins = 0;  // the work-item with which that group begins; 0: there is none
};
Division division(std::uint64_t items, std::uint32_t largest_group, std::uint32_t most_groups);

}  // namespace classay::vulkan
