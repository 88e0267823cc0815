// OpenCL behind the backend seam: platforms and devices as ICDs list them, programs from source or SPIR-V.
#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <utility>

#include "harness/devices/called.h"
#include "harness/devices/describe.h"
#include "harness/devices/opencl_library.h"
#include "harness/devices/opencl_stream.h"
#include "harness/ending/watch.h"

namespace classay {
namespace {

using opencl::checked;

// A driver that does not know a query says CL_INVALID_VALUE. Where that is no wonder - the query came with a later version
// or with an extension - it means no; anything else is an error, because a device that is half known is judged by the wrong
// standard.
enum class Query : std::uint8_t { required, optional };

bool answered(cl_int code, Query query) {
  if (code == CL_INVALID_VALUE && query == Query::optional) return false;
  checked(code, "clGetDeviceInfo");
  return true;
}

template <class T>
T info(cl_device_id device, cl_device_info what, Query query = Query::required) {
  T value{};
  return answered(clGetDeviceInfo(device, what, sizeof value, &value, nullptr), query) ? value : T{};
}

FloatSupport float_support(cl_device_id device, cl_device_info query, Query how) {
  const auto config = info<cl_device_fp_config>(device, query, how);
  const auto has = [&](cl_device_fp_config bit) { return (config & bit) != 0; };
  return {.available = config != 0,
          .denormals = has(CL_FP_DENORM),
          .infinity_and_nan = has(CL_FP_INF_NAN),
          .to_nearest = has(CL_FP_ROUND_TO_NEAREST),
          .to_zero = has(CL_FP_ROUND_TO_ZERO),
          .to_infinity = has(CL_FP_ROUND_TO_INF),
          .fma = has(CL_FP_FMA),
          .correctly_rounded_divide_sqrt = has(CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT),
          .in_software = has(CL_FP_SOFT_FLOAT)};
}

// By cl_khr_integer_dot_product, or core since 3.1. Headers that do not know the query yet are in use.
void add_dot_products(cl_device_id device, DeviceIdentity& id) {
  constexpr cl_device_info kCapabilities = 0x1073;  // CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR
  constexpr cl_bitfield kPacked = 1;
  constexpr cl_bitfield kVectors = 2;
  const auto capabilities = info<cl_bitfield>(device, kCapabilities, Query::optional);
  id.packed_dot_products = (capabilities & kPacked) != 0;
  id.vector_dot_products = (capabilities & kVectors) != 0;
}

bool lists(const std::vector<std::string>& extensions, std::string_view name) {
  return std::ranges::find(extensions, name) != extensions.end();
}

// Strings come with trailing NULs and blanks from some drivers.
std::string trimmed(std::string s) {
  while (!s.empty() && (s.back() == '\0' || s.back() == ' ')) s.pop_back();
  return s;
}

std::string text_info(cl_device_id device, cl_device_info what, Query query = Query::required) {
  std::size_t size = 0;
  if (!answered(clGetDeviceInfo(device, what, 0, nullptr, &size), query) || size == 0) return "";
  std::string s(size, '\0');
  checked(clGetDeviceInfo(device, what, size, s.data(), nullptr), "clGetDeviceInfo");
  return trimmed(std::move(s));
}

std::string text_info(cl_platform_id platform, cl_platform_info what) {
  std::size_t size = 0;
  checked(clGetPlatformInfo(platform, what, 0, nullptr, &size), "clGetPlatformInfo");
  std::string s(size, '\0');
  if (size > 0) checked(clGetPlatformInfo(platform, what, size, s.data(), nullptr), "clGetPlatformInfo");
  return trimmed(std::move(s));
}

// Features that are there or not, by what says so. Those of OpenCL 2.0 were none before, and are all there in 2.x.
std::vector<std::string> features(cl_device_id device) {
  struct Asked {
    const char* feature;
    cl_device_info query;
  };
  constexpr std::array kAsked = std::to_array<Asked>({
      {"images", CL_DEVICE_IMAGE_SUPPORT},
      {"read-write-images", CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS},
      {"generic-address-space", CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT},
      {"sub-groups", CL_DEVICE_MAX_NUM_SUB_GROUPS},
      {"work-group-collective-functions", CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT},
      {"pipes", CL_DEVICE_PIPE_SUPPORT},
  });
  std::vector<std::string> all;
  for (const auto& [feature, query] : kAsked) {
    if (info<cl_uint>(device, query, Query::optional) != 0) all.emplace_back(feature);
  }
  if (info<cl_bitfield>(device, CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, Query::optional) != 0) {
    all.emplace_back("device-enqueue");
  }
  const auto dot = info<cl_bitfield>(device, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, Query::optional);
  if ((dot & CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR) != 0) all.emplace_back("dot-product-4x8");
  return all;
}

// Of cl_khr_spirv_queries, which is younger than some headers.
constexpr cl_device_info kSpirvCapabilities = 0x12BB;  // CL_DEVICE_SPIRV_CAPABILITIES_KHR

std::optional<std::vector<std::uint32_t>> spirv_capabilities(cl_device_id device) {
  std::size_t size = 0;
  const cl_int code = clGetDeviceInfo(device, kSpirvCapabilities, 0, nullptr, &size);
  if (!answered(code, Query::optional)) return std::nullopt;
  std::vector<std::uint32_t> all(size / sizeof(std::uint32_t));
  if (all.empty()) return all;
  checked(clGetDeviceInfo(device, kSpirvCapabilities, size, all.data(), nullptr), "clGetDeviceInfo");
  return all;
}

std::vector<std::string> words(const std::string& s) {
  std::istringstream in(s);
  std::vector<std::string> result;
  for (std::string word; in >> word;) result.push_back(word);
  return result;
}

struct Listed {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  std::string address;
};

DeviceIdentity identify(const Listed& listed) {
  const ending::Calling calling("clGetDeviceInfo");
  cl_device_id device = listed.device;
  DeviceIdentity id{.address = listed.address,
                    .platform = text_info(listed.platform, CL_PLATFORM_NAME),
                    .platform_version = text_info(listed.platform, CL_PLATFORM_VERSION),
                    .name = text_info(device, CL_DEVICE_NAME),
                    .vendor = text_info(device, CL_DEVICE_VENDOR),
                    .driver = text_info(device, CL_DRIVER_VERSION),
                    .version = text_info(device, CL_DEVICE_VERSION),
                    .language_version = text_info(device, CL_DEVICE_OPENCL_C_VERSION, Query::optional),
                    .profile = text_info(device, CL_DEVICE_PROFILE),
                    .il_versions = words(text_info(device, CL_DEVICE_IL_VERSION, Query::optional)),
                    .extensions = words(text_info(device, CL_DEVICE_EXTENSIONS))};
  id.features = features(device);
  id.spirv_capabilities = spirv_capabilities(device);
  id.f32 = float_support(device, CL_DEVICE_SINGLE_FP_CONFIG, Query::required);
  id.f64 = float_support(device, CL_DEVICE_DOUBLE_FP_CONFIG, Query::optional);
  if (lists(id.extensions, "cl_khr_fp16")) id.f16 = float_support(device, CL_DEVICE_HALF_FP_CONFIG, Query::optional);
  if (lists(id.extensions, "cl_khr_integer_dot_product") || knows_language_31(id)) add_dot_products(device, id);
  id.has_compiler = info<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE) != 0;
  id.is_custom = (info<cl_device_type>(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CUSTOM) != 0;
  id.shares_memory = info<cl_bool>(device, CL_DEVICE_HOST_UNIFIED_MEMORY, Query::optional) != 0;
  id.is_little_endian = info<cl_bool>(device, CL_DEVICE_ENDIAN_LITTLE) != 0;
  id.compute_units = info<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS);
  id.address_bits = info<cl_uint>(device, CL_DEVICE_ADDRESS_BITS);
  id.global_memory = info<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE);
  id.largest_allocation = info<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  id.local_memory = info<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE);
  return id;
}

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

class OpenclDevice : public Device {
 public:
  explicit OpenclDevice(const Listed& listed) : device_(listed.device), identity_(identify(listed)) {
    const ending::Calling calling("clCreateContext");
    cl_int error = CL_SUCCESS;
    context_ = cl::Context(clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &error));
    ending::watch_again();
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
  cl_device_id device_;
  cl::Context context_;
  DeviceIdentity identity_;
};

class OpenclBackend : public Backend {
 public:
  std::vector<DeviceIdentity> devices() override {
    const Listing listing = listed_devices();
    std::vector<DeviceIdentity> all;
    for (const Listed& l : listing.devices) {
      try {
        all.push_back(identify(l));
      } catch (const DeviceError& e) {
        all.push_back({.address = l.address, .trouble = e.what()});
      }
    }
    for (const auto& [address, error] : listing.troubles) all.push_back({.address = address, .trouble = error.what()});
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
      DeviceIdentity identity;
    };
    std::vector<Identified> all;
    std::string known;
    for (const Listed& l : listing.devices) {
      all.push_back({l, identify(l)});
      const DeviceIdentity& id = all.back().identity;
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
