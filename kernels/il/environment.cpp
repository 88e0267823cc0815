#include "kernels/il/environment.h"

#include <algorithm>
#include <array>

#include "kernels/il/instruction.h"
#include "kernels/il/source.h"

namespace classay::il {
namespace {

bool is_2_x(const Environment& e) { return e.opencl >= 20 && e.opencl < 30; }
// "For OpenCL 2.0, OpenCL 2.1, OpenCL 2.2, or OpenCL 3.0 devices supporting ..."
bool has_since_2(const Environment& e, std::string_view feature) { return is_2_x(e) || (e.opencl >= 30 && e.has(feature)); }
bool has_shuffles(const Environment& e) { return e.opencl >= 31; }
bool has_dot_product(const Environment& e) { return e.opencl >= 31 || e.has_extension("cl_khr_integer_dot_product"); }

using E = Environment;

constexpr bool (*kAlways)(const E&) = [](const E&) { return true; };
constexpr bool (*kImages)(const E&) = [](const E& e) { return e.has("images"); };

// clang-format off
constexpr std::array kRequirements = std::to_array<Requirement>({
    {"Addresses", 10, "", "always", kAlways},
    {"Float16Buffer", 10, "", "always", kAlways},
    {"Int64", 10, "", "full profile, or cles_khr_int64",
     [](const E& e) { return e.is_full_profile || e.has_extension("cles_khr_int64"); }},
    {"Int16", 10, "", "always", kAlways},
    {"Int8", 10, "", "always", kAlways},
    {"Kernel", 10, "", "always", kAlways},
    {"Linkage", 10, "", "always", kAlways},
    {"Vector16", 10, "", "always", kAlways},
    {"DeviceEnqueue", 10, "", "OpenCL 2.x, or device-side enqueue", [](const E& e) { return has_since_2(e, "device-enqueue"); }},
    {"GenericPointer", 10, "", "OpenCL 2.x, or the generic address space",
     [](const E& e) { return has_since_2(e, "generic-address-space"); }},
    {"Groups", 10, "", "OpenCL 2.x, or sub-groups or work-group collective functions",
     [](const E& e) { return has_since_2(e, "sub-groups") || has_since_2(e, "work-group-collective-functions"); }},
    {"Pipes", 10, "", "OpenCL 2.x, or pipes", [](const E& e) { return has_since_2(e, "pipes"); }},
    {"ImageBasic", 10, "", "images", kImages},
    {"LiteralSampler", 10, "", "images", kImages},
    {"Sampled1D", 10, "", "images", kImages},
    {"Image1D", 10, "", "images", kImages},
    {"SampledBuffer", 10, "", "images", kImages},
    {"ImageBuffer", 10, "", "images", kImages},
    {"ImageReadWrite", 10, "", "images, and OpenCL 2.x or read-write images",
     [](const E& e) { return kImages(e) && has_since_2(e, "read-write-images"); }},
    {"Float64", 10, "", "double precision", [](const E& e) { return e.has("f64"); }},
    {"Float16", 10, "", "cl_khr_fp16", [](const E& e) { return e.has_extension("cl_khr_fp16"); }},
    {"Int64Atomics", 10, "", "cl_khr_int64_base_atomics or cl_khr_int64_extended_atomics",
     [](const E& e) { return e.has_extension("cl_khr_int64_base_atomics") || e.has_extension("cl_khr_int64_extended_atomics"); }},
    {"SubgroupDispatch", 11, "", "OpenCL 2.2, or 3.0 with sub-groups",
     [](const E& e) { return e.opencl == 22 || (e.opencl >= 30 && e.has("sub-groups")); }},
    {"PipeStorage", 11, "", "OpenCL 2.2", [](const E& e) { return e.opencl == 22; }},
    {"NamedBarrier", 11, "", "cl_khr_subgroup_named_barrier",
     [](const E& e) { return e.has_extension("cl_khr_subgroup_named_barrier"); }},
    {"GroupNonUniform", 13, "", "cl_khr_subgroup_non_uniform_vote",
     [](const E& e) { return e.has_extension("cl_khr_subgroup_non_uniform_vote"); }},
    {"GroupNonUniformVote", 13, "", "cl_khr_subgroup_non_uniform_vote",
     [](const E& e) { return e.has_extension("cl_khr_subgroup_non_uniform_vote"); }},
    {"GroupNonUniformBallot", 13, "", "cl_khr_subgroup_ballot",
     [](const E& e) { return e.has_extension("cl_khr_subgroup_ballot"); }},
    {"GroupNonUniformArithmetic", 13, "", "cl_khr_subgroup_non_uniform_arithmetic",
     [](const E& e) { return e.has_extension("cl_khr_subgroup_non_uniform_arithmetic"); }},
    {"GroupNonUniformClustered", 13, "", "cl_khr_subgroup_clustered_reduce",
     [](const E& e) { return e.has_extension("cl_khr_subgroup_clustered_reduce"); }},
    {"GroupNonUniformShuffle", 13, "", "OpenCL 3.1, or cl_khr_subgroup_shuffle",
     [](const E& e) { return has_shuffles(e) || e.has_extension("cl_khr_subgroup_shuffle"); }},
    {"GroupNonUniformShuffleRelative", 13, "", "OpenCL 3.1, or cl_khr_subgroup_shuffle_relative",
     [](const E& e) { return has_shuffles(e) || e.has_extension("cl_khr_subgroup_shuffle_relative"); }},
    {"DotProduct", 16, "", "OpenCL 3.1, or cl_khr_integer_dot_product", has_dot_product},
    {"DotProductInput4x8Bit", 16, "", "and CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT",
     [](const E& e) { return has_dot_product(e) && e.has("dot-product-4x8"); }},
    {"DotProductInput4x8BitPacked", 16, "", "OpenCL 3.1, or cl_khr_integer_dot_product", has_dot_product},
    {"BitInstructions", 10, "SPV_KHR_bit_instructions", "OpenCL 3.1, or cl_khr_extended_bit_ops",
     [](const E& e) { return e.opencl >= 31 || e.has_extension("cl_khr_extended_bit_ops"); }},
    {"DotProductKHR", 10, "SPV_KHR_integer_dot_product", "OpenCL 3.1, or cl_khr_integer_dot_product", has_dot_product},
    {"DotProductInput4x8BitKHR", 10, "SPV_KHR_integer_dot_product", "and CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR",
     [](const E& e) { return has_dot_product(e) && e.has("dot-product-4x8"); }},
    {"DotProductInput4x8BitPackedKHR", 10, "SPV_KHR_integer_dot_product", "OpenCL 3.1, or cl_khr_integer_dot_product",
     has_dot_product},
    {"GroupNonUniformRotateKHR", 13, "SPV_KHR_subgroup_rotate", "OpenCL 3.1, or cl_khr_subgroup_rotate",
     [](const E& e) { return e.opencl >= 31 || e.has_extension("cl_khr_subgroup_rotate"); }},
    {"ExpectAssumeKHR", 10, "SPV_KHR_expect_assume", "cl_khr_expect_assume",
     [](const E& e) { return e.has_extension("cl_khr_expect_assume"); }},
    {"GroupUniformArithmeticKHR", 10, "SPV_KHR_uniform_group_instructions", "cl_khr_work_group_uniform_arithmetic",
     [](const E& e) { return e.has_extension("cl_khr_work_group_uniform_arithmetic"); }},
    {"ShaderClockKHR", 10, "SPV_KHR_shader_clock", "cl_khr_kernel_clock",
     [](const E& e) { return e.has_extension("cl_khr_kernel_clock"); }},
});

// SPIR-V Programming Guide of Level Zero, "Required Capabilities" and "Extensions".
constexpr std::array kLevelZero = std::to_array<Requirement>({
    {"Addresses", 10, "", "always", kAlways},
    {"Float16Buffer", 10, "", "always", kAlways},
    {"Int64", 10, "", "always", kAlways},
    {"Int16", 10, "", "always", kAlways},
    {"Int8", 10, "", "always", kAlways},
    {"Kernel", 10, "", "always", kAlways},
    {"Linkage", 10, "", "always", kAlways},
    {"Vector16", 10, "", "always", kAlways},
    {"GenericPointer", 10, "", "always", kAlways},
    {"Groups", 10, "", "always", kAlways},
    {"ImageBasic", 10, "", "images", kImages},
    {"LiteralSampler", 10, "", "images", kImages},
    {"Sampled1D", 10, "", "images", kImages},
    {"Image1D", 10, "", "images", kImages},
    {"SampledBuffer", 10, "", "images", kImages},
    {"ImageBuffer", 10, "", "images", kImages},
    {"ImageReadWrite", 10, "", "images", kImages},
    {"Float16", 10, "", "ZE_DEVICE_MODULE_FLAG_FP16", [](const E& e) { return e.has("f16"); }},
    {"Float64", 10, "", "ZE_DEVICE_MODULE_FLAG_FP64", [](const E& e) { return e.has("f64"); }},
    {"Int64Atomics", 10, "", "ZE_DEVICE_MODULE_FLAG_INT64_ATOMICS", [](const E& e) { return e.has("int64-atomics"); }},
    {"SubgroupShuffleINTEL", 10, "SPV_INTEL_subgroups", "always", kAlways},
    {"SubgroupBufferBlockIOINTEL", 10, "SPV_INTEL_subgroups", "always", kAlways},
    {"SubgroupImageBlockIOINTEL", 10, "SPV_INTEL_subgroups", "always", kAlways},
});
// clang-format on

bool contains(const std::vector<std::string>& all, std::string_view one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

}  // namespace

bool Environment::has(std::string_view feature) const { return contains(features, feature); }
bool Environment::has_extension(std::string_view name) const { return contains(extensions, name); }
bool Environment::takes(int version) const {
  return std::any_of(spirv.begin(), spirv.end(), [&](int v) { return v >= version; });
}

std::span<const Requirement> requirements(Rules rules) {
  if (rules == Rules::level_zero) return kLevelZero;
  return kRequirements;
}

bool is_required(const Requirement& r, const Environment& e) { return e.takes(r.spirv) && r.holds(e); }

std::vector<int> required_versions(int opencl) {
  if (opencl == 22) return {10, 11, 12};
  if (opencl < 30) return {10};
  return {};
}

// Either extension of 64-bit atomics is enough, because a device has both or neither. A device with doubles accepts Float64
// without a declaration.
std::string_view extension_declared_with(std::string_view capability) {
  if (capability == "Float16") return "cl_khr_fp16";
  if (capability == "Int64") return "cles_khr_int64";
  if (capability == "Int64Atomics") return "cl_khr_int64_base_atomics";
  if (capability == "NamedBarrier") return "cl_khr_subgroup_named_barrier";
  return "";
}

unsigned capability_number(std::string_view capability) {
  if (const std::optional<unsigned> number = new_capability(capability)) return *number;
  constexpr std::size_t kFirstOperand = 6;  // after the module header of five words and the first word of the instruction
  return as_words("OpCapability " + std::string(capability)).at(kFirstOperand);
}

}  // namespace classay::il
