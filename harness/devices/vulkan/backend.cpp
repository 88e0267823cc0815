#include "harness/devices/vulkan/backend.h"

#include <chrono>
#include <optional>

#include "harness/devices/called.h"
#include "harness/devices/vulkan/clspv.h"
#include "harness/devices/vulkan/description.h"
#include "harness/devices/vulkan/program.h"
#include "harness/devices/vulkan/stream.h"

namespace classay {
namespace {

using namespace vulkan;

// What every program is compiled with:
//   CL3.0                               the functions that OpenCL C 2.0 brought; kernels are inlined for 2.0 and later
//   -uniform-workgroup-size             whole groups, so that nothing has to be told of regions
//   -module-constants-in-storage-buffer tables in a buffer, and not in each work-item's own memory
//   -global-offset-push-constant        with which work-item a launch begins
//   -w                                  the library's own warnings fill the log
// Plain arguments go into push constants beside that, as long as they fit and nothing else is said.
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

  // A module in SPIR-V is one that clspv made, with its reflection.
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
    return make_stream(dynamic_cast<VulkanProgram&>(program), slots);
  }

 private:
  Description description_;
  std::shared_ptr<Opened> opened_;
  std::optional<Clspv> compiler_;
};

class VulkanBackend : public Backend {
 public:
  std::vector<Description> devices() override {
    std::vector<Description> all;
    for (VkPhysicalDevice physical : instance().devices()) all.push_back(described(physical, std::to_string(all.size())));
    return all;
  }

  std::unique_ptr<Device> open(const std::string& wanted) override {
    struct Known {
      VkPhysicalDevice physical;
      Description description;
    };
    std::vector<Known> all;
    std::string known;
    for (VkPhysicalDevice physical : instance().devices()) {
      all.push_back({physical, described(physical, std::to_string(all.size()))});
      const Identity& id = all.back().description.identity;
      if (wanted.empty() || wanted == id.address) return opened(physical, all.back().description);
      known += "\n" + choice(id.address, id.name, id.platform);
    }
    const std::vector<Known> fitting = meant(all, [&](const Known& d) {
      const Identity& id = d.description.identity;
      return called(wanted, id.name, id.platform, id.version);
    });
    if (fitting.size() == 1) return opened(fitting.front().physical, fitting.front().description);
    const std::string problem = fitting.empty() ? "no device fits '" : "more than one device fits '";
    throw DeviceError(Fault::unusable, problem + wanted + "'; there are:" + (known.empty() ? " none" : known));
  }

 private:
  Instance& instance() {
    if (!instance_) instance_ = std::make_shared<Instance>();
    return *instance_;
  }
  std::unique_ptr<Device> opened(VkPhysicalDevice physical, const Description& description) {
    return std::make_unique<VulkanDevice>(instance_, physical, description);
  }

  std::shared_ptr<Instance> instance_;
};

}  // namespace

std::unique_ptr<Backend> vulkan_backend() { return std::make_unique<VulkanBackend>(); }

}  // namespace classay
