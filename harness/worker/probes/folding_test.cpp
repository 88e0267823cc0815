// Right results of both kinds are accepted. A violation names the operation if the constants' result differs, if it was
// never stored, and if both are wrong in the same way. Calculated results are compared with results written by hand.
#include "kernels/il/folding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/worker/lanes/lanes.h"
#include "harness/worker/probes/folding.h"
#include "harness/worker/probes/testing.h"

namespace classay {
namespace {

using il::Arity;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<Bits> right_results(Type type, Arity arity) {
  std::vector<Bits> all;
  for (const il::FoldedNumbers& n : il::folded_numbers(type)) {
    for (const il::FoldedOperation& op : il::folded_operations(type, arity)) all.push_back(folded_value(op, type, n));
  }
  return all;
}

// Simulates a device whose results are right, except at these places. The results of the numbers follow those of the
// constants.
std::vector<std::string> violations(Type type, Arity arity, const std::vector<std::uint64_t>& spoiled,
                                    bool is_to_nearest = true) {
  const std::vector<Bits> right = right_results(type, arity);
  probe_test::AnsweringDevice device([&](const Module& module, const Launch& launch) {
    EXPECT_FALSE(module.il.empty());
    const int bytes = width(type) / 8;
    std::vector<std::byte> out(launch.outputs.at(0));
    EXPECT_EQ(out.size(), 2 * right.size() * static_cast<std::size_t>(bytes));
    for (std::uint64_t i = 0; i < 2 * right.size(); ++i) put_element(out, bytes, i, right[i % right.size()]);
    for (const std::uint64_t at : spoiled) put_element(out, bytes, at, mask(type));
    return out;
  });
  for (FloatSupport* const support : {&device.can().f16, &device.can().f32, &device.can().f64})
    support->to_nearest = is_to_nearest;
  const char* const kind = arity == Arity::unary ? "spec-constant-unary" : "spec-constant-binary";
  return probe_test::violations_of(device, kind, type, FrontEnd::il);
}

TEST(FoldingTest, RightResultsHaveNothingAgainstThem) {
  for (const Type type : kLanguageTypes) {
    for (const Arity arity : {Arity::unary, Arity::binary}) EXPECT_THAT(violations(type, arity, {}), IsEmpty());
  }
}

TEST(FoldingTest, ADifferenceNamesTheOperationAndItsNumbers) {
  const std::vector<std::string> found = violations(Type::i32, Arity::binary, {3});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found.front(),
            "OpUDiv of the constants 0x00000007, 0x00000003 is 0xffffffff; of the same numbers in a kernel it is "
            "0x00000002; expected 0x00000002");
  EXPECT_THAT(violations(Type::f64, Arity::unary, {1}), SizeIs(1));
  EXPECT_THAT(violations(Type::u8, Arity::binary, {11}).front(),
              HasSubstr("OpShiftRightLogical of the constants 0x07, 0x01 is 0xff"));
}

TEST(FoldingTest, TheSameWrongResultInBothIsSeen) {
  for (const Type type : kLanguageTypes) {
    for (const Arity arity : {Arity::unary, Arity::binary}) {
      const std::uint64_t all = right_results(type, arity).size();
      EXPECT_THAT(violations(type, arity, {0, all}), SizeIs(1)) << info(type).name;
    }
  }
}

// A device that rounds toward zero may give other sums, but the same ones for both.
TEST(FoldingTest, OtherRoundingIsHeldAgainstTheKernelOnly) {
  const std::uint64_t all = right_results(Type::f32, Arity::binary).size();
  EXPECT_THAT(violations(Type::f32, Arity::binary, {0, all}, false), IsEmpty());
  EXPECT_THAT(violations(Type::f32, Arity::binary, {0}, false), SizeIs(1));
}

TEST(FoldingTest, CalculatedResultsAreThoseWrittenByHand) {
  struct Row {
    const char* opcode;
    Type type;
    il::FoldedNumbers numbers;
    Bits expected;
  };
  const std::vector<Row> rows{{"IMul", Type::i8, {250, 3, 0}, 238},   // -6 * 3
                              {"UDiv", Type::u8, {250, 3, 0}, 83},    // 250 / 3
                              {"SDiv", Type::i8, {250, 3, 0}, 254},   // -6 / 3
                              {"UMod", Type::i16, {65529, 3, 0}, 0},  // 65529 = 3 * 21843
                              {"SRem", Type::i8, {249, 3, 0}, 255},   // -7 = 3 * -2 - 1
                              {"SMod", Type::i8, {249, 3, 0}, 2},     // -7 = 3 * -3 + 2
                              {"SMod", Type::i8, {7, 253, 0}, 254},   // 7 = -3 * -3 - 2
                              {"ShiftRightArithmetic", Type::i8, {128, 0, 3}, 240},
                              {"ShiftRightLogical", Type::i8, {128, 0, 3}, 16},
                              {"ULessThan", Type::i8, {128, 127, 0}, 0},
                              {"SLessThan", Type::u8, {128, 127, 0}, 1},
                              {"SNegate", Type::i64, {Bits{1} << 63U, 0, 0}, Bits{1} << 63U},
                              {"FAdd", Type::f16, {0x3c03, 0x3c05, 0}, 0x4004},  // 2 + 2^-7
                              {"FSub", Type::f32, {0x3f800001, 0x3f800001, 0}, 0},
                              {"FRem", Type::f32, {0xbf800007, 0x3f800001, 0}, 0xb5400000},  // -6 * 2^-23
                              {"FNegate", Type::f64, {0x3ff0000000000000, 0, 0}, 0xbff0000000000000},
                              {"ConvertFToS", Type::f64, {0xbff0000000000007, 0, 0}, ~Bits{0}}};
  for (const Row& row : rows) {
    bool is_found = false;
    for (const Arity arity : {Arity::unary, Arity::binary}) {
      for (const il::FoldedOperation& op : il::folded_operations(row.type, arity)) {
        if (op.opcode != row.opcode) continue;
        is_found = true;
        EXPECT_EQ(folded_value(op, row.type, row.numbers), row.expected) << row.opcode;
      }
    }
    EXPECT_TRUE(is_found) << row.opcode;
  }
}

// No input makes a result undefined.
TEST(FoldingTest, NothingIsDividedByZeroNorShiftedTooFar) {
  for (const Type type : kLanguageTypes) {
    if (is_float(type)) continue;
    for (const auto& [x, y, shift] : il::folded_numbers(type)) {
      EXPECT_NE(y, 0U);
      EXPECT_LT(shift, static_cast<Bits>(width(type)));
      const bool is_least = x == Bits{1} << static_cast<unsigned>(width(type) - 1);
      EXPECT_FALSE(is_least && y == mask(type));
    }
  }
}

}  // namespace
}  // namespace classay
