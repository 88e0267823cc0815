// Checks that every row with an instruction becomes a valid module with one kernel per width, and that its instruction has
// the number in the table. Possible faults: a signed variant instead of an unsigned one, the name of a different
// instruction, a type declared twice, a second result that is not stored.
#include "kernels/il/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "suites/cases.h"

namespace classay::il {
namespace {

using testing::HasSubstr;

const Compiler kCompiler;
constexpr std::uint32_t kExtendedInstruction = 12;  // OpExtInst

Asked asked(const Row& row, Type format) {
  const std::span<const int> all = widths(row);
  return {.row = &row, .format = format, .widths = {all.begin(), all.end()}, .making = Making::table, .literals = {}};
}

// Counts each instruction number: of OpenCL.std if `extended`, else the opcode.
std::map<std::uint32_t, int> instructions(const std::vector<std::uint32_t>& words, bool extended) {
  std::map<std::uint32_t, int> count;
  constexpr std::size_t kHeader = 5;
  for (std::size_t at = kHeader; at < words.size(); at += words[at] >> 16) {
    const std::uint32_t opcode = words[at] & 0xffffU;
    if (extended && opcode == kExtendedInstruction) ++count[words[at + 4]];
    if (!extended) ++count[opcode];
  }
  return count;
}

std::uint32_t number_of(const Row& row, Type format) {
  const bool is_unsigned = row.unsigned_number && !is_float(format) && !is_signed(format);
  return static_cast<std::uint32_t>(is_unsigned ? *row.unsigned_number : *row.number);
}

void expect_instruction(const Row& row, Type format) {
  const Asked a = asked(row, format);
  const std::vector<std::uint32_t> words = assembled(source(a, kCompiler).text);
  const auto calls = static_cast<int>(a.widths.size());
  const std::string what = std::string(row.name) + " " + std::string(info(format).name);
  if (row.number) {
    const std::map<std::uint32_t, int> expected{{number_of(row, format), calls}};
    EXPECT_EQ(instructions(words, true), expected) << what;
    return;
  }
  // Dot products and any do not exist for one lane: those kernels use other instructions.
  const bool needs_vector = row.name == "dot" || row.name == "any" || row.name == "all";
  std::map<std::uint32_t, int> there = instructions(words, false);
  const bool any = std::ranges::any_of(
      row.opcodes, [&](int opcode) { return there[static_cast<std::uint32_t>(opcode)] >= calls - (needs_vector ? 1 : 0); });
  EXPECT_TRUE(any) << what;
}

TEST(IlSource, EveryInstructionIsTheOneOfTheTable) {
  int modules = 0;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      if (!has_source(row, format)) continue;
      expect_instruction(row, format);
      ++modules;
    }
  }
  EXPECT_GT(modules, 500);
}

std::map<std::uint32_t, int> core_instructions(const Row& row, Type format, int width) {
  Asked a = asked(row, format);
  a.widths = {width};
  return instructions(assembled(source(a, kCompiler).text), false);
}

// A row with two numbers for a format uses one of them, and the core instruction must not be the unused one. Instructions
// that every kernel uses to find its inputs count only if they occur more often than in the kernel for sine.
TEST(IlSource, EveryCoreInstructionOfTheTableIsAsked) {
  std::set<int> named;
  std::set<int> asked_for;
  for (const Row& row : table()) {
    named.insert(row.opcodes.begin(), row.opcodes.end());
    for (const Type format : row.formats) {
      if (row.opcodes.empty() || !has_source(row, format)) continue;
      const int width = widths(row).back();
      std::map<std::uint32_t, int> there = core_instructions(row, format, width);
      std::map<std::uint32_t, int> of_sine = core_instructions(*find("sin"), Type::f32, width);
      for (const int opcode : row.opcodes) {
        const auto of = static_cast<std::uint32_t>(opcode);
        if (there[of] > of_sine[of]) asked_for.insert(opcode);
      }
    }
  }
  EXPECT_EQ(asked_for, named);
}

// Exactly the value-returning instructions of OpenCL.std, and the other rows that SPIR-V defines, have a module.
TEST(IlSource, WhatSpirVSpeaksOfHasOne) {
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      EXPECT_EQ(has_source(row, format), row.truth != nullptr && speaks(FrontEnd::il, row, format))
          << row.name << " " << info(format).name;
    }
  }
}

