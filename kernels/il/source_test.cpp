// What right looks like: every row that has an instruction becomes a module that the assembler and the validator take, with
// one kernel for each width, and the instruction in it is the one that the table has the number of. How it could be wrong:
// a signed form where an unsigned one is meant, a name that is that of another instruction, a type declared twice, a second
// result that is not stored.
#include "kernels/il/source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "suites/cases.h"

namespace classay::il {
namespace {

using testing::HasSubstr;

constexpr int kAddressBits = 64;
constexpr std::uint32_t kExtendedInstruction = 12;  // OpExtInst

Asked asked(const Row& row, Type format) {
  const std::span<const int> all = widths(row);
  return {.row = &row, .format = format, .widths = {all.begin(), all.end()}, .making = Making::table, .literals = {}};
}

// How often each number of an instruction is there: of OpenCL.std, or else the opcode.
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
  const std::vector<std::uint32_t> words = assembled(source(a, kAddressBits).text);
  const auto calls = static_cast<int>(a.widths.size());
  const std::string what = std::string(row.name) + " " + std::string(info(format).name);
  if (row.number) {
    const std::map<std::uint32_t, int> expected{{number_of(row, format), calls}};
    EXPECT_EQ(instructions(words, true), expected) << what;
    return;
  }
  std::map<std::uint32_t, int> there = instructions(words, false);
  const bool any =
      std::ranges::any_of(row.opcodes, [&](int opcode) { return there[static_cast<std::uint32_t>(opcode)] >= calls; });
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

// Of the math functions, all.
TEST(IlSource, EveryMathFunctionHasOne) {
  for (const Row& row : table()) {
    if (!row.number || *row.number > 103 || row.truth == nullptr) continue;
    for (const Type format : row.formats) EXPECT_TRUE(has_source(row, format)) << row.name;
  }
}

// What SPIR-V speaks of and has an input plan can be asked.
TEST(IlSource, WhatHasAPlanHasOne) {
  for (const Row& row : table()) {
    if (!speaks(FrontEnd::il, row) || row.truth == nullptr) continue;
    for (const Type format : row.formats) {
      EXPECT_TRUE(has_source(row, format) || !has_plan(row, format)) << row.name;
    }
  }
}

TEST(IlSource, WhatHasNoInstructionIsRefused) {
  const Row& recip = *find("recip");
  EXPECT_FALSE(has_source(recip, Type::f32));
  EXPECT_THROW(source(asked(recip, Type::f32), kAddressBits), std::invalid_argument);
  Asked range = asked(*find("sin"), Type::f32);
  range.making = Making::range;
  EXPECT_THROW(source(range, kAddressBits), std::invalid_argument);
}

TEST(IlSource, SignsChooseTheInstruction) {
  EXPECT_THAT(source(asked(*find("abs_diff"), Type::i16), kAddressBits).text, HasSubstr("%std s_abs_diff"));
  EXPECT_THAT(source(asked(*find("abs_diff"), Type::u16), kAddressBits).text, HasSubstr("%std u_abs_diff"));
  EXPECT_THAT(source(asked(*find("less"), Type::u32), kAddressBits).text, HasSubstr("OpULessThan %bool4"));
}

TEST(IlSource, AddressesMayHave32Bits) {
  const std::string text = source(asked(*find("frexp"), Type::f32), 32).text;
  EXPECT_THAT(text, HasSubstr("OpMemoryModel Physical32 OpenCL"));
}

// A module with a fault does not get through, and it is said where.
TEST(IlSource, FaultsAreSeen) {
  std::string text = source(asked(*find("sin"), Type::f32), kAddressBits).text;
  std::string misspelt = text;
  misspelt.replace(misspelt.find("%std sin"), 8, "%std sim");
  EXPECT_THROW(assembled(misspelt), std::invalid_argument);
  // Well-formed, and wrong: a sine of an integer.
  std::string mistyped = text;
  mistyped.replace(mistyped.find("%std sin %"), 10, "%std clz %");
  EXPECT_THROW(assembled(mistyped), std::invalid_argument);
}

}  // namespace
}  // namespace classay::il
