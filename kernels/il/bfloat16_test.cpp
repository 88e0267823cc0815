// Checks modules with bfloat16. SPIRV-Tools may be too old to validate them. Their words are checked one by one, and the
// same module with half in place of bfloat16 is validated. Possible faults: a type without its encoding, which is half; a
// missing capability; a superfluous capability, so that a device that only converts does not build the module.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "kernels/il/environment.h"
#include "kernels/il/instruction.h"
#include "kernels/il/source.h"
#include "kernels/il/testing.h"
#include "suites/cases.h"

namespace classay::il {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;
using testing_support::instructions;
using testing_support::Words;

const Compiler kCompiler;
constexpr std::uint32_t kCapability = 17;
constexpr std::uint32_t kTypeFloat = 22;
constexpr std::uint32_t kTypeCapability = 5116;        // BFloat16TypeKHR (SPV_KHR_bfloat16, Capabilities)
constexpr std::uint32_t kArithmeticCapability = 6226;  // BFloat16ArithmeticEXT (SPV_EXT_bfloat16_arithmetic, Capabilities)

Asked asked(const Row& row, Type format, Making making = Making::table) {
  const std::span<const int> all = widths(row);
  return {.row = &row, .format = format, .widths = {all.begin(), all.end()}, .making = making, .literals = {}};
}

std::string module_of(std::string_view name, Type format) { return source(asked(*find(name), format), kCompiler).text; }

std::vector<std::uint32_t> operands_of(const std::vector<std::uint32_t>& module, std::uint32_t opcode) {
  std::vector<std::uint32_t> all;
  for (const Words& w : instructions(module)) {
    if (w.opcode == opcode) all.insert(all.end(), w.operands.begin(), w.operands.end());
  }
  return all;
}

bool declares(const std::vector<std::uint32_t>& module, std::uint32_t capability) {
  const std::vector<std::uint32_t> all = operands_of(module, kCapability);
  return std::ranges::find(all, capability) != all.end();
}

// Replaces bfloat16 by half, and changes nothing else.
std::string with_half(std::string text) {
  text = std::regex_replace(text, std::regex("OpCapability !5116[^\n]*\n"), "OpCapability Float16\n");
  text = std::regex_replace(text, std::regex("OpCapability !6226[^\n]*\n"), "");
  text = std::regex_replace(text, std::regex("OpExtension \"SPV_[A-Z]+_bfloat16[a-z_]*\"\n"), "");
  return std::regex_replace(text, std::regex("!0x00040016 %bfloat16[^\n]*\n"), "%bfloat16 = OpTypeFloat 16\n");
}

// Returns the rows that have bfloat16 modules, with the tested formats.
std::vector<std::pair<const Row*, Type>> all_asked() {
  std::vector<std::pair<const Row*, Type>> all;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      const bool is_of_it = format == Type::bf16 || row.to == Type::bf16;
      if (is_of_it && has_source(row, format)) all.emplace_back(&row, format);
    }
  }
  return all;
}

// Returns the words of each OpTypeFloat, without its result.
std::vector<std::vector<std::uint32_t>> float_types(const std::vector<std::uint32_t>& module) {
  std::vector<std::vector<std::uint32_t>> types;
  for (const Words& w : instructions(module)) {
    if (w.opcode == kTypeFloat) types.emplace_back(w.operands.begin() + 1, w.operands.end());
  }
  return types;
}

TEST(Bfloat16ModulesTest, TheTypeHasItsEncoding) {
  const std::vector<std::uint32_t> encoded{16, 0};
  EXPECT_THAT(float_types(assembled(module_of("add", Type::bf16))), ElementsAre(encoded));
  EXPECT_THAT(float_types(assembled(module_of("convert_double", Type::bf16))),
              UnorderedElementsAre(encoded, std::vector<std::uint32_t>{64}));
  for (const auto& [row, format] : all_asked()) {
    const std::vector<std::uint32_t> module = assembled(source(asked(*row, format), kCompiler).text);
    EXPECT_THAT(float_types(module), Contains(encoded)) << row->name << " " << info(format).name;
    // The number of instructions must equal the number of lines: no instruction was parsed as operands of another.
    const std::vector<std::uint32_t> half = as_words(with_half(source(asked(*row, format), kCompiler).text));
    const std::size_t extensions = declares(module, kArithmeticCapability) ? 3 : 1;
    EXPECT_EQ(instructions(module).size(), instructions(half).size() + extensions) << row->name << " " << info(format).name;
  }
  EXPECT_THAT(module_of("add", Type::bf16), HasSubstr("OpExtension \"SPV_KHR_bfloat16\"\n"));
  EXPECT_THAT(module_of("add", Type::f16), Not(HasSubstr("bfloat16")));
}