// Checks "convert_int_sat_rtz" in SPIR-V. A missing mode or saturation would make the conversion weaker than its name.
TEST(IlSource, ConversionsSayWhatTheirNamesSay) {
  const auto text = [](std::string_view name, Type from) { return source(asked(*find(name), from), kCompiler).text; };
  for (const Row& row : table()) {
    if (row.signature != Signature::convert || !has_source(row, Type::f64)) continue;
    const std::string t = text(row.name, Type::f64);
    for (const char* mode : {"RTE", "RTZ", "RTP", "RTN"}) {
      std::string suffix = std::string("_") + mode;
      std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return std::tolower(c); });
      EXPECT_EQ(t.find(std::string("FPRoundingMode ") + mode) != std::string::npos, row.name.ends_with(suffix)) << row.name;
    }
    EXPECT_EQ(t.find("SaturatedConversion") != std::string::npos, row.name.find("_sat") != std::string_view::npos)
        << row.name;
  }
  EXPECT_THAT(text("convert_ushort", Type::i8), HasSubstr("OpSConvert"));
  EXPECT_THAT(text("convert_short", Type::u8), HasSubstr("OpUConvert"));
  EXPECT_THAT(text("convert_uint_sat", Type::i32), HasSubstr("OpSatConvertSToU"));
  EXPECT_THAT(text("convert_char_sat", Type::i64), HasSubstr("SaturatedConversion"));
  EXPECT_THAT(text("convert_float", Type::u64), HasSubstr("OpConvertUToF"));
  EXPECT_THAT(text("convert_float_rtp", Type::i64), HasSubstr("FPRoundingMode RTP"));
}

TEST(IlSource, WhatHasNoInstructionIsRefused) {
  const Row& recip = *find("recip");
  EXPECT_FALSE(has_source(recip, Type::f32));
  EXPECT_THROW(source(asked(recip, Type::f32), kCompiler), std::invalid_argument);
  Asked range = asked(*find("sin"), Type::f32);
  range.making = Making::range;
  EXPECT_THROW(source(range, kCompiler), std::invalid_argument);
}

TEST(IlSource, SignsChooseTheInstruction) {
  EXPECT_THAT(source(asked(*find("abs_diff"), Type::i16), kCompiler).text, HasSubstr("%std s_abs_diff"));
  EXPECT_THAT(source(asked(*find("abs_diff"), Type::u16), kCompiler).text, HasSubstr("%std u_abs_diff"));
  EXPECT_THAT(source(asked(*find("less"), Type::u32), kCompiler).text, HasSubstr("OpULessThan %bool4"));
}

// Only one instruction has mixed signs, and it takes the signed vector first. The addend is a scalar.
TEST(IlSource, DotProductsTakeTheSignedVectorFirst) {
  const std::vector<Tuple> literals{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {10, 11, 12}};
  const auto text = [&](std::string_view name, std::size_t calls) {
    const Row& row = *find(name);
    Asked a = asked(row, row.formats[0]);
    a.making = Making::literals;
    a.literals = std::span(literals).first(calls);
    return source(a, kCompiler).text;
  };
  EXPECT_THAT(text("dot_su", 4), HasSubstr("OpSUDotKHR %uint %x0_fold_v4 %y0_fold_v4\n"));
  EXPECT_THAT(text("dot_us", 4), HasSubstr("OpSUDotKHR %uint %y0_fold_v4 %x0_fold_v4\n"));
  EXPECT_THAT(text("dot_ss", 4), HasSubstr("OpSDotKHR %uint %x0_fold_v4 %y0_fold_v4\n"));
  EXPECT_THAT(text("dot_acc_sat_uu", 4),
              testing::ContainsRegex("(%t[0-9]+_fold_v4) = OpCompositeExtract %uint %z0_fold_v4 0\n%t[0-9]+_fold_v4 = "
                                     "OpUDotAccSatKHR %uint %x0_fold_v4 %y0_fold_v4 %t"));
  EXPECT_THAT(text("dot_4x8packed_us_int", 1), HasSubstr("OpSUDotKHR %uint %uint_2 %uint_1 PackedVectorFormat4x8BitKHR\n"));
  EXPECT_THAT(text("dot_acc_sat_4x8packed_su_int", 1),
              HasSubstr("OpSUDotAccSatKHR %uint %uint_1 %uint_2 %uint_3 PackedVectorFormat4x8BitKHR\n"));
  EXPECT_THAT(text("dot_ss", 4), HasSubstr("OpCapability DotProductInput4x8BitKHR\n"));
  EXPECT_THAT(text("dot_4x8packed_ss_int", 1), HasSubstr("OpCapability DotProductInput4x8BitPackedKHR\n"));
}

TEST(IlSource, AddressesMayHave32Bits) {
  const std::string text = source(asked(*find("frexp"), Type::f32), {.address_bits = 32}).text;
  EXPECT_THAT(text, HasSubstr("OpMemoryModel Physical32 OpenCL"));
}

// A faulty module is rejected, with the place of the fault.
TEST(IlSource, FaultsAreSeen) {
  std::string text = source(asked(*find("sin"), Type::f32), kCompiler).text;
  std::string misspelt = text;
  misspelt.replace(misspelt.find("%std sin"), 8, "%std sim");
  EXPECT_THROW(assembled(misspelt), std::invalid_argument);
  // Well-formed, but wrong: a sine of an integer.
  std::string mistyped = text;
  mistyped.replace(mistyped.find("%std sin %"), 10, "%std clz %");
  EXPECT_THROW(assembled(mistyped), std::invalid_argument);
}

}  // namespace
}  // namespace classay::il
