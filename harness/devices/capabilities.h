// What a device can do, in terms of no API: all that the program decides by. A back end fills it once, when it opens a
// device, and says of what is not there which answer of the driver shows that. What the device calls itself is for people,
// and stands in its identity (backend.h).
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

// What a device says of one floating-point format.
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

// What cases need, and a device may not have.
enum class Ability : std::uint8_t {
  opencl_c,             // programs in source
  spirv,                // programs in SPIR-V
  opencl_c_for_vulkan,  // programs in source, by clspv
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

// The feature of a device that is a library, beside one for each function that it has at a width.
inline constexpr std::string_view kFunctionsOfC = "c-functions";
std::string function_feature(const Case& c);  // "sin/f32/v4"

struct Capabilities {
  Version environment;        // of the API whose rules hold for programs: of OpenCL. 0.0 where it is not told
  Version language;           // of OpenCL C, the newest that its compiler takes without being asked; 0.0 as well
  Version newest_language{};  // that it takes where one is asked for
  Profile profile = Profile::full;
  bool is_custom = false;                // a device of which no minimum is required
  std::map<Ability, std::string> lacks;  // and by which answer of the driver; what is not here is there
  FloatSupport f16;
  FloatSupport f32;
  FloatSupport f64;
  std::vector<Version> spirv;  // of modules that it takes
  // What it says of SPIR-V; nullopt: it knows no such query.
  std::optional<std::vector<std::uint32_t>> spirv_capabilities;
  std::vector<std::string> extensions;
  std::vector<std::string> features;  // optional ones that it has: "images", "sub-groups"
  bool shares_memory = false;         // with the host: results are mapped, not copied
  bool is_little_endian = true;
  unsigned compute_units = 0;
  unsigned address_bits = 64;  // of a pointer in a kernel
  std::uint64_t global_memory = 0;
  std::uint64_t largest_allocation = 0;
  std::uint64_t local_memory = 0;

  bool operator==(const Capabilities&) const = default;
  bool has(Ability a) const { return !lacks.contains(a); }
  // Why nothing is asked in a front end; nullopt: it is.
  std::optional<std::string> lacks_front_end(FrontEnd f) const;
  bool takes(FrontEnd f) const { return !lacks_front_end(f); }
  bool has_feature(std::string_view name) const;
  bool has_extension(std::string_view name) const;
  // Of OpenCL C, whether asked for or not.
  Version newest() const { return std::max(language, newest_language); }
};

// The formats that a device is asked about, by their names.
struct NamedSupport {
  std::string_view format;
  FloatSupport Capabilities::*of;
};
inline constexpr std::array kFloatSupports{NamedSupport{"f16", &Capabilities::f16}, NamedSupport{"f32", &Capabilities::f32},
                                           NamedSupport{"f64", &Capabilities::f64}};

// Members of a device in a journal, and what they say.
void add(nlohmann::ordered_json& device, const Capabilities& c);
Capabilities capabilities_from(const nlohmann::ordered_json& device);  // throws Json::exception

}  // namespace classay
