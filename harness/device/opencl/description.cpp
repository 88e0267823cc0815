// Reads what the driver reports of a device, query by query.
#include "harness/device/opencl/description.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <sstream>
#include <utility>

#include "harness/device/driver_call.h"
#include "harness/device/opencl/api.h"
#include "harness/process/watch.h"

namespace classay::opencl {
namespace {

// A driver that does not know a query returns CL_INVALID_VALUE. For a query of a later version or an extension this means
// "not supported". Anything else is an error, because a device that is only partly known would be judged by the wrong
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

std::string query_name(cl_device_info what) { return fmt::format("query {:#x} of clGetDeviceInfo", what); }

// Reads a list that has `size` bytes according to the driver. If that is not believable, reads as much as any device has,
// and drops the empty items at its end.
template <class T>
std::vector<T> list_info(cl_device_id device, cl_device_info what, std::size_t size) {
  const std::size_t bytes = believable_size(query_name(what), size);
  std::vector<T> all(bytes / sizeof(T));
  if (all.empty()) return all;
  checked(clGetDeviceInfo(device, what, all.size() * sizeof(T), all.data(), nullptr), "clGetDeviceInfo");
  constexpr T kEmpty{};
  const auto is_empty = [&](const T& item) { return std::memcmp(&item, &kEmpty, sizeof(T)) == 0; };
  while (bytes != size && !all.empty() && is_empty(all.back())) all.pop_back();
  return all;
}

// Some drivers append NULs and blanks to strings.
std::string trimmed(std::string s) {
  while (!s.empty() && (s.back() == '\0' || s.back() == ' ')) s.pop_back();
  return s;
}

std::string text_info(cl_device_id device, cl_device_info what, Query query = Query::required) {
  std::size_t size = 0;
  if (!answered(clGetDeviceInfo(device, what, 0, nullptr, &size), query) || size == 0) return "";
  std::string s(believable_size(query_name(what), size), '\0');
  checked(clGetDeviceInfo(device, what, s.size(), s.data(), nullptr), "clGetDeviceInfo");
  return trimmed(std::move(s));
}

std::string text_info(cl_platform_id platform, cl_platform_info what) {
  std::size_t size = 0;
  checked(clGetPlatformInfo(platform, what, 0, nullptr, &size), "clGetPlatformInfo");
  std::string s(believable_size(fmt::format("query {:#x} of clGetPlatformInfo", what), size), '\0');
  if (size > 0) checked(clGetPlatformInfo(platform, what, s.size(), s.data(), nullptr), "clGetPlatformInfo");
  return trimmed(std::move(s));
}

// Returns features of atomic functions: orders and scopes, and the floating-point ones by address space
// ("f32-atomic-add-global"), from the queries of cl_ext_float_atomics.
std::vector<std::string> atomic_features(cl_device_id device) {
  struct Asked {
    const char* format;
    cl_device_info query;
  };
  constexpr std::array kAsked = std::to_array<Asked>({{"f32", 0x4231}, {"f64", 0x4232}, {"f16", 0x4233}});
  constexpr std::array kFunctions{"-exchange", "-add", "-min-max"};
  constexpr unsigned kOfLocal = 16;
  std::vector<std::string> all;
  const auto memory = info<cl_bitfield>(device, CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, Query::optional);
  if ((memory & CL_DEVICE_ATOMIC_ORDER_ACQ_REL) != 0) all.emplace_back("atomic-order-acq-rel");
  if ((memory & CL_DEVICE_ATOMIC_ORDER_SEQ_CST) != 0) all.emplace_back("atomic-order-seq-cst");
  if ((memory & CL_DEVICE_ATOMIC_SCOPE_DEVICE) != 0) all.emplace_back("atomic-scope-device");
  if ((memory & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES) != 0) all.emplace_back("atomic-scope-all-devices");
  for (const auto& [format, query] : kAsked) {
    const auto has = info<cl_bitfield>(device, query, Query::optional);
    for (unsigned i = 0; i < kFunctions.size(); ++i) {
      const std::string name = std::string(format) + "-atomic" + kFunctions.at(i);
      if ((has >> i & 1U) != 0) all.push_back(name + "-global");
      if ((has >> (i + kOfLocal) & 1U) != 0) all.push_back(name + "-local");
    }
  }
  return all;
}

// Returns optional features by their queries. Those of OpenCL 2.0 are missing in 1.x and required in 2.x.
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
  for (const std::string& of : atomic_features(device)) all.push_back(of);
  const auto dot = info<cl_bitfield>(device, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, Query::optional);
  if ((dot & CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR) != 0) all.emplace_back("dot-product-4x8");
  return all;
}

// From cl_khr_spirv_queries, which is newer than some headers.
constexpr cl_device_info kSpirvCapabilities = 0x12BB;  // CL_DEVICE_SPIRV_CAPABILITIES_KHR

std::optional<std::vector<std::uint32_t>> spirv_capabilities(cl_device_id device) {
  std::size_t size = 0;
  const cl_int code = clGetDeviceInfo(device, kSpirvCapabilities, 0, nullptr, &size);
  if (!answered(code, Query::optional)) return std::nullopt;
  return list_info<std::uint32_t>(device, kSpirvCapabilities, size);
}

std::vector<std::string> words(const std::string& s) {
  std::istringstream in(s);
  std::vector<std::string> result;
  for (std::string word; in >> word;) result.push_back(word);
  return result;
}

// Returns why the device lacks a feature of an extension that OpenCL C 3.1 includes.
std::optional<std::string> lacks_extension(const Capabilities& c, const Identity& who, std::string_view extension) {
  if (c.has_extension(extension) || c.language >= Version{3, 1}) return std::nullopt;
  return std::string(extension) + " is not in CL_DEVICE_EXTENSIONS, and " + who.language_version + " is before 3.1";
}

// Some headers in use do not have the query.
std::optional<std::string> lacks_dot_products(cl_device_id device, const Description& d, cl_bitfield bit,
                                              std::string_view name) {
  constexpr cl_device_info kCapabilities = 0x1073;  // CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR
  if (auto why = lacks_extension(d.capabilities, d.identity, "cl_khr_integer_dot_product")) return why;
  if ((info<cl_bitfield>(device, kCapabilities, Query::optional) & bit) != 0) return std::nullopt;
  return std::string(name) + " is not in CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR";
}

std::optional<std::string> unless(bool is_there, const char* why) {
  return is_there ? std::nullopt : std::optional<std::string>(why);
}

std::optional<std::string> lacks(cl_device_id device, const Description& d, Ability ability) {
  const Capabilities& c = d.capabilities;
  switch (ability) {
    case Ability::opencl_c:
      return unless(info<cl_bool>(device, CL_DEVICE_COMPILER_AVAILABLE) != 0, "CL_DEVICE_COMPILER_AVAILABLE is false");
    case Ability::spirv: return unless(!c.spirv.empty(), "CL_DEVICE_IL_VERSION is empty");
    case Ability::opencl_c_for_vulkan: return "clspv is for devices of Vulkan, and this one is reached through OpenCL";
    case Ability::f16:
      return unless(c.f16.available, "cl_khr_fp16 is not in CL_DEVICE_EXTENSIONS, or CL_DEVICE_HALF_FP_CONFIG is 0");
    case Ability::f64: return unless(c.f64.available, "CL_DEVICE_DOUBLE_FP_CONFIG is 0");
    case Ability::exact_divide_sqrt:
      return unless(c.f32.correctly_rounded_divide_sqrt,
                    "CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT is not in CL_DEVICE_SINGLE_FP_CONFIG");
    case Ability::extended_bit_ops: return lacks_extension(c, d.identity, "cl_khr_extended_bit_ops");
    case Ability::packed_dot_products:
      return lacks_dot_products(device, d, 1, "CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR");
    case Ability::vector_dot_products:
      return lacks_dot_products(device, d, 2, "CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR");
  }
  return std::nullopt;
}

std::vector<Version> spirv_versions(cl_device_id device) {
  std::vector<Version> all;
  for (const std::string& il : words(text_info(device, CL_DEVICE_IL_VERSION, Query::optional))) {
    if (const Version v = version_after("SPIR-V_", il); v.is_known()) all.push_back(v);
  }
  return all;
}

// Returns the versions of OpenCL C that the compiler takes. OpenCL before 3.0 has no such list; CL_DEVICE_OPENCL_C_VERSION
// is the newest version.
std::vector<Version> languages_of(cl_device_id device, const Version& without_being_asked) {
  std::vector<Version> all{without_being_asked};
  std::size_t size = 0;
  if (clGetDeviceInfo(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, 0, nullptr, &size) != CL_SUCCESS) return all;
  for (const cl_name_version& v : list_info<cl_name_version>(device, CL_DEVICE_OPENCL_C_ALL_VERSIONS, size)) {
    all.push_back({static_cast<int>(CL_VERSION_MAJOR(v.version)), static_cast<int>(CL_VERSION_MINOR(v.version))});
  }
  return all;
}

std::string type_of(cl_device_id device) {
  const auto type = info<cl_device_type>(device, CL_DEVICE_TYPE);
  const auto is = [&](cl_device_type bit) { return (type & bit) != 0; };
  if (is(CL_DEVICE_TYPE_GPU)) return "gpu";
  if (is(CL_DEVICE_TYPE_CPU)) return "cpu";
  if (is(CL_DEVICE_TYPE_ACCELERATOR)) return "accelerator";
  return is(CL_DEVICE_TYPE_CUSTOM) ? "custom" : "";
}

}  // namespace

