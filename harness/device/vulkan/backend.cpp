#include <chrono>
#include <optional>
#include <span>

#include "harness/device/listing.h"
#include "harness/device/registry.h"
#include "harness/device/vulkan/clspv.h"
#include "harness/device/vulkan/description.h"
#include "harness/device/vulkan/images.h"
#include "harness/device/vulkan/program.h"

namespace classay {
namespace {

using namespace vulkan;  // NOLINT(google-build-using-namespace): of this file alone

// Options for every program:
//   CL3.0                               the functions of OpenCL C 2.0; kernels are inlined for 2.0 and later
//   -uniform-workgroup-size             whole work-groups, so that launches need no regions
//   -module-constants-in-storage-buffer tables in a buffer, not in each work-item's own memory
//   -global-offset-push-constant        passes the first work-item of a launch
//   -w                                  suppresses the library's own warnings in the log
// By default, plain arguments go into push constants too, as long as they fit.
constexpr const char* kAlways =
    "-cl-std=CL3.0 -inline-entry-points -uniform-workgroup-size -module-constants-in-storage-buffer "
    "-global-offset-push-constant -spv-version=1.3 -w";

std::string options_for(const Module& module, const Features& features) {
  std::string options = kAlways + options_without(features);
  return module.options.empty() ? options : options + " " + module.options;
}

class VulkanDevice : public Device {
 public:
  VulkanDevice(std::shared_ptr<Instance> instance, VkPhysicalDevice physical, Description description)
      : description_(std::move(description)), opened_(std::make_shared<Opened>(std::move(instance), physical)) {}

  const Description& description() const override { return description_; }

  // A SPIR-V module must come from clspv, with its reflection.
  std::unique_ptr<Program> build(const Module& module) override {
    const auto start = std::chrono::steady_clock::now();
    const auto seconds = [&] {
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      return took.count();
    };
    if (!module.il.empty()) return std::make_unique<VulkanProgram>(opened_, module.il, "", seconds());
    if (!compiler_) compiler_ = Clspv::found();
    Clspv::Compiled made = compiler_->compiled(module.source, options_for(module, opened_->features()));
    return std::make_unique<VulkanProgram>(opened_, made.module, std::move(made.log), seconds());
  }

  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override {
    return make_stream(dynamic_cast<VulkanProgram&>(program), slots, {.has_watchdog = description_.identity.type == "gpu"});
  }

  bool reduces() const override { return true; }

  std::vector<ImageFormat> image_formats(ImageUse use, ImageShape shape) override {
    return capabilities().has_feature("images") ? vulkan::image_formats(*opened_, use, shape) : std::vector<ImageFormat>{};
  }

  GroupLimits group_limits() const override {
    const VkPhysicalDeviceLimits& limits = opened_->limits();
    const std::span<const std::uint32_t, 3> sizes(limits.maxComputeWorkGroupSize);
    return {.items = limits.maxComputeWorkGroupInvocations, .sizes = {sizes[0], sizes[1], sizes[2]}, .takes_ranges = true};
  }

 private:
  Description description_;
  std::shared_ptr<Opened> opened_;
  std::optional<Clspv> compiler_;
};

struct Listed {
  VkPhysicalDevice physical = nullptr;
  std::string address;
};

class VulkanBackend : public Backend {
 public:
  std::vector<Description> devices() override {
    return listed().described([](const Listed& l) { return described(l.physical, l.address); });
  }

  std::unique_ptr<Device> open(const std::string& address) override {
    const Listing<Listed> all = listed();
    const Listed& found = all.at(address);
    return std::make_unique<VulkanDevice>(instance_, found.physical, described(found.physical, found.address));
  }

 private:
  Listing<Listed> listed() {
    if (!instance_) instance_ = std::make_shared<Instance>();
    Listing<Listed> listing{.backend = kName};
    for (VkPhysicalDevice physical : instance_->devices()) {
      listing.devices.push_back({physical, "vk:" + std::to_string(listing.devices.size())});
    }
    return listing;
  }

  std::shared_ptr<Instance> instance_;
};

}  // namespace

std::unique_ptr<Backend> vulkan_backend() { return std::make_unique<VulkanBackend>(); }

}  // namespace classay
