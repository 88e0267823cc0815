// Tests the decision whether a store is missing, on single results. Components are 8 bits wide or floats; patterns are 5
// and 7.
#include <gtest/gtest.h>

#include "harness/worker/sweep/second_launch.h"

namespace classay {
namespace {

using Outcome = Tally::Outcome;

constexpr ResultBits kPattern{5, 7};

TEST(UnwrittenTest, TheComponentsThatHoldThePatternAreNamed) {
  const AnswerPacking packing(*find("iaddcarry"), Type::u8);
  EXPECT_EQ(unwritten_components(packing, packing.packed({1, 2}), kPattern), 0U);
  EXPECT_EQ(unwritten_components(packing, packing.packed({5, 2}), kPattern), 1U);
  EXPECT_EQ(unwritten_components(packing, packing.packed({5, 7}), kPattern), 3U);
  EXPECT_EQ(unwritten_components(packing, packing.packed({7, 7}), kPattern), 2U);
}

TEST(UnwrittenTest, AByteIsMissingOnlyWhereTheResultIsWrong) {
  const AnswerPacking packing(*find("iaddcarry"), Type::u8);
  const Packed before = packing.packed({1, 1});
  const Packed now = packing.packed({5, 1});
  EXPECT_TRUE(lost_a_store(packing, before, now, kPattern, Outcome::wrong));
  EXPECT_FALSE(lost_a_store(packing, before, now, kPattern, Outcome::undefined));
  EXPECT_FALSE(lost_a_store(packing, before, now, kPattern, Outcome::right));
}

TEST(UnwrittenTest, AComponentThatDidNotChangeIsNotMissing) {
  const AnswerPacking packing(*find("iaddcarry"), Type::u8);
  EXPECT_FALSE(lost_a_store(packing, packing.packed({5, 1}), packing.packed({5, 2}), kPattern, Outcome::wrong));
  EXPECT_FALSE(lost_a_store(packing, packing.packed({1, 1}), packing.packed({2, 5}), kPattern, Outcome::wrong));
}

TEST(UnwrittenTest, ANanOfThePatternIsMissingWhereverANanIsRight) {
  const AnswerPacking packing(*find("sqrt"), Type::f16);
  EXPECT_TRUE(lost_a_store(packing, 0x7e00, 0xfc01, {0xfc01}, Outcome::right));
  EXPECT_FALSE(lost_a_store(packing, 0x3c00, 0x4000, {0x4000}, Outcome::right));
}

TEST(UnwrittenTest, ThirtyTwoBitsEqualThePatternOnlyIfTheyAreThePattern) {
  const AnswerPacking packing(*find("convert_uint"), Type::f32);
  EXPECT_TRUE(lost_a_store(packing, 1, 0xfc01fc01, {0xfc01fc01}, Outcome::undefined));
  EXPECT_FALSE(lost_a_store(packing, 1, 0xfc01fc01, {0xfc01fc01}, Outcome::right));
  const AnswerPacking narrow(*find("convert_ushort"), Type::f32);
  EXPECT_FALSE(lost_a_store(narrow, 1, 0xfc01, {0xfc01}, Outcome::undefined));
}

TEST(UnwrittenTest, NarrowResultsHaveMoreLaunches) {
  EXPECT_EQ(deciding_launches(AnswerPacking(*find("iaddcarry"), Type::u8)), 4U);
  EXPECT_EQ(deciding_launches(AnswerPacking(*find("sqrt"), Type::f16)), 2U);
  EXPECT_EQ(deciding_launches(AnswerPacking(*find("fma"), Type::f64)), 2U);
}

}  // namespace
}  // namespace classay
