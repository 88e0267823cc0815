// Prepares one kernel of a launch: work-groups, pipelines, descriptors and push constants. A launch has one for its kernel
// and, with a reduction, one for the second kernel. It keeps its memory from launch to launch.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/device/launch_grid.h"
#include "harness/device/vulkan/images.h"
#include "harness/device/vulkan/opened.h"
#include "harness/device/vulkan/program.h"

namespace classay::vulkan {

// The arguments of a kernel that are not plain data.
struct Arguments {
  std::vector<VkDescriptorBufferInfo> buffers;  // outputs, then inputs
  const LaunchImages* images = nullptr;         // nullptr: it takes none
};

// Returns whether work-groups of the launch can begin at multiples of this number of work-items.
bool can_begin_at(std::uint64_t length, const Launch& launch, const VulkanProgram& program);

// A command: work-groups of one size that begin at one work-item.
struct Step {
  const Prepared* prepared = nullptr;
  std::array<std::uint32_t, 3> groups{1, 1, 1};
  std::vector<std::byte> push;
};

class Dispatch {
 public:
  // Precondition: the launch before has ended. Throws DeviceError for a launch that does not fit the kernel or the device.
  void prepare(VulkanProgram& program, const Launch& launch, const Arguments& arguments, std::span<const Piece> pieces);
  // Records a piece. A barrier follows each command.
  void record(VkCommandBuffer commands, std::size_t piece) const;

 private:
  void open(const Opened& device);
  void bind(const VulkanProgram& program, const Launch& launch, const Kernel& kernel, const Arguments& arguments);
  VkDescriptorBufferInfo place_of(const VulkanProgram& program, const Kernel& kernel, const Arguments& arguments,
                                  const Binding& b) const;

  DescriptorPool pool_;
  Buffer plain_;
  std::vector<VkDescriptorSet> sets_;
  std::vector<std::vector<Step>> pieces_;
};

// Makes all previous writes visible to all later commands and to the host.
void barrier(VkCommandBuffer commands);

}  // namespace classay::vulkan
