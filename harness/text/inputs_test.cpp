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

namespace {

using testing::ElementsAre;
using testing::HasSubstr;

// The ends as patterns.
using Ends = std::optional<std::pair<Bits, Bits>>;
Ends ends(std::string_view text, Type type) {
  check_range(text);
  const std::optional<ArgumentRange> range = range_of(text, type);
  if (!range) return std::nullopt;
  return std::pair(bits_of_rank(type, range->first), bits_of_rank(type, range->last));
}

TEST(RangesTest, EndsAreTheNumbersWithin) {
  EXPECT_EQ(ends("-1..1", Type::f32), Ends({0xbf800000, 0x3f800000}));
  EXPECT_EQ(ends("1..1", Type::f16), Ends({0x3c00, 0x3c00}));
  EXPECT_EQ(ends("0x1p-126..0x1.8p1", Type::f32), Ends({0x00800000, 0x40400000}));
  // 0.1 lies between two floats.
  EXPECT_EQ(ends("0.1..0.2", Type::f32), Ends({0x3dcccccd, 0x3e4ccccc}));
  EXPECT_EQ(ends("-0.2..-0.1", Type::f32), Ends({0xbe4ccccc, 0xbdcccccd}));
  EXPECT_EQ(ends("1.00001..1.00002", Type::f16), std::nullopt);
  // Beyond the largest number of a format only the infinity is left.
  EXPECT_EQ(ends("1..1e300", Type::f32), Ends({0x3f800000, 0x7f7fffff}));
  EXPECT_EQ(ends("1e300..1e301", Type::f32), std::nullopt);
  EXPECT_EQ(ends("1..inf", Type::f32), Ends({0x3f800000, 0x7f800000}));
}

TEST(RangesTest, ZeroHasBothSigns) {
  EXPECT_EQ(ends("0..1", Type::f32), Ends({0x80000000, 0x3f800000}));
  EXPECT_EQ(ends("-1..-0", Type::f32), Ends({0xbf800000, 0}));
  EXPECT_EQ(ends("0..0", Type::f16), Ends({0x8000, 0}));
  // The subnormals next to zero are not rounded away.
  EXPECT_EQ(ends("1e-60..1", Type::f32), Ends({1, 0x3f800000}));
}

TEST(RangesTest, AnEndLeftOutIsTheInfinityAndNoEndAtAllHasNans) {
  EXPECT_EQ(ends("0..", Type::f32), Ends({0x80000000, 0x7f800000}));
  EXPECT_EQ(ends("..-1", Type::f32), Ends({0xff800000, 0xbf800000}));
  EXPECT_EQ(*range_of("..", Type::f32), every_value(Type::f32));
  EXPECT_EQ(ends("..5", Type::i8), Ends({0x80, 5}));
}

TEST(RangesTest, IntegersLieWithinTheEndsAndTheirType) {
  EXPECT_EQ(ends("-1.5..2.5", Type::i32), Ends({0xffffffff, 2}));
  EXPECT_EQ(ends("-1000..1000", Type::i8), Ends({0x80, 0x7f}));
  EXPECT_EQ(ends("-1000..1000", Type::u8), Ends({0, 0xff}));
  EXPECT_EQ(ends("0.2..0.8", Type::i32), std::nullopt);
  EXPECT_EQ(ends("300..400", Type::u8), std::nullopt);
  EXPECT_EQ(ends("-400..-300", Type::i8), std::nullopt);
  EXPECT_EQ(ends("9223372036854775807..inf", Type::i64), Ends({0x7fffffffffffffff, 0x7fffffffffffffff}));
  EXPECT_EQ(ends("18446744073709551614..1e20", Type::u64), Ends({~Bits{1}, ~Bits{0}}));
}

std::string complaint(const std::vector<std::string>& words) {
  try {
    read_ranges(words);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

TEST(RangesTest, OneRangePerArgument) {
  EXPECT_THAT(read_ranges({"-1..1,..", "2..3"}), ElementsAre("-1..1", "..", "2..3"));
  const std::vector<Type> types{Type::f32, Type::i32};
  EXPECT_EQ(ranges_of(std::vector<std::string>{"1..2"}, types)->at(1), every_value(Type::i32));
  EXPECT_EQ(ranges_of(std::vector<std::string>{"1..2", "1..2", "1..2"}, types), std::nullopt);
  EXPECT_EQ(ranges_of(std::vector<std::string>{"..", "0.2..0.8"}, types), std::nullopt);
}

TEST(RangesTest, AWrongRangeIsRefused) {
  for (const char* const wrong : {"", "1", "1-2", "1...2", "1..2..3", "-1..1,"}) {
    EXPECT_THAT(complaint({wrong}), HasSubstr("is not a range; write two numbers such as -1..1")) << wrong;
  }
  EXPECT_THAT(complaint({"1..-1"}), HasSubstr("is empty, because 1 is above -1; write -1..1"));
  EXPECT_THAT(complaint({"nan..1"}), HasSubstr("NaN is not the end of a range"));
  EXPECT_THAT(complaint({"1..x"}), HasSubstr("'1..x': "));
  EXPECT_THAT(complaint({".."}), HasSubstr("no range has an end"));
  EXPECT_THAT(complaint({"..,.."}), HasSubstr("no range has an end"));
  EXPECT_EQ(complaint({"-1..1"}), "");
  EXPECT_EQ(complaint({"0..-0"}), "");
}

}  // namespace

}  // namespace classay
