// OpenCL behind the backend seam: platforms and devices as ICDs list them, programs from source or SPIR-V.
#include <dlfcn.h>

#include <algorithm>
#include <utility>

#include "harness/devices/called.h"
#include "harness/devices/opencl_description.h"
#include "harness/devices/opencl_library.h"
#include "harness/devices/opencl_stream.h"
#include "harness/ending/watch.h"

namespace classay {
namespace {

using opencl::checked;
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
  std::vector<cl_platform_id> all(count);
  checked(clGetPlatformIDs(count, all.data(), nullptr), "clGetPlatformIDs");
  return all;
}

// Empty where a platform has no device.
std::vector<cl_device_id> devices_of(cl_platform_id platform) {
  const ending::Calling calling("clGetDeviceIDs");
  cl_uint count = 0;
  const cl_int error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, nullptr, &count);
  if (error == CL_DEVICE_NOT_FOUND || (error == CL_SUCCESS && count == 0)) return {};
  checked(error, "clGetDeviceIDs");
  std::vector<cl_device_id> all(count);
  checked(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, count, all.data(), nullptr), "clGetDeviceIDs");
  return all;
}

// One driver that fails does not take the others with it: in its place stands what went wrong.
struct Listing {
  std::vector<Listed> devices;
  std::vector<std::pair<std::string, DeviceError>> troubles;  // by address, where '-' stands for all devices of a platform
};

Listing listed_devices() {
  Listing listing;
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

Description in_trouble(const std::string& address, const DeviceError& why) {
  Description d{.identity = {.address = address, .trouble = why.what()}, .capabilities = {}};
  for (const Ability a : kAbilities) d.capabilities.lacks[a] = "it can not be described";
  return d;
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
    return opencl::make_stream(context_, device_, description_.capabilities, program, slots);
  }

 private:
  cl_device_id device_;
  cl::Context context_;
  Description description_;
};

class OpenclBackend : public Backend {
 public:
  std::vector<Description> devices() override {
    const Listing listing = listed_devices();
    std::vector<Description> all;
    for (const Listed& l : listing.devices) {
      try {
        all.push_back(opencl::described(l));
      } catch (const DeviceError& e) {
        all.push_back(in_trouble(l.address, e));
      }
    }
    for (const auto& [address, error] : listing.troubles) all.push_back(in_trouble(address, error));
    return all;
  }

  // By platform:device, or by what people call it (called.h), where that is one device only.
  std::unique_ptr<Device> open(const std::string& wanted) override {
    const Listing listing = listed_devices();
    for (const Listed& l : listing.devices) {
      if (wanted.empty() || l.address == wanted) return std::make_unique<OpenclDevice>(l);
    }
    struct Identified {
      Listed listed;
      Identity identity;
    };
    std::vector<Identified> all;
    std::string known;
    for (const Listed& l : listing.devices) {
      all.push_back({l, opencl::identity_of(l)});
      const Identity& id = all.back().identity;
      known += "\n" + choice(id.address, id.name, id.platform);
    }
    const std::vector<Identified> fitting = meant(
        all, [&](const Identified& d) { return called(wanted, d.identity.name, d.identity.platform, d.identity.version); });
    if (fitting.size() == 1) return std::make_unique<OpenclDevice>(fitting.front().listed);
    // What is looked for may be behind the driver that failed.
    if (fitting.empty() && !listing.troubles.empty()) throw DeviceError(listing.troubles.front().second);
    const std::string problem = fitting.empty() ? "no device fits '" : "more than one device fits '";
    throw DeviceError(Fault::unusable, problem + wanted + "'; there are:" + (known.empty() ? " none" : known));
  }
};

// One that was put before all other libraries, as oclgrind is, and so was there from the beginning.
void tell_of_preloaded() {
  if (const void* const build = ::dlsym(RTLD_DEFAULT, "clBuildProgram")) ending::driver_is_at(build);
}

}  // namespace

std::unique_ptr<Backend> opencl_backend() {
  tell_of_preloaded();
  return std::make_unique<OpenclBackend>();
}

}  // namespace classay
