// Implements the OpenCL back end: platforms and devices as ICDs list them, programs from source or SPIR-V.
#include "harness/device/device_name.h"
#include "harness/device/driver_call.h"
#include "harness/device/listing.h"
#include "harness/device/opencl/api.h"
#include "harness/device/opencl/description.h"
#include "harness/device/opencl/images.h"
#include "harness/device/opencl/ndrange.h"
#include "harness/device/opencl/stream.h"
#include "harness/device/registry.h"
#include "harness/process/libraries.h"
#include "harness/process/watch.h"

namespace classay {
namespace {

using opencl::checked;
using opencl::kBackendName;
using opencl::Listed;

std::vector<cl_platform_id> platforms() {
  opencl::require_library();
  const ending::Calling calling("clGetPlatformIDs");
  cl_uint count = 0;
  const cl_int error = clGetPlatformIDs(0, nullptr, &count);
  if (error == CL_PLATFORM_NOT_FOUND_KHR || (error == CL_SUCCESS && count == 0)) {
    throw DeviceError(Fault::unusable, "no OpenCL driver is installed: the ICD loader lists no platform (" +
                                           opencl::error_name(error) + "); on Debian, pocl-opencl-icd is one for the CPU");
  }
  checked(error, "clGetPlatformIDs");
  std::vector<cl_platform_id> all(believable_count("clGetPlatformIDs", count));
  checked(clGetPlatformIDs(count, all.data(), nullptr), "clGetPlatformIDs");
  return all;
}

// Empty if the platform has no device.
std::vector<cl_device_id> devices_of(cl_platform_id platform) {
  const ending::Calling calling("clGetDeviceIDs");
  cl_uint count = 0;
  const cl_int error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (error == CL_DEVICE_NOT_FOUND || (error == CL_SUCCESS && count == 0)) return {};
  checked(error, "clGetDeviceIDs");
  std::vector<cl_device_id> all(believable_count("clGetDeviceIDs", count));
  checked(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, all.data(), nullptr), "clGetDeviceIDs");
  return all;
}

Listing<Listed> listed_devices() {
  Listing<Listed> listing{.backend = kBackendName, .devices = {}, .troubles = {}};
  std::size_t p = 0;
  for (cl_platform_id platform : platforms()) {
    const std::string prefix = std::to_string(p++) + ":";
    try {
      std::size_t d = 0;
      for (cl_device_id device : devices_of(platform)) {
        listing.devices.push_back({platform, device, prefix + std::to_string(d++)});
      }
    } catch (const DeviceError& e) {
      listing.troubles.emplace_back(prefix + "-", e);
    }
  }
  return listing;
}

class OpenclDevice : public Device {
 public:
  explicit OpenclDevice(const Listed& listed) : device_(listed.device), description_(opencl::described(listed)) {
    const ending::Calling calling("clCreateContext");
    cl_int error = CL_SUCCESS;
    context_ = cl::Context(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
    ending::watch_again();
    checked(error, "clCreateContext");
  }

  const Description& description() const override { return description_; }

  std::unique_ptr<Program> build(const Module& module) override {
    return opencl::build(context_, device_, description_, module);
  }

  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override {
    return opencl::make_stream(context_, device_, description_.capabilities, program, description_.identity.type == "gpu",
                               slots);
  }

  bool reduces() const override { return true; }
  bool compiles_at_launch() const override { return listed_driver(description_.identity.platform).compiles_at_launch; }
  GroupLimits group_limits() const override { return opencl::group_limits(device_, description_.capabilities.environment); }

  std::vector<ImageFormat> image_formats(ImageUse use, ImageShape shape) override {
    return description_.capabilities.has_feature("images") ? opencl::image_formats(context_, use, shape)
                                                           : std::vector<ImageFormat>{};
  }

 private:
  cl_device_id device_;
  cl::Context context_;
  Description description_;
};

class OpenclBackend : public Backend {
 public:
  std::vector<Description> devices() override { return listed_devices().described(opencl::described); }

  std::unique_ptr<Device> open(const std::string& address) override {
    return std::make_unique<OpenclDevice>(listed_devices().at(address));
  }
};

// Reports a preloaded library, such as oclgrind, which is present from the start.
void tell_of_preloaded() {
  if (const void* const build = libraries::function_in(libraries::kThisProcess, "clBuildProgram"))
    ending::driver_is_at(build);
}

}  // namespace

std::unique_ptr<Backend> opencl_backend() {
  tell_of_preloaded();
  return std::make_unique<OpenclBackend>();
}

}  // namespace classay
