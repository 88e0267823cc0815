// Lists the SPIR-V capabilities that a device must accept: "Required Capabilities" and the extensions of OpenCL's SPIR-V
// environment, and those of the Level Zero programming guide. Whether a requirement applies is a pure function of the
// properties that the device reports.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suites/version.h"

namespace classay::il {

// Versions of SPIR-V: 10 is 1.0.
inline constexpr std::array kVersions{10, 11, 12, 13, 14, 15, 16};

// The specification that states the requirements.
enum class Rules : std::uint8_t { opencl, level_zero };

// The reported properties of a device that requirements depend on. Versions: 31 is 3.1.
struct Environment {
  Rules rules = Rules::opencl;
  int opencl = 0;
  std::vector<int> spirv;  // accepted versions
  bool is_full_profile = true;
  int address_bits = 64;
  std::vector<std::string> features;    // supported optional features: "images", as Capabilities name them
  std::vector<std::string> extensions;  // OpenCL extensions

  bool has(std::string_view feature) const;
  bool has_extension(std::string_view name) const;
  bool takes(int version) const;  // this version of SPIR-V, or a later one
};

struct Requirement {
  std::string_view capability;
  int spirv = 10;                   // the first version whose modules may declare it
  std::string_view extension = "";  // SPIR-V extension that the module must declare too
  std::string_view when;            // the condition, in words
  bool (*holds)(const Environment&);
};

// One entry per capability and version of SPIR-V that introduced it.
std::span<const Requirement> requirements(Rules rules);

// Returns whether the device must accept the capability.
bool is_required(const Requirement& r, const Environment& e);

// Returns the versions of SPIR-V that a device of this OpenCL version must accept, according to the 2.2 environment. The
// unified specification refers to CL_DEVICE_IL_VERSION instead. Before OpenCL 3.1, a device may accept no IL at all.
std::vector<int> required_versions(int opencl);

// Returns a module that declares the capability, and uses it if a few words are enough. A device that builds the module
// accepts the capability. The scope is Subgroup or Workgroup, whichever the environment supports.
std::string proof(const Requirement& r, const Environment& e);

// Returns the OpenCL extension whose use a module declares together with the capability, according to the 2.2 environment:
// "a SPIR-V module must declare use of the extension using OpExtension". Empty: none.
std::string_view extension_declared_with(std::string_view capability);
// From this version of OpenCL on, "there is never a need to declare use of an OpenCL extension", and only extensions of
// SPIR-V may be declared.
inline constexpr Version kNoOpenclExtensions{3, 0};

// Returns the number that CL_DEVICE_SPIRV_CAPABILITIES_KHR lists. Throws std::invalid_argument for an unknown name.
unsigned capability_number(std::string_view capability);

}  // namespace classay::il
