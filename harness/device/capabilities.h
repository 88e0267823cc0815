// Describes what a device supports, independent of any API. All decisions of the program depend on it. A back end fills it
// once, when it opens a device; for anything missing it records the driver's query result as evidence. How the device names
// itself is in its identity (backend.h).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suites/cases.h"
#include "suites/documents.h"
#include "suites/version.h"

namespace classay {

struct Description;
struct Identity;

// Properties of one floating-point format, as the device reports them.
struct FloatSupport {
  bool available = false;
  bool denormals = false;
  bool infinity_and_nan = false;
  bool to_nearest = false;
  bool to_zero = false;
  bool to_infinity = false;
  bool fma = false;
  bool correctly_rounded_divide_sqrt = false;
  bool in_software = false;
  bool operator==(const FloatSupport&) const = default;
};

// Abilities that cases need and a device may lack.
enum class Ability : std::uint8_t {
  opencl_c,             // programs in source
  spirv,                // programs in SPIR-V
  opencl_c_for_vulkan,  // programs in source, compiled by clspv
  f16,
  f64,
  exact_divide_sqrt,  // of single precision, on request
  extended_bit_ops,
  packed_dot_products,  // of bytes packed into words
  vector_dot_products,  // of vectors of bytes
};
inline constexpr std::array kAbilities{Ability::opencl_c,
                                       Ability::spirv,
                                       Ability::opencl_c_for_vulkan,
                                       Ability::f16,
                                       Ability::f64,
                                       Ability::exact_divide_sqrt,
                                       Ability::extended_bit_ops,
                                       Ability::packed_dot_products,
                                       Ability::vector_dot_products};

// Feature of a device that is a library; it also has one feature for each function and width that it contains.
inline constexpr std::string_view kFunctionsOfC = "c-functions";
std::string function_feature(const Case& c);  // "sin/f32/v4"

struct Capabilities {
  Version environment;        // OpenCL version whose rules apply to programs; 0.0: not reported
  Version language;           // newest OpenCL C version that the compiler takes by default; 0.0: not reported
  Version newest_language{};  // newest version that it takes with an option
  Profile profile = Profile::full;
  bool is_custom = false;                // a device without required minimums
  std::map<Ability, std::string> lacks;  // by ability, the driver's query result that shows it; an ability not listed is
                                         // supported
  FloatSupport f16;
  FloatSupport f32;
  FloatSupport f64;
  std::vector<Version> spirv;  // versions of the modules that it takes
  // SPIR-V capabilities that it reports; nullopt: it does not support the query.
  std::optional<std::vector<std::uint32_t>> spirv_capabilities;
  std::vector<std::string> extensions;
  std::vector<std::string> features;  // optional features that it has: "images", "sub-groups"
  bool shares_memory = false;         // with the host: results are mapped, not copied
  bool is_little_endian = true;
  unsigned compute_units = 0;
  unsigned address_bits = 64;  // size of a pointer in a kernel
  std::uint64_t global_memory = 0;
  std::uint64_t largest_allocation = 0;
  std::uint64_t local_memory = 0;

  bool operator==(const Capabilities&) const = default;
  bool has(Ability a) const { return !lacks.contains(a); }
  // Returns why the device does not support a front end; nullopt: it does.
  std::optional<std::string> lacks_front_end(FrontEnd f) const;
  bool takes(FrontEnd f) const { return !lacks_front_end(f); }
  bool has_feature(std::string_view name) const;
  bool has_extension(std::string_view name) const;
  // Returns whether the device has a part of OpenCL 2.x that is a feature from 3.0 on.
  bool has_part_of_2_0(std::string_view feature) const { return environment.major == 2 || has_feature(feature); }
  // Returns the newest OpenCL C version, by default or with an option.
  Version newest() const { return std::max(language, newest_language); }
};

struct NamedSupport {
  std::string_view format;
  FloatSupport Capabilities::*of;
};
inline constexpr std::array kFloatSupports{NamedSupport{"f16", &Capabilities::f16}, NamedSupport{"f32", &Capabilities::f32},
                                           NamedSupport{"f64", &Capabilities::f64}};

// Convert between capabilities and the members of a device in a journal.
void add(nlohmann::ordered_json& device, const Capabilities& c);
Capabilities capabilities_from(const nlohmann::ordered_json& device);  // throws Json::exception

// Describe a device (backend.h) as JSON, for journals and between processes, and as a few lines of text. The JSON has the
// identity and the capabilities; capabilities_from() reads the latter.
nlohmann::ordered_json to_json(const Description& device);
Identity identity_from(const nlohmann::ordered_json& device);  // missing members are empty
std::string description(const nlohmann::ordered_json& device);

}  // namespace classay
