// Provides modules that prove a capability: the shortest kernel that uses it. A use may require another feature, or may be
// rejected for another reason, such as a sub-group size that the device lacks. The module then only declares the capability,
// which satisfies "must support modules that declare".
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "kernels/il/environment.h"

namespace classay::il {
namespace {

// Parts of the only kernel. Words in braces are replaced: {scope} by the scope of groups, {atomic_scope} by that of atomics,
// {size_0} by a zero of address width, {size_type} by the declarations that this zero requires.
struct Proof {
  std::string_view capability;
  std::string_view needs = "";  // further capabilities
  std::string_view decorations = "";
  std::string_view globals = "";    // types and constants beyond the common ones
  std::string_view parameter = "";  // the type of its only parameter
  std::string_view body = "";
  std::string_view functions = "";
};

constexpr std::string_view kImage2D = "%image = OpTypeImage %void 2D 0 0 0 0 Unknown ReadOnly\n";

constexpr std::array kProofs = std::to_array<Proof>({
    {.capability = "Addresses",
     .parameter = "%global_uint",
     .body = "%at = OpInBoundsPtrAccessChain %global_uint %in %uint_1\nOpStore %at %uint_1 Aligned 4\n"},
    {.capability = "Float16Buffer",
     .globals = "%half = OpTypeFloat 16\n%global_half = OpTypePointer CrossWorkgroup %half\n%float = OpTypeFloat 32\n"
                "{size_type}",
     .parameter = "%global_half",
     .body = "%x = OpExtInst %float %std vload_half {size_0} %in\n"},
    {.capability = "Int64",
     .globals = "%ulong = OpTypeInt 64 0\n%ulong_1 = OpConstant %ulong 1\n",
     .body = "%x = OpIAdd %ulong %ulong_1 %ulong_1\n"},
    {.capability = "Int16",
     .globals = "%ushort = OpTypeInt 16 0\n%ushort_1 = OpConstant %ushort 1\n",
     .body = "%x = OpIAdd %ushort %ushort_1 %ushort_1\n"},
    {.capability = "Int8",
     .globals = "%uchar = OpTypeInt 8 0\n%uchar_1 = OpConstant %uchar 1\n",
     .body = "%x = OpIAdd %uchar %uchar_1 %uchar_1\n"},
    {.capability = "Kernel"},
    {.capability = "Linkage",
     .decorations = "OpDecorate %helper LinkageAttributes \"helper\" Export\n",
     .functions = "%helper = OpFunction %void None %type_of_prove\n%h = OpLabel\nOpReturn\nOpFunctionEnd\n"},
    {.capability = "Vector16",
     .globals = "%uint16 = OpTypeVector %uint 16\n%nothing16 = OpConstantNull %uint16\n",
     .body = "%x = OpIAdd %uint16 %nothing16 %nothing16\n"},
    {.capability = "DeviceEnqueue", .globals = "%queue = OpTypeQueue\n", .body = "%x = OpGetDefaultQueue %queue\n"},
    {.capability = "GenericPointer",
     .globals = "%generic_uint = OpTypePointer Generic %uint\n",
     .parameter = "%global_uint",
     .body = "%x = OpPtrCastToGeneric %generic_uint %in\nOpStore %x %uint_1 Aligned 4\n"},
    {.capability = "Groups", .body = "%x = OpGroupAll %bool {scope} %true\n"},
    {.capability = "Pipes",
     .globals = "%pipe = OpTypePipe ReadOnly\n",
     .parameter = "%pipe",
     .body = "%x = OpGetMaxPipePackets %uint %in %uint_4 %uint_4\n"},
    {.capability = "ImageBasic",
     .globals = kImage2D,
     .parameter = "%image",
     .body = "%x = OpImageQuerySizeLod %uint2 %in %uint_0\n"},
    {.capability = "LiteralSampler",
     .needs = "ImageBasic",
     .globals = "%sampler = OpTypeSampler\n%s = OpConstantSampler %sampler None 0 Nearest\n"},
    {.capability = "Sampled1D",
     .needs = "ImageBasic",
     .globals = "%image = OpTypeImage %void 1D 0 0 0 0 Unknown ReadOnly\n",
     .parameter = "%image"},
    {.capability = "Image1D",
     .needs = "ImageBasic",
     .globals = "%image = OpTypeImage %void 1D 0 0 0 0 Unknown WriteOnly\n",
     .parameter = "%image"},
    {.capability = "SampledBuffer",
     .needs = "ImageBasic",
     .globals = "%image = OpTypeImage %void Buffer 0 0 0 0 Unknown ReadOnly\n",
     .parameter = "%image"},
    {.capability = "ImageBuffer",
     .needs = "ImageBasic",
     .globals = "%image = OpTypeImage %void Buffer 0 0 0 0 Unknown WriteOnly\n",
     .parameter = "%image"},
    {.capability = "ImageReadWrite",
     .needs = "ImageBasic",
     .globals = "%image = OpTypeImage %void 2D 0 0 0 0 Unknown ReadWrite\n",
     .parameter = "%image"},
    {.capability = "Float64",
     .globals = "%double = OpTypeFloat 64\n%double_1 = OpConstant %double 1\n",
     .body = "%x = OpFAdd %double %double_1 %double_1\n"},
    {.capability = "Float16",
     .globals = "%half = OpTypeFloat 16\n%half_1 = OpConstant %half 1\n",
     .body = "%x = OpFAdd %half %half_1 %half_1\n"},
    {.capability = "Int64Atomics",
     .needs = "Int64",
     .globals = "%ulong = OpTypeInt 64 0\n%ulong_1 = OpConstant %ulong 1\n"
                "%global_ulong = OpTypePointer CrossWorkgroup %ulong\n",
     .parameter = "%global_ulong",
     .body = "%x = OpAtomicIAdd %ulong %in {atomic_scope} %uint_0 %ulong_1\n"},
    {.capability = "GroupNonUniform", .body = "%x = OpGroupNonUniformElect %bool %uint_3\n"},
    {.capability = "GroupNonUniformVote", .body = "%x = OpGroupNonUniformAll %bool %uint_3 %true\n"},
    {.capability = "GroupNonUniformBallot", .body = "%x = OpGroupNonUniformBallot %uint4 %uint_3 %true\n"},
    {.capability = "GroupNonUniformArithmetic", .body = "%x = OpGroupNonUniformIAdd %uint %uint_3 Reduce %uint_1\n"},
    {.capability = "GroupNonUniformClustered",
     .needs = "GroupNonUniformArithmetic",
     .body = "%x = OpGroupNonUniformIAdd %uint %uint_3 ClusteredReduce %uint_1 %uint_4\n"},
    {.capability = "GroupNonUniformShuffle", .body = "%x = OpGroupNonUniformShuffle %uint %uint_3 %uint_1 %uint_0\n"},
    {.capability = "GroupNonUniformShuffleRelative",
     .body = "%x = OpGroupNonUniformShuffleUp %uint %uint_3 %uint_1 %uint_0\n"},
    {.capability = "GroupNonUniformRotateKHR", .body = "%x = OpGroupNonUniformRotateKHR %uint %uint_3 %uint_1 %uint_1\n"},
    {.capability = "DotProduct"},
    {.capability = "DotProductKHR"},
    {.capability = "DotProductInput4x8Bit",
     .needs = "DotProduct Int8",
     .globals = "%uchar = OpTypeInt 8 0\n%uchar4 = OpTypeVector %uchar 4\n%nothing4 = OpConstantNull %uchar4\n",
     .body = "%x = OpUDot %uint %nothing4 %nothing4\n"},
    {.capability = "DotProductInput4x8BitKHR",
     .needs = "DotProductKHR Int8",
     .globals = "%uchar = OpTypeInt 8 0\n%uchar4 = OpTypeVector %uchar 4\n%nothing4 = OpConstantNull %uchar4\n",
     .body = "%x = OpUDotKHR %uint %nothing4 %nothing4\n"},
    {.capability = "DotProductInput4x8BitPacked",
     .needs = "DotProduct",
     .body = "%x = OpUDot %uint %uint_1 %uint_4 PackedVectorFormat4x8Bit\n"},
    {.capability = "DotProductInput4x8BitPackedKHR",
     .needs = "DotProductKHR",
     .body = "%x = OpUDotKHR %uint %uint_1 %uint_4 PackedVectorFormat4x8BitKHR\n"},
    {.capability = "BitInstructions", .body = "%x = OpBitReverse %uint %uint_1\n"},
    {.capability = "SubgroupShuffleINTEL", .body = "%x = OpSubgroupShuffleINTEL %uint %uint_1 %uint_1\n"},
    {.capability = "ExpectAssumeKHR", .body = "OpAssumeTrueKHR %true\n"},
    {.capability = "GroupUniformArithmeticKHR",
     .needs = "Groups",
     .body = "%x = OpGroupIMulKHR %uint %uint_2 Reduce %uint_1\n"},
    {.capability = "NamedBarrier", .globals = "%barrier = OpTypeNamedBarrier\n"},
    {.capability = "PipeStorage", .needs = "Pipes", .globals = "%storage = OpTypePipeStorage\n"},
});

Proof proof_of(std::string_view capability) {
  const auto* const at =
      std::find_if(kProofs.begin(), kProofs.end(), [&](const Proof& p) { return p.capability == capability; });
  return at == kProofs.end() ? Proof{.capability = capability} : *at;
}

std::string capability_lines(std::string_view needs) {
  std::string text;
  while (!needs.empty()) {
    const std::size_t end = std::min(needs.find(' '), needs.size());
    text += fmt::format("OpCapability {}\n", needs.substr(0, end));
    needs.remove_prefix(std::min(end + 1, needs.size()));
  }
  return text;
}

std::string with(std::string_view text, std::string_view name, std::string_view value) {
  std::string all(text);
  if (const std::size_t at = all.find(name); at != std::string::npos) all.replace(at, name.size(), value);
  return all;
}

constexpr std::string_view kCommon = R"(%void = OpTypeVoid
%bool = OpTypeBool
%true = OpConstantTrue %bool
%uint = OpTypeInt 32 0
%uint_0 = OpConstant %uint 0
%uint_1 = OpConstant %uint 1
%uint_2 = OpConstant %uint 2
%uint_3 = OpConstant %uint 3
%uint_4 = OpConstant %uint 4
%uint2 = OpTypeVector %uint 2
%uint4 = OpTypeVector %uint 4
%global_uint = OpTypePointer CrossWorkgroup %uint
)";

std::string extension_line(std::string_view name) { return fmt::format("OpExtension \"{}\"\n", name); }

// Returns the lines that declare the OpenCL extensions of a capability, if the device has them and its environment requires
// the declaration.
std::string declared_extensions(std::string_view capability, const Environment& e) {
  const std::string_view extension = extension_declared_with(capability);
  const bool is_declared = e.rules == Rules::opencl && e.opencl < 10 * kNoOpenclExtensions.major;
  return is_declared && !extension.empty() && e.has_extension(extension) ? extension_line(extension) : "";
}

}  // namespace