Identity identity_of(const Listed& listed) {
  cl_device_id device = listed.device;
  return {.backend = kBackendName,
          .address = listed.address,
          .trouble = "",
          .platform = text_info(listed.platform, CL_PLATFORM_NAME),
          .platform_version = text_info(listed.platform, CL_PLATFORM_VERSION),
          .name = text_info(device, CL_DEVICE_NAME),
          .vendor = text_info(device, CL_DEVICE_VENDOR),
          .driver = text_info(device, CL_DRIVER_VERSION),
          .version = text_info(device, CL_DEVICE_VERSION),
          .language_version = text_info(device, CL_DEVICE_OPENCL_C_VERSION, Query::optional),
          .type = type_of(device)};
}

Description described(const Listed& listed) {
  const ending::Calling calling("clGetDeviceInfo");
  cl_device_id device = listed.device;
  Description d{.identity = identity_of(listed), .capabilities = {}};
  Capabilities& c = d.capabilities;
  c.environment = version_after("OpenCL ", d.identity.version);
  c.language = version_after("OpenCL C ", d.identity.language_version);
  const std::vector<Version> languages = languages_of(device, c.language);
  c.newest_language = std::ranges::max(languages);
  if (text_info(device, CL_DEVICE_PROFILE) == "EMBEDDED_PROFILE") c.profile = Profile::embedded;
  c.is_custom = (info<cl_device_type>(device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CUSTOM) != 0;
  c.spirv = spirv_versions(device);
  c.spirv_capabilities = spirv_capabilities(device);
  c.extensions = words(text_info(device, CL_DEVICE_EXTENSIONS));
  c.features = features(device);
  for (const Version v : {Version{2, 0}, Version{3, 0}}) {
    if (std::ranges::find(languages, v) != languages.end()) c.features.push_back("opencl-c-" + name(v));
  }
  c.f32 = float_support(device, CL_DEVICE_SINGLE_FP_CONFIG, Query::required);
  c.f64 = float_support(device, CL_DEVICE_DOUBLE_FP_CONFIG, Query::optional);
  if (c.has_extension("cl_khr_fp16")) c.f16 = float_support(device, CL_DEVICE_HALF_FP_CONFIG, Query::optional);
  c.shares_memory = info<cl_bool>(device, CL_DEVICE_HOST_UNIFIED_MEMORY, Query::optional) != 0;
  c.is_little_endian = info<cl_bool>(device, CL_DEVICE_ENDIAN_LITTLE) != 0;
  c.compute_units = info<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS);
  c.address_bits = info<cl_uint>(device, CL_DEVICE_ADDRESS_BITS);
  const auto memory = [&](cl_device_info what) { return believable_memory(query_name(what), info<cl_ulong>(device, what)); };
  c.global_memory = memory(CL_DEVICE_GLOBAL_MEM_SIZE);
  c.largest_allocation = memory(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  c.local_memory = memory(CL_DEVICE_LOCAL_MEM_SIZE);
  for (const Ability a : kAbilities) {
    if (std::optional<std::string> why = lacks(device, d, a)) c.lacks[a] = *std::move(why);
  }
  return d;
}

}  // namespace classay::opencl
