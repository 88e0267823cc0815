// Prepares one kernel of a launch: work-groups, pipelines, descriptors and push constants. A launch has one for its kernel
// and, with a reduction, one for the second kernel. It keeps its memory from launch to launch.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/device/backend.h"
#include "harness/device/launch_grid.h"
#include "harness/device/vulkan/calls.h"
#include "harness/device/vulkan/images.h"
#include "harness/device/vulkan/opened.h"
#include "harness/device/vulkan/program.h"
#include "harness/device/vulkan/reflection.h"

namespace classay::vulkan {

// Divides work-items into whole work-groups of one size, as modules of clspv require. A remainder gets one more work-group
// that ends with the last work-item. That group repeats some work-items, with the same results. The alternatives are worse:
// a smaller group needs another pipeline to be compiled, and surplus work-items would write outside of the output.
struct Division {
  std::uint32_t group = 1;
  std::uint32_t groups = 1;
  std::uint32_t last_begins = 0;  // the first work-item of that group; 0: without a remainder
};
Division division(std::uint64_t items, std::uint32_t largest_group, std::uint32_t most_groups);

// Returns the work-groups of a range: the ones that it names, or else the largest whole ones of up to 256 work-items. Throws
// DeviceError(refused) if they are not whole, or too large or too many for the device.
struct RangeDivision {
  std::array<std::uint32_t, 3> group{1, 1, 1};
  std::array<std::uint32_t, 3> groups{1, 1, 1};
  std::array<std::uint32_t, 3> first{};
};
RangeDivision division(const Range& range, const VkPhysicalDeviceLimits& limits);

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
