// SPIRV-Tools, behind one function.
#include <fmt/format.h>

#include <memory>
#include <spirv-tools/libspirv.hpp>
#include <stdexcept>

#include "kernels/il/source.h"

namespace classay::il {

std::vector<std::uint32_t> assembled(const std::string& assembly) {
  // The rules of OpenCL's oldest environment, which all others take. They know of half precision only as an option of the
  // device (cl_khr_fp16), which the validator can not be told: such a module is held to the rules of SPIR-V itself.
  const bool has_half = assembly.find("OpCapability Float16") != std::string::npos;
  spvtools::SpirvTools tools(has_half ? SPV_ENV_UNIVERSAL_1_0 : SPV_ENV_OPENCL_1_2);
  std::string complaints;
  tools.SetMessageConsumer([&](spv_message_level_t, const char*, const spv_position_t& at, const char* message) {
    complaints += fmt::format("{}:{}: {}\n", at.line + 1, at.column + 1, message);
  });
  std::vector<std::uint32_t> words;
  if (!tools.Assemble(assembly, &words)) throw std::invalid_argument("the SPIR-V assembler: " + complaints);
  if (!tools.Validate(words)) throw std::invalid_argument("the SPIR-V validator: " + complaints);
  return words;
}

std::string tools_version() {
  const std::string text = spvSoftwareVersionString();  // "v2023.1"
  return text.starts_with("v") ? text.substr(1) : text;
}

}  // namespace classay::il