TEST(Bfloat16ModulesTest, ArithmeticNeedsACapabilityOfItsOwnAndConversionsDoNot) {
  for (const char* name : {"add", "div", "negate", "isnan", "less", "funordequal", "vectortimesscalar"}) {
    const std::string text = module_of(name, Type::bf16);
    EXPECT_TRUE(declares(assembled(text), kTypeCapability)) << name;
    EXPECT_TRUE(declares(assembled(text), kArithmeticCapability)) << name;
    EXPECT_THAT(text, HasSubstr("OpExtension \"SPV_EXT_bfloat16_arithmetic\"\n"));
  }
  for (const char* name : {"convert_float", "convert_int_sat_rte", "as_ushort", "assign", "conditional"}) {
    const std::string text = module_of(name, Type::bf16);
    EXPECT_TRUE(declares(assembled(text), kTypeCapability)) << name;
    EXPECT_FALSE(declares(assembled(text), kArithmeticCapability)) << name;
    EXPECT_THAT(text, Not(HasSubstr("SPV_EXT_bfloat16_arithmetic")));
  }
  EXPECT_TRUE(declares(assembled(module_of("convert_bfloat16_rtz", Type::i64)), kTypeCapability));
  EXPECT_FALSE(declares(assembled(module_of("convert_float", Type::f64)), kTypeCapability));
}

// A conversion from half to half does not exist, so it is not validated.
TEST(Bfloat16ModulesTest, WithHalfInItsPlaceEveryModuleIsValid) {
  int validated = 0;
  for (const auto& [row, format] : all_asked()) {
    const bool has_half = row->to == Type::f16 || format == Type::f16;
    if (has_half) continue;
    EXPECT_NO_THROW(assembled(source(asked(*row, format), kCompiler).text)) << row->name;
    EXPECT_NO_THROW(assembled(with_half(source(asked(*row, format), kCompiler).text))) << row->name;
    ++validated;
  }
  EXPECT_GT(validated, 100);
}

// The validator must reject a wrong module.
TEST(Bfloat16ModulesTest, AWrongModuleIsNotValid) {
  const std::string text = with_half(module_of("add", Type::bf16));
  EXPECT_THROW(assembled(std::regex_replace(text, std::regex("OpFAdd"), "OpIAdd")), std::invalid_argument);
}

TEST(Bfloat16ModulesTest, ConstantsAreItsPatterns) {
  const std::vector<Tuple> literals{{0x3f80, 0x4049}, {0xff80, 0x0001}};
  Asked a = asked(*find("add"), Type::bf16, Making::literals);
  a.literals = literals;
  const std::string text = source(a, kCompiler).text;
  for (const char* words : {"OpConstant %bfloat16 !0x3f80", "OpConstant %bfloat16 !0xff80", "OpConstant %bfloat16 !0x1"}) {
    EXPECT_THAT(text, HasSubstr(words));
  }
  EXPECT_NO_THROW(assembled(with_half(text)));
}

TEST(Bfloat16ModulesTest, WhatADeviceHasToHaveIsToldByName) {
  const auto names = [](std::string_view row, Type format) {
    std::vector<std::string_view> all;
    for (const OptionalCapability& c : optional_capabilities(*find(row), format)) all.push_back(c.name);
    return all;
  };
  EXPECT_THAT(names("mul", Type::bf16), ElementsAre("BFloat16TypeKHR", "BFloat16ArithmeticEXT"));
  EXPECT_THAT(names("convert_bfloat16", Type::f32), ElementsAre("BFloat16TypeKHR"));
  EXPECT_THAT(names("convert_int", Type::bf16), ElementsAre("BFloat16TypeKHR"));
  EXPECT_THAT(names("mul", Type::f16), IsEmpty());
  EXPECT_EQ(capability_number("BFloat16TypeKHR"), kTypeCapability);
  EXPECT_EQ(capability_number("BFloat16ArithmeticEXT"), kArithmeticCapability);
}

// OpFConvert requires that the "component width cannot equal the component width in Result Type" (docs/ambiguities.md,
// half-and-bfloat16). OpenCL.std names no function for it.
TEST(Bfloat16ModulesTest, WhatNoDocumentHasIsNotAsked) {
  EXPECT_FALSE(has_source(*find("convert_half"), Type::bf16));
  EXPECT_FALSE(has_source(*find("convert_bfloat16"), Type::f16));
  for (const Row& row : table()) EXPECT_FALSE(row.number && row.formats.contains(Type::bf16)) << row.name;
  for (const auto& [row, format] : all_asked()) EXPECT_FALSE(speaks(FrontEnd::clc, *row, format)) << row->name;
}

}  // namespace
}  // namespace classay::il
