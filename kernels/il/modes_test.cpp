// Checks that the flag of a mode is on every computing instruction. Its execution mode must be on every kernel, with the
// width of the computation. Both need their capability. A module contains nothing of any other mode. Expressions, shifts and
// selections use the instructions that the language defines for them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "kernels/il/mode.h"
#include "kernels/il/source.h"
#include "suites/cases.h"

namespace classay::il {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

std::string text(std::string_view name, Type format, Mode mode = Mode::standard, std::vector<int> widths = {}) {
  const Row& row = *find(name);
  if (widths.empty()) widths.assign(classay::widths(row).begin(), classay::widths(row).end());
  return source({.row = &row, .format = format, .mode = mode, .widths = widths, .making = Making::table, .literals = {}}, {})
      .text;
}

int count(const std::string& text, const std::string& what) {
  int n = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; ++at) ++n;
  return n;
}

TEST(IlModes, EveryModeOfEveryRowMakesAValidModule) {
  int modules = 0;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      if (row.group != Group::operation || !has_source(row, format)) continue;
      for (const Mode mode : modes(FrontEnd::il, row, format)) {
        const std::vector<int> some = goes_across_lanes(row.signature) ? std::vector{3} : std::vector{1, 3};
        EXPECT_NO_THROW(assembled(text(row.name, format, mode, some))) << row.name << " " << name(mode);
        ++modules;
      }
    }
  }
  EXPECT_GT(modules, 500);
}

TEST(IlModes, AFlagStandsOnWhatComputes) {
  EXPECT_EQ(count(text("add", Type::f32, Mode::not_nan, {4}), "FPFastMathMode NotNaN\n"), 1);
  EXPECT_EQ(count(text("negated_mul_add", Type::f32, Mode::fast, {4}), "FPFastMathMode Fast\n"), 2);  // not on OpFNegate
  EXPECT_EQ(count(text("div", Type::f16, Mode::allow_recip), "FPFastMathMode AllowRecip\n"), 6);
  EXPECT_THAT(text("add", Type::f32), Not(HasSubstr("FPFastMathMode")));
  EXPECT_THAT(text("mul_add", Type::f32, Mode::allow_contract), HasSubstr("OpCapability FPFastMathModeINTEL"));
}

// Returns the instructions whose results are flagged in a module.
std::set<std::string> flagged_in(const std::string& module) {
  std::set<std::string> all;
  constexpr std::string_view kDecorate = "OpDecorate %t";
  for (std::size_t at = 0; (at = module.find(kDecorate, at)) != std::string::npos; ++at) {
    const std::size_t begin = at + kDecorate.size() - 2;
    const std::string id = module.substr(begin, module.find(' ', begin) - begin);
    const std::size_t definition = module.find("\n" + id + " = ") + id.size() + 4;
    all.insert(module.substr(definition, module.find(' ', definition) - definition));
  }
  return all;
}

// The flag is "Only valid on" six instructions before version 1.6 of SPIR-V, so the other instructions of a row have none.
TEST(IlModes, NoFlagStandsWhereNoneMay) {
  const std::set<std::string> flagged{"OpFAdd", "OpFSub", "OpFMul", "OpFDiv", "OpFRem", "OpFMod"};
  std::set<std::string> seen;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      if (!has_source(row, format)) continue;
      for (const Mode mode : modes(FrontEnd::il, row, format)) {
        if (mode_words(mode).flag.empty()) continue;
        const std::string module = text(row.name, format, mode, {widths(row).back()});
        const std::set<std::string> found = flagged_in(module);
        EXPECT_GT(count(module, " FPFastMathMode "), 0) << row.name << " " << name(mode);
        EXPECT_FALSE(found.empty()) << row.name << " " << name(mode);
        EXPECT_TRUE(std::ranges::includes(flagged, found)) << row.name;
        seen.insert(found.begin(), found.end());
      }
    }
  }
  EXPECT_EQ(seen, flagged);
  for (const char* const other : {"OpFNegate", "OpVectorTimesScalar", "OpExtInst", "OpFOrdEqual", "OpDot"}) {
    EXPECT_FALSE(takes_flag(other)) << other;
  }
}

