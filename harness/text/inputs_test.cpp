#include "harness/text/inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/text/number.h"

namespace classay {
namespace {

const Case kPown{.row = find("pown"), .format = Type::f32};
const Case kHalfPown{.row = find("pown"), .format = Type::f16};
const Case kHalfSine{.row = find("sin"), .format = Type::f16};

TEST(InputsTest, WhatIsWrittenReadsBack) {
  const Tuple input{0x3f800000, 0xfffffffd};
  EXPECT_EQ(input_text(kPown, input), "0x3f800000,0xfffffffd");
  EXPECT_EQ(read_input(kPown, "0x3f800000,0xfffffffd"), input);
  const Tuple half{0x3c00};
  EXPECT_EQ(input_text(kHalfSine, half), "0x3c00");
  EXPECT_EQ(read_input(kHalfSine, "0x3c00"), half);
}

TEST(InputsTest, ArgumentsHaveTheTypesOfTheRowAndNoBitsBeyond) {
  const std::vector<Value> values = argument_values(kHalfPown, {0x1'3c00, 3, 7});
  ASSERT_EQ(values.size(), 2U);
  EXPECT_EQ(values[0].type, Type::f16);
  EXPECT_EQ(values[0].bits, 0x3c00U);
  EXPECT_EQ(values[1].type, Type::i32);
  EXPECT_EQ(values[1].bits, 3U);
}

TEST(InputsTest, AnInputThatIsNoneIsToldWithItsPlace) {
  try {
    read_input(kPown, "0x3f800000,x");
    FAIL() << "it was read";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), testing::StartsWith("--input: "));
    EXPECT_EQ(e.column(), 11U);
  }
  EXPECT_THROW(read_input(kPown, "0x3f800000"), UsageError);
  EXPECT_THROW(read_input(kPown, "0x3f800000,0x1,0x2"), UsageError);
  EXPECT_THROW(read_input(kHalfSine, "0x3c00,0x3c01"), UsageError);
  EXPECT_THROW(read_input(kHalfSine, "0x3c00,"), UsageError);
  EXPECT_THROW(read_pattern("0x13c00", Type::f16), BadNumber);
}

}  // namespace
}  // namespace classay
