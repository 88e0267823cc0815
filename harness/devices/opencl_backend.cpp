// OpenCL behind the backend seam: platforms and devices as ICDs list them, programs from source or SPIR-V.
#include <algorithm>
#include <sstream>

#include "harness/devices/opencl_stream.h"

namespace classay {
namespace {

using opencl::checked;

FloatSupport float_support(const cl::Device& device, cl_device_info query, bool available) {
  cl_device_fp_config config = 0;
  if (clGetDeviceInfo(device(), query, sizeof config, &config, nullptr) != CL_SUCCESS) config = 0;
  const auto has = [&](cl_device_fp_config bit) { return (config & bit) != 0; };
  return {.available = available && config != 0,
          .denormals = has(CL_FP_DENORM),
          .infinity_and_nan = has(CL_FP_INF_NAN),
          .to_nearest = has(CL_FP_ROUND_TO_NEAREST),
          .to_zero = has(CL_FP_ROUND_TO_ZERO),
          .to_infinity = has(CL_FP_ROUND_TO_INF),
          .fma = has(CL_FP_FMA),
          .correctly_rounded_divide_sqrt = has(CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT),
          .in_software = has(CL_FP_SOFT_FLOAT)};
}

// Strings come with trailing NULs and blanks from some drivers.
std::string trimmed(std::string s) {
  while (!s.empty() && (s.back() == '\0' || s.back() == ' ')) s.pop_back();
  return s;
}

std::string text_info(const cl::Device& device, cl_device_info query) {
  std::size_t size = 0;
  if (clGetDeviceInfo(device(), query, 0, nullptr, &size) != CL_SUCCESS || size == 0) return "";
  std::string s(size, '\0');
  if (clGetDeviceInfo(device(), query, size, s.data(), nullptr) != CL_SUCCESS) return "";
  return trimmed(std::move(s));
}

std::vector<std::string> words(const std::string& s) {
  std::istringstream in(s);
  std::vector<std::string> result;
  for (std::string word; in >> word;) result.push_back(word);
  return result;
}

DeviceIdentity identify(const cl::Platform& platform, const cl::Device& device, const std::string& address) {
  DeviceIdentity id{.address = address,
                    .platform = trimmed(platform.getInfo<CL_PLATFORM_NAME>()),
                    .platform_version = trimmed(platform.getInfo<CL_PLATFORM_VERSION>()),
                    .name = text_info(device, CL_DEVICE_NAME),
                    .vendor = text_info(device, CL_DEVICE_VENDOR),
                    .driver = text_info(device, CL_DRIVER_VERSION),
                    .version = text_info(device, CL_DEVICE_VERSION),
                    .language_version = text_info(device, CL_DEVICE_OPENCL_C_VERSION),
                    .profile = text_info(device, CL_DEVICE_PROFILE),
                    .il_versions = words(text_info(device, CL_DEVICE_IL_VERSION)),
                    .extensions = words(text_info(device, CL_DEVICE_EXTENSIONS))};
  const auto extension = [&](std::string_view name) {
    return std::ranges::find(id.extensions, name) != id.extensions.end();
  };
  id.f32 = float_support(device, CL_DEVICE_SINGLE_FP_CONFIG, true);
  id.f64 = float_support(device, CL_DEVICE_DOUBLE_FP_CONFIG, true);
  id.f16 = float_support(device, CL_DEVICE_HALF_FP_CONFIG, extension("cl_khr_fp16"));
  id.has_compiler = device.getInfo<CL_DEVICE_COMPILER_AVAILABLE>() != 0;
  id.shares_memory = device.getInfo<CL_DEVICE_HOST_UNIFIED_MEMORY>() != 0;
  id.is_little_endian = device.getInfo<CL_DEVICE_ENDIAN_LITTLE>() != 0;
  id.compute_units = device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>();
  id.global_memory = device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>();
  id.largest_allocation = device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>();
  id.local_memory = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
  return id;
}

struct Listed {
  cl::Platform platform;
  cl::Device device;
  std::string address;
};

std::vector<Listed> listed_devices() {
  std::vector<cl::Platform> platforms;
  const cl_int error = cl::Platform::get(&platforms);
  if (error != CL_SUCCESS || platforms.empty()) {
    throw DeviceError(Fault::unusable, "no OpenCL driver is installed: the ICD loader lists no platform (" +
                                           opencl::error_name(error) + "); on Debian, pocl-opencl-icd is one for the CPU");
  }
  std::vector<Listed> all;
  for (std::size_t p = 0; p < platforms.size(); ++p) {
    std::vector<cl::Device> devices;
    if (platforms[p].getDevices(CL_DEVICE_TYPE_ALL, &devices) != CL_SUCCESS) continue;  // a platform without a device
    for (std::size_t d = 0; d < devices.size(); ++d) {
      all.push_back({platforms[p], devices[d], std::to_string(p) + ":" + std::to_string(d)});
    }
  }
  return all;
}

class OpenclDevice : public Device {
 public:
  explicit OpenclDevice(const Listed& listed)
      : device_(listed.device), identity_(identify(listed.platform, listed.device, listed.address)) {
    cl_int error = CL_SUCCESS;
    context_ = cl::Context(device_, nullptr, nullptr, nullptr, &error);
    checked(error, "clCreateContext");
  }

  const DeviceIdentity& identity() const override { return identity_; }

  std::unique_ptr<Program> build(const Module& module) override {
    return opencl::build(context_, device_, identity_, module);
  }

  std::unique_ptr<Stream> stream(Program& program, std::size_t slots) override {
    return opencl::make_stream(context_, device_, identity_, program, slots);
  }

 private:
  cl::Device device_;
  cl::Context context_;
  DeviceIdentity identity_;
};

class OpenclBackend : public Backend {
 public:
  std::vector<DeviceIdentity> devices() override {
    std::vector<DeviceIdentity> all;
    for (const Listed& l : listed_devices()) all.push_back(identify(l.platform, l.device, l.address));
    return all;
  }

  // By platform:device, or by a part of the device's or platform's name that fits one device only.
  std::unique_ptr<Device> open(const std::string& wanted) override {
    std::vector<Listed> fitting;
    std::string known;
    for (const Listed& l : listed_devices()) {
      const DeviceIdentity id = identify(l.platform, l.device, l.address);
      known += "\n  " + id.address + "  " + id.name + " (" + id.platform + ")";
      if (id.address == wanted) return std::make_unique<OpenclDevice>(l);
      const bool named = id.name.find(wanted) != std::string::npos || id.platform.find(wanted) != std::string::npos;
      if (wanted.empty() ? fitting.empty() : named) fitting.push_back(l);
    }
    if (fitting.size() == 1) return std::make_unique<OpenclDevice>(fitting.front());
    const std::string problem = fitting.empty() ? "no device fits '" : "more than one device fits '";
    throw DeviceError(Fault::unusable, problem + wanted + "'; there are:" + (known.empty() ? " none" : known));
  }
};

}  // namespace

std::unique_ptr<Backend> opencl_backend() { return std::make_unique<OpenclBackend>(); }

}  // namespace classay
