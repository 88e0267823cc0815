// Checks modules with OpFmaKHR, FPFastMathDefault and the flags of SPV_KHR_float_controls2. SPIRV-Tools may be too old to
// validate them (2023.1 knows neither extension). Their words are checked, and the same modules without what the tools do
// not know are validated. FPFastMathMode on instructions of OpenCL.std needs no extension, and is validated as it is.
#include "kernels/il/float_controls.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "kernels/il/environment.h"
#include "kernels/il/testing.h"

namespace classay::il {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing_support::instructions;
using testing_support::Words;

const std::vector<OptionalCapability> kFmaNeeds{{kFmaCapability, kFmaExtension}};
const std::vector<OptionalCapability> kControlsNeed{{kControlsCapability, kControlsExtension}};

std::string fma_module(Type type, int address_bits = 64) {
  const std::vector<FloatKernel> kernels{
      {"fused", std::nullopt, {{FloatForm::fma}, {FloatForm::fma_of_vectors, kNotNan | kNotInf}}}};
  return float_controls_source(type, {.address_bits = address_bits}, kernels, kFmaNeeds).text;
}

std::string controls_module(Type type, int address_bits = 64) {
  const std::vector<FloatStep> steps{{FloatForm::product_sum},
                                     {FloatForm::sum_difference, kAllowContract | kAllowReassoc | kAllowTransform},
                                     {FloatForm::sum_of_zero, kNoFlag},
                                     {FloatForm::difference},
                                     {FloatForm::is_nan, kNotInf}};
  const std::vector<FloatKernel> kernels{{"strict", kNoFlag, steps}, {"contracting", kAllowContract, steps}};
  return float_controls_source(type, {.address_bits = address_bits}, kernels, kControlsNeed).text;
}

// Leaves out what the tools do not know, and puts fma of OpenCL.std in the place of OpFmaKHR.
std::string as_known(std::string text) {
  text = std::regex_replace(text, std::regex("OpCapability ![^\n]*\n"), "");
  text = std::regex_replace(text, std::regex("OpExtension [^\n]*\n"), "");
  text = std::regex_replace(text, std::regex("OpExecutionModeId [^\n]*\n"), "");
  text = std::regex_replace(text, std::regex("FPFastMathMode !0x[1-9a-f]0000\n"), "FPFastMathMode None\n");
  return std::regex_replace(text, std::regex("!0x0006114b (%[^ ]+) (%[^ ]+) ([^;]*);[^\n]*"),
                            "$2 = OpExtInst $1 %std fma $3");
}

TEST(IlFloatControls, WithoutWhatTheToolsDoNotKnowModulesAreValid) {
  for (const Type type : kLanguageFloats) {
    for (const int address_bits : {32, 64}) {
      for (const std::string& text : {fma_module(type, address_bits), controls_module(type, address_bits)}) {
        EXPECT_THAT(as_known(text), Not(HasSubstr("OpCapability !")));
        EXPECT_NO_THROW(assembled(as_known(text), 12)) << info(type).name << as_known(text);
      }
    }
  }
}

TEST(IlFloatControls, AFusedMultiplyAddHasItsWords) {
  constexpr std::uint32_t kFma = 4427;
  const std::vector<std::uint32_t> module = assembled(fma_module(Type::f32));
  EXPECT_EQ(module.at(1), 0x10000U) << "version 1.0";
  std::vector<std::uint32_t> types;
  for (const Words& w : instructions(module)) {
    if (w.opcode != kFma) continue;
    EXPECT_EQ(w.operands.size(), 5U);
    types.push_back(w.operands[0]);
  }
  ASSERT_EQ(types.size(), 2U);
  EXPECT_NE(types[0], types[1]) << "a scalar and a vector";
  EXPECT_THAT(fma_module(Type::f32), HasSubstr("OpExtension \"SPV_KHR_fma\""));
  EXPECT_EQ(capability_number(kFmaCapability), 6030U);
  EXPECT_EQ(capability_number(kControlsCapability), 6029U);
}

TEST(IlFloatControls, EachKernelHasItsDefault) {
  constexpr std::uint32_t kExecutionModeId = 331;
  constexpr std::uint32_t kDecorate = 71;
  const std::vector<std::uint32_t> module = assembled(controls_module(Type::f32));
  EXPECT_EQ(module.at(1), 0x10200U) << "\"requires SPIR-V 1.2\"";
  std::vector<std::uint32_t> modes;
  std::vector<std::uint32_t> flags;
  for (const Words& w : instructions(module)) {
    if (w.opcode == kExecutionModeId) modes.push_back(w.operands[1]);
    if (w.opcode == kDecorate && w.operands[1] == 40) flags.push_back(w.operands[2]);
  }
  EXPECT_THAT(modes, ElementsAre(6028, 6028));
  EXPECT_THAT(flags, ElementsAre(0x70000, 0x70000, 0, 2, 0x70000, 0x70000, 0, 2));
  const std::string text = controls_module(Type::f64);
  EXPECT_THAT(text, HasSubstr("OpExecutionModeId %strict !6028  %double %uint_0 "));
  EXPECT_THAT(text, HasSubstr("OpExecutionModeId %contracting !6028  %double %uint_10000 "));
  EXPECT_THAT(text, HasSubstr("%uint_10000 = OpConstant %uint 65536\n"));
}

TEST(IlFloatControls, FlagsOnExtendedInstructionsAreValid) {
  const std::vector<FloatKernel> kernels{{"extended",
                                          std::nullopt,
                                          {{FloatForm::fma_extended, kNotNan},
                                           {FloatForm::fmax, kNoSignedZeros},
                                           {FloatForm::fmin, kFast},
                                           {FloatForm::fabs, kAllowRecip},
                                           {FloatForm::floor, kNoFlag}}}};
  for (const Type type : kLanguageFloats) {
    const std::string text = float_controls_source(type, {.address_bits = 64}, kernels, {}).text;
    EXPECT_NO_THROW(assembled(text, 16)) << text;
    EXPECT_THAT(text, Not(HasSubstr("OpExtension")));
  }
}

}  // namespace
}  // namespace classay::il
