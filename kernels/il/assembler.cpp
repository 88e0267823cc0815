// Wraps the assembler and the validator of SPIRV-Tools in one function.
#include <fmt/format.h>

#include <array>
#include <spirv-tools/libspirv.hpp>
#include <stdexcept>

#include "kernels/il/source.h"

namespace classay::il {
namespace {

// SPIRV-Tools for one environment, and the messages that they report.
class Tools {
 public:
  explicit Tools(spv_target_env environment) : tools_(environment) {
    tools_.SetMessageConsumer([this](spv_message_level_t, const char*, const spv_position_t& at, const char* message) {
      complaints_ += fmt::format("{}:{}: {}\n", at.line + 1, at.column + 1, message);
    });
  }
  Tools(const Tools&) = delete;
  Tools& operator=(const Tools&) = delete;
  ~Tools() = default;

  std::vector<std::uint32_t> assembled(const std::string& assembly) {
    std::vector<std::uint32_t> words;
    if (!tools_.Assemble(assembly, &words)) throw std::invalid_argument("the SPIR-V assembler: " + complaints_);
    return words;
  }
  std::vector<std::uint32_t> validated(const std::string& assembly) {
    std::vector<std::uint32_t> words = assembled(assembly);
    if (!tools_.Validate(words)) throw std::invalid_argument("the SPIR-V validator: " + complaints_);
    return words;
  }

 private:
  spvtools::SpirvTools tools_;
  std::string complaints_;
};

spv_target_env universal(int version) {
  constexpr std::array kVersions{SPV_ENV_UNIVERSAL_1_0, SPV_ENV_UNIVERSAL_1_1, SPV_ENV_UNIVERSAL_1_2, SPV_ENV_UNIVERSAL_1_3,
                                 SPV_ENV_UNIVERSAL_1_4, SPV_ENV_UNIVERSAL_1_5, SPV_ENV_UNIVERSAL_1_6};
  const int minor = version - 10;
  if (minor < 0 || minor >= static_cast<int>(kVersions.size())) throw std::invalid_argument("no such version of SPIR-V");
  return kVersions.at(static_cast<std::size_t>(minor));
}

// A feature newer than SPIRV-Tools is written as a number. The tools cannot parse it, so such a module is not validated.
bool is_unknown(const std::string& assembly) { return assembly.find("OpCapability !") != std::string::npos; }

}  // namespace

std::vector<std::uint32_t> assembled(const std::string& assembly) {
  // Validates against OpenCL's oldest environment, whose modules all later environments accept. Generic pointers need the
  // rules of 2.0. Half precision and the execution modes of extensions are optional for a device. The validator has no
  // setting for them, so such a module is validated against the rules of SPIR-V itself.
  const bool is_optional = assembly.find("OpCapability Float16\n") != std::string::npos ||
                           assembly.find("SPV_KHR_float_controls") != std::string::npos ||
                           assembly.find("SPV_INTEL_fp_fast_math_mode") != std::string::npos;
  // Execution modes with ids came with version 1.2.
  if (is_unknown(assembly)) return assembled(assembly, assembly.find("OpExecutionModeId") != std::string::npos ? 12 : 10);
  // Group functions and wide atomic functions came with their own versions and extensions. Their modules are validated
  // against a version of SPIR-V itself.
  if (assembly.find("OpCapability GroupNonUniform") != std::string::npos) return assembled(assembly, 13);
  if (assembly.find("OpCapability Group") != std::string::npos || assembly.find("Atomic") != std::string::npos) {
    return assembled(assembly, 10);
  }
  const bool is_generic = assembly.find("OpCapability GenericPointer\n") != std::string::npos;
  const spv_target_env oldest = is_generic ? SPV_ENV_OPENCL_2_0 : SPV_ENV_OPENCL_1_2;
  return Tools(is_optional ? SPV_ENV_UNIVERSAL_1_0 : oldest).validated(assembly);
}

std::vector<std::uint32_t> assembled(const std::string& assembly, int version) {
  Tools tools(universal(version));
  return is_unknown(assembly) ? tools.assembled(assembly) : tools.validated(assembly);
}

std::vector<std::uint32_t> as_words(const std::string& assembly) { return Tools(SPV_ENV_UNIVERSAL_1_6).assembled(assembly); }

std::string tools_version() {
  const std::string text = spvSoftwareVersionString();  // "v2023.1"
  return text.starts_with("v") ? text.substr(1) : text;
}

}  // namespace classay::il
