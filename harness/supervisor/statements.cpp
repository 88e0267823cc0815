#include "harness/supervisor/statements.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <vector>

#include "suites/row.h"

namespace classay {
namespace {

// SPIR-V, "Instructions": those that compute, change or move numbers, and image instructions, which convert numbers.
// clang-format off
constexpr std::array kCore = std::to_array<CoreInstruction>({
    {109, "OpConvertFToU", "Conversion"},
    {110, "OpConvertFToS", "Conversion"},
    {111, "OpConvertSToF", "Conversion"},
    {112, "OpConvertUToF", "Conversion"},
    {113, "OpUConvert", "Conversion"},
    {114, "OpSConvert", "Conversion"},
    {115, "OpFConvert", "Conversion"},
    {116, "OpQuantizeToF16", "Conversion", "needs the capability Shader"},
    {117, "OpConvertPtrToU", "Conversion", "moves a pointer"},
    {118, "OpSatConvertSToU", "Conversion"},
    {119, "OpSatConvertUToS", "Conversion"},
    {120, "OpConvertUToPtr", "Conversion", "moves a pointer"},
    {121, "OpPtrCastToGeneric", "Conversion", "il/misc/address-space/*"},
    {122, "OpGenericCastToPtr", "Conversion", "moves a pointer"},
    {123, "OpGenericCastToPtrExplicit", "Conversion", "il/misc/address-space/*"},
    {124, "OpBitcast", "Conversion"},
    {77, "OpVectorExtractDynamic", "Composite"},
    {78, "OpVectorInsertDynamic", "Composite"},
    {79, "OpVectorShuffle", "Composite", "il/misc/components/*"},
    {80, "OpCompositeConstruct", "Composite", kInEveryKernel},
    {81, "OpCompositeExtract", "Composite", kInEveryKernel},
    {82, "OpCompositeInsert", "Composite", kInEveryKernel},
    {83, "OpCopyObject", "Composite"},
    {84, "OpTranspose", "Composite", "needs the capability Matrix"},
    {126, "OpSNegate", "Arithmetic"},
    {127, "OpFNegate", "Arithmetic"},
    {128, "OpIAdd", "Arithmetic"},
    {129, "OpFAdd", "Arithmetic"},
    {130, "OpISub", "Arithmetic"},
    {131, "OpFSub", "Arithmetic"},
    {132, "OpIMul", "Arithmetic"},
    {133, "OpFMul", "Arithmetic"},
    {134, "OpUDiv", "Arithmetic"},
    {135, "OpSDiv", "Arithmetic"},
    {136, "OpFDiv", "Arithmetic"},
    {137, "OpUMod", "Arithmetic"},
    {138, "OpSRem", "Arithmetic"},
    {139, "OpSMod", "Arithmetic"},
    {140, "OpFRem", "Arithmetic"},
    {141, "OpFMod", "Arithmetic"},
    {142, "OpVectorTimesScalar", "Arithmetic"},
    {143, "OpMatrixTimesScalar", "Arithmetic", "needs the capability Matrix"},
    {144, "OpVectorTimesMatrix", "Arithmetic", "needs the capability Matrix"},
    {145, "OpMatrixTimesVector", "Arithmetic", "needs the capability Matrix"},
    {146, "OpMatrixTimesMatrix", "Arithmetic", "needs the capability Matrix"},
    {147, "OpOuterProduct", "Arithmetic", "needs the capability Matrix"},
    {148, "OpDot", "Arithmetic"},
    {149, "OpIAddCarry", "Arithmetic"},
    {150, "OpISubBorrow", "Arithmetic"},
    {151, "OpUMulExtended", "Arithmetic"},
    {152, "OpSMulExtended", "Arithmetic"},
    {4450, "OpSDot", "Arithmetic"},
    {4451, "OpUDot", "Arithmetic"},
    {4452, "OpSUDot", "Arithmetic"},
    {4453, "OpSDotAccSat", "Arithmetic"},
    {4454, "OpUDotAccSat", "Arithmetic"},
    {4455, "OpSUDotAccSat", "Arithmetic"},
    {194, "OpShiftRightLogical", "Bit"},
    {195, "OpShiftRightArithmetic", "Bit"},
    {196, "OpShiftLeftLogical", "Bit"},
    {197, "OpBitwiseOr", "Bit"},
    {198, "OpBitwiseXor", "Bit"},
    {199, "OpBitwiseAnd", "Bit"},
    {200, "OpNot", "Bit"},
    {201, "OpBitFieldInsert", "Bit"},
    {202, "OpBitFieldSExtract", "Bit"},
    {203, "OpBitFieldUExtract", "Bit"},
    {204, "OpBitReverse", "Bit"},
    {205, "OpBitCount", "Bit"},
    {154, "OpAny", "Relational and Logical"},
    {155, "OpAll", "Relational and Logical"},
    {156, "OpIsNan", "Relational and Logical"},
    {157, "OpIsInf", "Relational and Logical"},
    {158, "OpIsFinite", "Relational and Logical"},
    {159, "OpIsNormal", "Relational and Logical"},
    {160, "OpSignBitSet", "Relational and Logical"},
    {161, "OpLessOrGreater", "Relational and Logical"},
    {162, "OpOrdered", "Relational and Logical"},
    {163, "OpUnordered", "Relational and Logical"},
    {164, "OpLogicalEqual", "Relational and Logical"},
    {165, "OpLogicalNotEqual", "Relational and Logical"},
    {166, "OpLogicalOr", "Relational and Logical"},
    {167, "OpLogicalAnd", "Relational and Logical"},
    {168, "OpLogicalNot", "Relational and Logical"},
    {169, "OpSelect", "Relational and Logical"},
    {170, "OpIEqual", "Relational and Logical"},
    {171, "OpINotEqual", "Relational and Logical"},
    {172, "OpUGreaterThan", "Relational and Logical"},
    {173, "OpSGreaterThan", "Relational and Logical"},
    {174, "OpUGreaterThanEqual", "Relational and Logical"},
    {175, "OpSGreaterThanEqual", "Relational and Logical"},
    {176, "OpULessThan", "Relational and Logical"},
    {177, "OpSLessThan", "Relational and Logical"},
    {178, "OpULessThanEqual", "Relational and Logical"},
    {179, "OpSLessThanEqual", "Relational and Logical"},
    {180, "OpFOrdEqual", "Relational and Logical"},
    {181, "OpFUnordEqual", "Relational and Logical"},
    {182, "OpFOrdNotEqual", "Relational and Logical"},
    {183, "OpFUnordNotEqual", "Relational and Logical"},
    {184, "OpFOrdLessThan", "Relational and Logical"},
    {185, "OpFUnordLessThan", "Relational and Logical"},
    {186, "OpFOrdGreaterThan", "Relational and Logical"},
    {187, "OpFUnordGreaterThan", "Relational and Logical"},
    {188, "OpFOrdLessThanEqual", "Relational and Logical"},
    {189, "OpFUnordLessThanEqual", "Relational and Logical"},
    {190, "OpFOrdGreaterThanEqual", "Relational and Logical"},
    {191, "OpFUnordGreaterThanEqual", "Relational and Logical"},
    {207, "OpDPdx", "Derivative", "needs the capability Shader"},
    {208, "OpDPdy", "Derivative", "needs the capability Shader"},
    {209, "OpFwidth", "Derivative", "needs the capability Shader"},
    {210, "OpDPdxFine", "Derivative", "needs the capability DerivativeControl"},
    {211, "OpDPdyFine", "Derivative", "needs the capability DerivativeControl"},
    {212, "OpFwidthFine", "Derivative", "needs the capability DerivativeControl"},
    {213, "OpDPdxCoarse", "Derivative", "needs the capability DerivativeControl"},
    {214, "OpDPdyCoarse", "Derivative", "needs the capability DerivativeControl"},
    {215, "OpFwidthCoarse", "Derivative", "needs the capability DerivativeControl"},
    {227, "OpAtomicLoad", "Atomic", "il/misc/atomic/*"},
    {228, "OpAtomicStore", "Atomic", "il/misc/atomic/*"},
    {229, "OpAtomicExchange", "Atomic", "il/misc/atomic/*"},
    {230, "OpAtomicCompareExchange", "Atomic", "il/misc/atomic/*"},
    {231, "OpAtomicCompareExchangeWeak", "Atomic", "il/misc/atomic/*"},
    {232, "OpAtomicIIncrement", "Atomic", "il/misc/atomic/*"},
    {233, "OpAtomicIDecrement", "Atomic", "il/misc/atomic/*"},
    {234, "OpAtomicIAdd", "Atomic", "il/misc/atomic/*"},
    {235, "OpAtomicISub", "Atomic", "il/misc/atomic/*"},
    {236, "OpAtomicSMin", "Atomic", "il/misc/atomic/*"},
    {237, "OpAtomicUMin", "Atomic", "il/misc/atomic/*"},
    {238, "OpAtomicSMax", "Atomic", "il/misc/atomic/*"},
    {239, "OpAtomicUMax", "Atomic", "il/misc/atomic/*"},
    {240, "OpAtomicAnd", "Atomic", "il/misc/atomic/*"},
    {241, "OpAtomicOr", "Atomic", "il/misc/atomic/*"},
    {242, "OpAtomicXor", "Atomic", "il/misc/atomic/*"},
    {318, "OpAtomicFlagTestAndSet", "Atomic", "il/misc/atomic/*"},
    {319, "OpAtomicFlagClear", "Atomic", "il/misc/atomic/*"},
    {6035, "OpAtomicFAddEXT", "Atomic", "il/misc/atomic/*"},
    {5614, "OpAtomicFMinEXT", "Atomic", "il/misc/atomic/*"},
    {5615, "OpAtomicFMaxEXT", "Atomic", "il/misc/atomic/*"},
    {259, "OpGroupAsyncCopy", "Group", "il/misc/async-copy/*"},
    {260, "OpGroupWaitEvents", "Group", "il/misc/async-copy/*"},
    {261, "OpGroupAll", "Group", "il/misc/work-group/* il/misc/sub-group/*"},
    {262, "OpGroupAny", "Group", "il/misc/work-group/* il/misc/sub-group/*"},
    {263, "OpGroupBroadcast", "Group", "il/misc/work-group/* il/misc/sub-group/*"},
    {264, "OpGroupIAdd", "Group", "il/misc/work-group/* il/misc/sub-group/*"},
    {265, "OpGroupFAdd", "Group", "il/misc/work-group/* il/misc/sub-group/*"},
    {266, "OpGroupFMin", "Group", "il/misc/work-group/* il/misc/sub-group/*"},
    {267, "OpGroupUMin", "Group", "il/misc/work-group/* il/misc/sub-group/*"},
    {268, "OpGroupSMin", "Group", "il/misc/work-group/* il/misc/sub-group/*"},
    {269, "OpGroupFMax", "Group", "il/misc/work-group/* il/misc/sub-group/*"},
    {270, "OpGroupUMax", "Group", "il/misc/work-group/* il/misc/sub-group/*"},
    {271, "OpGroupSMax", "Group", "il/misc/work-group/* il/misc/sub-group/*"},
    {333, "OpGroupNonUniformElect", "Group", "il/misc/sub-group-vote/*"},
    {334, "OpGroupNonUniformAll", "Group", "il/misc/sub-group-vote/*"},
    {335, "OpGroupNonUniformAny", "Group", "il/misc/sub-group-vote/*"},
    {336, "OpGroupNonUniformAllEqual", "Group", "il/misc/sub-group-vote/*"},
    {337, "OpGroupNonUniformBroadcast", "Group", "il/misc/sub-group-ballot/*"},
    {338, "OpGroupNonUniformBroadcastFirst", "Group", "il/misc/sub-group-ballot/*"},
    {339, "OpGroupNonUniformBallot", "Group", "il/misc/sub-group-ballot/*"},
    {340, "OpGroupNonUniformInverseBallot", "Group", "il/misc/sub-group-ballot/*"},
    {341, "OpGroupNonUniformBallotBitExtract", "Group", "il/misc/sub-group-ballot/*"},
    {342, "OpGroupNonUniformBallotBitCount", "Group", "il/misc/sub-group-ballot/*"},
    {343, "OpGroupNonUniformBallotFindLSB", "Group", "il/misc/sub-group-ballot/*"},
    {344, "OpGroupNonUniformBallotFindMSB", "Group", "il/misc/sub-group-ballot/*"},
    {345, "OpGroupNonUniformShuffle", "Group", "il/misc/sub-group-shuffle/*"},
    {346, "OpGroupNonUniformShuffleXor", "Group", "il/misc/sub-group-shuffle/*"},
    {347, "OpGroupNonUniformShuffleUp", "Group", "il/misc/sub-group-relative-shuffle/*"},
    {348, "OpGroupNonUniformShuffleDown", "Group", "il/misc/sub-group-relative-shuffle/*"},
    {349, "OpGroupNonUniformIAdd", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {350, "OpGroupNonUniformFAdd", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {351, "OpGroupNonUniformIMul", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {352, "OpGroupNonUniformFMul", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {353, "OpGroupNonUniformSMin", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {354, "OpGroupNonUniformUMin", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {355, "OpGroupNonUniformFMin", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {356, "OpGroupNonUniformSMax", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {357, "OpGroupNonUniformUMax", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {358, "OpGroupNonUniformFMax", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {359, "OpGroupNonUniformBitwiseAnd", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {360, "OpGroupNonUniformBitwiseOr", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {361, "OpGroupNonUniformBitwiseXor", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {362, "OpGroupNonUniformLogicalAnd", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {363, "OpGroupNonUniformLogicalOr", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {364, "OpGroupNonUniformLogicalXor", "Group", "il/misc/sub-group-non-uniform/* il/misc/sub-group-clustered/*"},
    {365, "OpGroupNonUniformQuadBroadcast", "Group", "needs the capability GroupNonUniformQuad"},
    {366, "OpGroupNonUniformQuadSwap", "Group", "needs the capability GroupNonUniformQuad"},
    {4431, "OpGroupNonUniformRotateKHR", "Group", "il/misc/sub-group-rotate/*"},
    {6401, "OpGroupIMulKHR", "Group", "il/misc/work-group-arithmetic/*"},
    {6402, "OpGroupFMulKHR", "Group", "il/misc/work-group-arithmetic/*"},
    {6403, "OpGroupBitwiseAndKHR", "Group", "il/misc/work-group-arithmetic/*"},
    {6404, "OpGroupBitwiseOrKHR", "Group", "il/misc/work-group-arithmetic/*"},
    {6405, "OpGroupBitwiseXorKHR", "Group", "il/misc/work-group-arithmetic/*"},
    {6406, "OpGroupLogicalAndKHR", "Group", "il/misc/work-group-arithmetic/*"},
    {6407, "OpGroupLogicalOrKHR", "Group", "il/misc/work-group-arithmetic/*"},
    {6408, "OpGroupLogicalXorKHR", "Group", "il/misc/work-group-arithmetic/*"},
    {86, "OpSampledImage", "Image", "il/misc/image-*"},
    {87, "OpImageSampleImplicitLod", "Image", "needs the capability Shader"},
    {88, "OpImageSampleExplicitLod", "Image", "il/misc/image-*"},
    {89, "OpImageSampleDrefImplicitLod", "Image", "needs the capability Shader"},
    {90, "OpImageSampleDrefExplicitLod", "Image", "needs the capability Shader"},
    {91, "OpImageSampleProjImplicitLod", "Image", "needs the capability Shader"},
    {92, "OpImageSampleProjExplicitLod", "Image", "needs the capability Shader"},
    {93, "OpImageSampleProjDrefImplicitLod", "Image", "needs the capability Shader"},
    {94, "OpImageSampleProjDrefExplicitLod", "Image", "needs the capability Shader"},
    {95, "OpImageFetch", "Image", "only for images with Sampled 1, which kernels do not have"},
    {96, "OpImageGather", "Image", "needs the capability Shader"},
    {97, "OpImageDrefGather", "Image", "needs the capability Shader"},
    {98, "OpImageRead", "Image", "il/misc/image-*"},
    {99, "OpImageWrite", "Image", "il/misc/image-write-*"},
    {100, "OpImage", "Image", "computes nothing"},
    {101, "OpImageQueryFormat", "Image", "il/misc/image-address/* il/misc/image-3d/*"},
    {102, "OpImageQueryOrder", "Image", "il/misc/image-address/* il/misc/image-3d/*"},
    {103, "OpImageQuerySizeLod", "Image", "il/misc/image-address/* il/misc/image-3d/*"},
    {104, "OpImageQuerySize", "Image", "il/misc/image-1d-buffer/*"},
    {105, "OpImageQueryLod", "Image", "needs the capability ImageQuery"},
    {106, "OpImageQueryLevels", "Image", "of mipmaps: no driver of data/drivers lists cl_khr_mipmap_image"},
    {107, "OpImageQuerySamples", "Image", "only for multisampled images, which kernels do not have"},
    {305, "OpImageSparseSampleImplicitLod", "Image", "needs the capability SparseResidency"},
    {306, "OpImageSparseSampleExplicitLod", "Image", "needs the capability SparseResidency"},
    {307, "OpImageSparseSampleDrefImplicitLod", "Image", "needs the capability SparseResidency"},
    {308, "OpImageSparseSampleDrefExplicitLod", "Image", "needs the capability SparseResidency"},
    {309, "OpImageSparseSampleProjImplicitLod", "Image", "needs the capability SparseResidency"},
    {310, "OpImageSparseSampleProjExplicitLod", "Image", "needs the capability SparseResidency"},
    {311, "OpImageSparseSampleProjDrefImplicitLod", "Image", "needs the capability SparseResidency"},
    {312, "OpImageSparseSampleProjDrefExplicitLod", "Image", "needs the capability SparseResidency"},
    {313, "OpImageSparseFetch", "Image", "needs the capability SparseResidency"},
    {314, "OpImageSparseGather", "Image", "needs the capability SparseResidency"},
    {315, "OpImageSparseDrefGather", "Image", "needs the capability SparseResidency"},
    {316, "OpImageSparseTexelsResident", "Image", "needs the capability SparseResidency"},
    {320, "OpImageSparseRead", "Image", "needs the capability SparseResidency"},
});
// clang-format on

std::vector<std::string_view> rows_of(int opcode) {
  std::vector<std::string_view> names;
  for (const Row& row : table()) {
    if (row.opcodes.contains(opcode)) names.push_back(row.name);
  }
  return names;
}

// Conversions have many names, so only a few are listed.
std::string asked_by(const CoreInstruction& instruction) {
  if (!instruction.instead.empty()) return std::string(instruction.instead);
  constexpr std::size_t kShown = 3;
  const std::vector<std::string_view> rows = rows_of(instruction.opcode);
  const std::span<const std::string_view> shown(rows.data(), std::min(rows.size(), kShown));
  const std::string more = rows.size() > kShown ? fmt::format(", and {} more", rows.size() - kShown) : "";
  return fmt::format("{}{}", fmt::join(shown, ", "), more);
}

bool is_without(const CoreInstruction& i) { return i.instead == kNotYet; }
bool is_asked(const CoreInstruction& i) { return i.instead.empty() || i.instead.starts_with("il/"); }

std::string sections_list(const StatedDocument& document) {
  std::string text = fmt::format("\n## Sections of {}\n\n", document.name);
  for (const StatedSection& s : document.sections) {
    text += fmt::format("- **{}**:\n  {}\n", s.title, s.cases.empty() ? std::string(s.why) : fmt::format("`{}`", s.cases));
  }
  return text;
}

}  // namespace

std::span<const CoreInstruction> core_instructions() { return kCore; }

std::string core_summary() {
  return fmt::format("SPIR-V's core has {} numeric instructions: {} tested, {} not tested yet\n", kCore.size(),
                     std::ranges::count_if(kCore, is_asked), std::ranges::count_if(kCore, is_without));
}

std::string statements_markdown() {
  std::string text =
      "# Coverage of the specifications\n\nEach section and instruction, with the cases that test it or the reason why no "
      "case does.\n\n"
      "The sources of this page are `statements.cpp` and `stated_sections.cpp` in `harness/supervisor`, and the table of\n"
      "builtins.\n"
      "`classay list --coverage` covers OpenCL.std. `not tested yet` marks a gap. OpenCL cannot reach instructions that\n"
      "need a capability of graphics, such as Shader or Matrix.\n";
  for (const StatedDocument& document : stated_documents()) text += sections_list(document);
  text += "\n## Instructions of SPIR-V's core\n\n";
  text += fmt::format("{} instructions compute with numbers: {} are tested, {} not yet.\n", kCore.size(),
                      std::ranges::count_if(kCore, is_asked), std::ranges::count_if(kCore, is_without));
  std::string_view section;
  for (const CoreInstruction& i : kCore) {
    if (i.section != section)
      text += fmt::format("\n### {} instructions\n\n| opcode | instruction | rows |\n|---|---|---|\n", i.section);
    section = i.section;
    text += fmt::format("| {} | {} | {} |\n", i.opcode, i.name, asked_by(i));
  }
  return text;
}

}  // namespace classay
