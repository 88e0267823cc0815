// Which capabilities of SPIR-V a device has to accept, as data: "Required Capabilities" and the extensions of OpenCL's
// SPIR-V environment, and those of the programming guide of Level Zero. What of it holds for a device is a pure function of
// what the device says of itself.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace classay::il {

// Versions of SPIR-V, 10 of 1.0.
inline constexpr std::array kVersions{10, 11, 12, 13, 14, 15, 16};

// The document that says what is required.
enum class Rules : std::uint8_t { opencl, level_zero };
Rules rules_of(std::string_view backend);  // by its name in journals

// What a device says of itself, as far as requirements go by it. Versions are 31 of 3.1.
struct Environment {
  Rules rules = Rules::opencl;
  int opencl = 0;
  std::vector<int> spirv;  // those that it takes
  bool is_full_profile = true;
  int address_bits = 64;
  std::vector<std::string> features;    // optional ones that it has: "images", as Capabilities name them
  std::vector<std::string> extensions;  // of OpenCL

  bool has(std::string_view feature) const;
  bool has_extension(std::string_view name) const;
  bool takes(int version) const;  // of SPIR-V, or a later one
};

struct Requirement {
  std::string_view capability;
  int spirv = 10;                   // modules of this version may declare it
  std::string_view extension = "";  // of SPIR-V, that the module names with it
  std::string_view when;            // the condition, in words
  bool (*holds)(const Environment&);
};

// One entry for each capability and version of SPIR-V that brings it.
std::span<const Requirement> requirements(Rules rules);

// Is it required of this device?
bool is_required(const Requirement& r, const Environment& e);

// Versions of SPIR-V that a device of this version of OpenCL has to take, by the environment of 2.2; the unified document
// leaves them to CL_DEVICE_IL_VERSION. A device that takes no IL at all need not, before OpenCL 3.1.
std::vector<int> required_versions(int opencl);

// A module that declares the capability, and where a few words do, uses it: a device that builds it accepts it. For
// Subgroup or Workgroup as scope, whichever the environment has.
std::string proof(const Requirement& r, const Environment& e);

// As SPIR-V numbers it: what CL_DEVICE_SPIRV_CAPABILITIES_KHR lists. Throws std::invalid_argument for a name of none.
unsigned capability_number(std::string_view capability);

}  // namespace classay::il