std::string proof(const Requirement& r, const Environment& e) {
  const Proof p = proof_of(r.capability);
  const bool only_sub_groups = e.opencl >= 30 && !e.has("work-group-collective-functions");
  const bool has_device_scope = e.opencl < 30 || e.has("atomic-scope-device");
  const bool is_wide = e.address_bits == 64;
  const auto filled = [&](std::string_view text) {
    std::string all = with(text, "{atomic_scope}", has_device_scope ? "%uint_1" : "%uint_2");
    all = with(all, "{scope}", only_sub_groups ? "%uint_3" : "%uint_2");
    all = with(all, "{size_0}", is_wide ? "%size_0" : "%uint_0");
    return with(all, "{size_type}", is_wide ? "%size = OpTypeInt 64 0\n%size_0 = OpConstant %size 0\n" : "");
  };
  const bool needs_size = is_wide && p.body.find("{size_0}") != std::string_view::npos;
  std::string text = capability_lines("Addresses Kernel");
  const std::string common = text;
  for (const std::string& line :
       {capability_lines(r.capability), capability_lines(p.needs), capability_lines(needs_size ? "Int64" : "")}) {
    if (common.find(line) == std::string::npos) text += line;
  }
  text += declared_extensions(r.capability, e);
  if (!r.extension.empty()) text += extension_line(r.extension);
  text += fmt::format("%std = OpExtInstImport \"OpenCL.std\"\nOpMemoryModel Physical{} OpenCL\n", e.address_bits);
  text += fmt::format("OpEntryPoint Kernel %prove \"prove\"\n{}{}{}", p.decorations, kCommon, filled(p.globals));
  text += fmt::format("%type_of_prove = OpTypeFunction %void {}\n", p.parameter);
  text += "%prove = OpFunction %void None %type_of_prove\n";
  if (!p.parameter.empty()) text += fmt::format("%in = OpFunctionParameter {}\n", p.parameter);
  return text + fmt::format("%begin = OpLabel\n{}OpReturn\nOpFunctionEnd\n{}", filled(p.body), p.functions);
}

}  // namespace classay::il
