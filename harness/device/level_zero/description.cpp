// Reads what the driver reports of a device, structure by structure.
#include "harness/device/level_zero/description.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <optional>

namespace classay::level_zero {
namespace {

constexpr std::uint32_t kVendorIntel = 0x8086;

template <class Properties, class Call, class Handle>
Properties properties(const Call& call, Handle handle) {
  Properties p;
  call(handle, &p);
  return p;
}

// The driver need not terminate the characters.
template <std::size_t kSize>
std::string text(const char (&characters)[kSize]) {
  std::string s(characters, ::strnlen(characters, kSize));
  while (!s.empty() && s.back() == ' ') s.pop_back();
  return s;
}

FloatSupport float_support(std::uint32_t flags, bool available) {
  const auto has = [&](FloatFlag flag) { return (flags & flag) != 0; };
  if (!available) return {};
  return {.available = true,
          .denormals = has(kDenorm),
          .infinity_and_nan = has(kInfNan),
          .to_nearest = has(kRoundToNearest),
          .to_zero = has(kRoundToZero),
          .to_infinity = has(kRoundToInf),
          .fma = has(kFma),
          .correctly_rounded_divide_sqrt = has(kRoundedDivideSqrt),
          .in_software = has(kSoftFloat)};
}

Version api_version(Driver driver) {
  std::uint32_t api = 0;
  zeDriverGetApiVersion(driver, &api);
  return {static_cast<int>(api >> 16), static_cast<int>(api & 0xffff)};
}

// Indexed by ze_device_type_t.
std::string type_of(const DeviceProperties& device) {
  constexpr std::array<const char*, 6> kTypes{"", "gpu", "cpu", "accelerator", "accelerator", "accelerator"};
  return device.device_type < kTypes.size() ? kTypes.at(device.device_type) : "";
}

Identity identity_of(const Listed& listed, const DeviceProperties& device) {
  const std::string version = "Level Zero " + name(api_version(listed.driver));
  return {.backend = kBackendName,
          .address = listed.address,
          .trouble = "",
          .platform = "Level Zero",
          .platform_version = version,
          .name = text(device.name),
          .vendor = device.vendor == kVendorIntel ? "Intel(R) Corporation" : fmt::format("vendor {:#06x}", device.vendor),
          .driver = std::to_string(properties<DriverProperties>(zeDriverGetProperties, listed.driver).version),
          .version = version,
          .language_version = "",
          .type = type_of(device)};
}

// "The maximum SPIR-V version supported by a device" (guide, Supported SPIR-V Versions).
std::vector<Version> spirv_versions(std::uint32_t newest) {
  std::vector<Version> all;
  const Version last{static_cast<int>(newest >> 16), static_cast<int>(newest & 0xffff)};
  constexpr int kMost = 32;  // minor versions of a major one: a driver may report any number
  for (Version v{1, 0}; v <= last && v.minor < kMost; ++v.minor) all.push_back(v);
  return all;
}

// Every device must have the capability GenericPointer. Sub-groups are an extension that it must accept.
std::vector<std::string> features(DeviceId device, std::uint32_t module_flags) {
  std::vector<std::string> all{"generic-address-space", "sub-groups"};
  if ((module_flags & kInt64Atomics) != 0) all.emplace_back("int64-atomics");
  if (properties<ImageProperties>(zeDeviceGetImageProperties, device).dims_2d > 0) all.emplace_back("images");
  if (chosen_lists() == Lists::queued)
    all.emplace_back("queued-command-lists");  // so that journals show the use of queued
                                               // lists
  return all;
}

std::vector<std::string> extensions(Driver driver) {
  std::vector<std::string> names;
  const auto ask = [&](Count count, ExtensionProperties* all) { zeDriverGetExtensionProperties(driver, count, all); };
  for (const ExtensionProperties& e : listed_by<ExtensionProperties>(ask)) names.push_back(text(e.name));
  return names;
}

std::uint64_t memory_size(DeviceId device) {
  const auto ask = [&](Count count, MemoryProperties* all) { zeDeviceGetMemoryProperties(device, count, all); };
  std::uint64_t size = 0;
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  for (const MemoryProperties& m : listed_by<MemoryProperties>(ask)) size += std::min(m.size, kMost - size);
  return believable_memory("totalSize of zeDeviceGetMemoryProperties", size);
}

std::optional<std::string> lacks(const Capabilities& c, Ability ability) {
  const auto unless = [](bool is_there, const char* why) {
    return is_there ? std::nullopt : std::optional<std::string>(why);
  };
  switch (ability) {
    case Ability::opencl_c:
    case Ability::opencl_c_for_vulkan: return "Level Zero takes programs in SPIR-V alone";
    case Ability::spirv: return unless(!c.spirv.empty(), "spirvVersionSupported is 0");
    case Ability::f16: return unless(c.f16.available, "ZE_DEVICE_MODULE_FLAG_FP16 is not set");
    case Ability::f64: return unless(c.f64.available, "ZE_DEVICE_MODULE_FLAG_FP64 is not set");
    case Ability::exact_divide_sqrt:
      return unless(c.f32.correctly_rounded_divide_sqrt, "ZE_DEVICE_FP_FLAG_ROUNDED_DIVIDE_SQRT is not in fp32flags");
    // The guide contains none of OpenCL's language extensions.
    case Ability::extended_bit_ops:
    case Ability::packed_dot_products:
    case Ability::vector_dot_products: return "Level Zero has no such extension";
  }
  return std::nullopt;
}

}  // namespace

Lists chosen_lists() {
  const char* set = std::getenv("CLASSAY_LEVEL_ZERO_LISTS");
  const std::string_view wanted = set == nullptr ? "" : set;
  if (wanted.empty() || wanted == "immediate") return Lists::immediate;
  if (wanted == "queued") return Lists::queued;
  throw DeviceError(Fault::unusable,
                    "CLASSAY_LEVEL_ZERO_LISTS is '" + std::string(wanted) + "', and neither immediate nor queued");
}

DeviceProperties device_properties(Driver driver, DeviceId device) {
  DeviceProperties p;
  if (api_version(driver) < Version{1, 2}) p.head.type = kWithNanosecondsOfATick;
  zeDeviceGetProperties(device, &p);
  return p;
}

Description described(const Listed& listed) {
  const DeviceProperties device = device_properties(listed.driver, listed.device);
  const auto module = properties<ModuleProperties>(zeDeviceGetModuleProperties, listed.device);
  const auto compute = properties<ComputeProperties>(zeDeviceGetComputeProperties, listed.device);
  Description d{.identity = identity_of(listed, device), .capabilities = {}};
  Capabilities& c = d.capabilities;
  // "will meet or exceed the numerical compliance requirements defined in the OpenCL SPIR-V Environment Specification", that
  // of 2.2, in full profile (guide, Numerical Compliance). Pointers have 64 bits (Validation Rules).
  c.environment = {2, 2};
  c.profile = Profile::full;
  c.address_bits = 64;
  c.spirv = spirv_versions(module.spirv_version);
  c.extensions = extensions(listed.driver);
  c.features = features(listed.device, module.flags);
  c.f32 = float_support(module.fp32, true);
  c.f16 = float_support(module.fp16, (module.flags & kFp16) != 0);
  c.f64 = float_support(module.fp64, (module.flags & kFp64) != 0);
  c.shares_memory = device.device_type == kCpu || (device.flags & kIntegrated) != 0;
  c.compute_units = device.slices * device.subslices_per_slice * device.units_per_subslice;
  c.global_memory = memory_size(listed.device);
  c.largest_allocation = believable_memory("maxMemAllocSize", device.largest_allocation);
  c.local_memory = compute.local_memory;
  for (const Ability a : kAbilities) {
    if (std::optional<std::string> why = lacks(c, a)) c.lacks[a] = *std::move(why);
  }
  return d;
}

}  // namespace classay::level_zero