TEST(IlModes, AnExecutionModeNamesTheWidthThatItIsAbout) {
  const std::string flush = text("mul", Type::f64, Mode::denorm_flush, {1, 2});
  EXPECT_THAT(flush,
              HasSubstr("OpExecutionMode %ask_v1 DenormFlushToZero 64\nOpExecutionMode %ask_v2 DenormFlushToZero 64"));
  EXPECT_THAT(flush, HasSubstr("OpCapability DenormFlushToZero\n"));
  EXPECT_THAT(flush, HasSubstr("OpExtension \"SPV_KHR_float_controls\""));
  EXPECT_THAT(text("mul", Type::f16, Mode::rounding_rtz), HasSubstr("RoundingModeRTZ 16"));
  EXPECT_THAT(text("mul", Type::f32), Not(HasSubstr("OpExecutionMode")));
}

// A mode is expressed in one way: as a build option, or in the module.
TEST(IlModes, WhatTheModuleSaysIsNoBuildOption) {
  for (const Mode mode : kModes) {
    const ModeWords words = mode_words(mode);
    const bool is_said = !words.flag.empty() || !words.execution_mode.empty();
    EXPECT_EQ(is_said, build_options(mode).empty() && mode != Mode::standard) << name(mode);
    EXPECT_EQ(words.capability.empty(), words.extension.empty()) << name(mode);
  }
}

TEST(IlModes, ContractionIsTurnedOffForTheKernel) {
  EXPECT_EQ(count(text("mul_add_uncontracted", Type::f32), " ContractionOff\n"), 6);
  EXPECT_THAT(text("mul_add", Type::f32), Not(HasSubstr("ContractionOff")));
}

TEST(IlModes, ExpressionsHaveTheSignsOfTheirRows) {
  const auto form = [](std::string_view row) { return text(row, Type::f32, Mode::standard, {1}); };
  EXPECT_THAT(form("mul_add"), ContainsRegex("(%t[0-9]+_v1) = OpFMul[^\n]*\n%t[0-9]+_v1 = OpFAdd %float"));
  EXPECT_THAT(form("mul_sub"), ContainsRegex("OpFMul[^\n]*\n%t[0-9]+_v1 = OpFSub %float"));
  EXPECT_THAT(form("negated_mul_sub"), ContainsRegex("OpFMul[^\n]*\n[^\n]*OpFNegate[^\n]*\n%t[0-9]+_v1 = OpFSub %float"));
  EXPECT_THAT(form("sub_mul"), Not(HasSubstr("OpFNegate")));
  EXPECT_NE(form("sub_mul"), form("mul_sub"));
}

// The shift amount is always less than the width. A narrow scalar is promoted to int first.
TEST(IlModes, ShiftsAreWithinTheWidth) {
  const std::string vector = text("shift_right", Type::i8, Mode::standard, {4});
  EXPECT_THAT(vector, ContainsRegex("OpBitwiseAnd %uchar4 %[^ ]+ %uchar4_7\n"));
  EXPECT_THAT(vector, HasSubstr("OpShiftRightArithmetic %uchar4"));
  const std::string scalar = text("shift_right", Type::i8, Mode::standard, {1});
  EXPECT_THAT(scalar, HasSubstr("OpSConvert %uint"));
  EXPECT_THAT(scalar, ContainsRegex("OpBitwiseAnd %uint %[^ ]+ %uint_1f\n"));
  EXPECT_THAT(text("shift_right", Type::u16, Mode::standard, {1}), HasSubstr("OpShiftRightLogical %uint"));
}

TEST(IlModes, ASelectionGoesByNonzeroScalarsAndTopBits) {
  EXPECT_THAT(text("conditional", Type::f32, Mode::standard, {1}), HasSubstr("OpINotEqual %bool "));
  EXPECT_THAT(text("conditional", Type::f32, Mode::standard, {3}), HasSubstr("OpSLessThan %bool3 "));
}

}  // namespace
}  // namespace classay::il
