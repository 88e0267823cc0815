// Holds a module on a device, with its reflection, and its kernels as pipelines. Makes the stream that runs its launches.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <utility>

#include "harness/device/vulkan/opened.h"
#include "harness/device/vulkan/reflection.h"

namespace classay::vulkan {

struct Binding {
  std::uint32_t set = 0;
  std::uint32_t binding = 0;
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
};

// The properties of a launch that a pipeline contains.
struct Fixed {
  std::array<std::uint32_t, 3> group{1, 1, 1};
  std::uint32_t dimensions = 1;
  auto operator<=>(const Fixed&) const = default;
};

// A kernel for one work-group size and number of dimensions.
struct Prepared {
  std::vector<SetLayout> sets;
  Layout layout;
  Pipeline pipeline;
};

class VulkanProgram : public Program {
 public:
  // Throws DeviceError(build) if the module is not valid. `log` and `seconds`: from the compiler that made it.
  VulkanProgram(std::shared_ptr<Opened> device, const std::vector<std::uint32_t>& module, std::string log, double seconds);

  const std::string& log() const override { return log_; }
  double build_seconds() const override { return seconds_; }

  const std::shared_ptr<Opened>& device() const { return device_; }
  const Reflection& reflection() const { return reflection_; }
  const std::vector<Buffer>& constants() const { return constants_; }  // in the order of the reflection
  const Kernel& kernel(const std::string& name) const;                 // throws DeviceError(refused)
  std::vector<Binding> bindings(const Kernel& kernel) const;           // each once
  // Made at the first call for these two.
  const Prepared& prepared(const Kernel& kernel, const Fixed& fixed);

 private:
  Prepared prepare(const Kernel& kernel, const Fixed& fixed) const;
  void add_sets(Prepared& made, const Kernel& kernel) const;

  std::shared_ptr<Opened> device_;
  Reflection reflection_;
  std::string log_;
  double seconds_;
  Shader shader_;
  std::vector<Buffer> constants_;
  std::map<std::pair<std::string, Fixed>, Prepared> prepared_;
};

struct StreamOptions {
  bool has_watchdog = false;   // launches are split by time (harness/device/launch_grid.h)
  bool reads_in_place = true;  // false: outputs are copied, also if the host sees the device's memory
};

// Runs launches of a Vulkan program through slots.
std::unique_ptr<Stream> make_stream(VulkanProgram& program, std::size_t slots, const StreamOptions& options);

}  // namespace classay::vulkan
