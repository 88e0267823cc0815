// Compares the derived constants with the lists of the specifications and the host's headers.
#include "suites/constants.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <climits>
#include <cmath>
#include <numbers>
#include <set>

namespace classay {
namespace {

Constant named(Type format, const std::string& name) {
  for (const Constant& c : constants(format)) {
    if (c.name == name) return c;
  }
  ADD_FAILURE() << "there is no " << name;
  return {};
}

std::int64_t value(Type format, const char* name) { return static_cast<std::int64_t>(named(format, name).right.at(0)); }
Bits bits(double d) { return std::bit_cast<std::uint64_t>(d); }
Bits bits(float f) { return std::bit_cast<std::uint32_t>(f); }

TEST(ConstantsTest, NumbersAreThoseOfTheHost) {
  EXPECT_EQ(named(Type::f64, "M_E").right.at(0), bits(std::numbers::e));
  EXPECT_EQ(named(Type::f64, "M_LOG2E").right.at(0), bits(std::numbers::log2e));
  EXPECT_EQ(named(Type::f64, "M_LOG10E").right.at(0), bits(std::numbers::log10e));
  EXPECT_EQ(named(Type::f64, "M_LN2").right.at(0), bits(std::numbers::ln2));
  EXPECT_EQ(named(Type::f64, "M_LN10").right.at(0), bits(std::numbers::ln10));
  EXPECT_EQ(named(Type::f64, "M_PI").right.at(0), bits(std::numbers::pi));
  EXPECT_EQ(named(Type::f64, "M_PI_2").right.at(0), bits(std::numbers::pi / 2));
  EXPECT_EQ(named(Type::f64, "M_PI_4").right.at(0), bits(std::numbers::pi / 4));
  EXPECT_EQ(named(Type::f64, "M_1_PI").right.at(0), bits(std::numbers::inv_pi));
  EXPECT_EQ(named(Type::f64, "M_2_PI").right.at(0), bits(std::numbers::inv_pi * 2));
  EXPECT_EQ(named(Type::f64, "M_2_SQRTPI").right.at(0), bits(std::numbers::inv_sqrtpi * 2));
  EXPECT_EQ(named(Type::f64, "M_SQRT2").right.at(0), bits(std::numbers::sqrt2));
  EXPECT_EQ(named(Type::f64, "M_SQRT1_2").right.at(0), bits(std::numbers::sqrt2 / 2));
}

TEST(ConstantsTest, PropertiesOfFormatsAreThoseOfTheHost) {
  EXPECT_EQ(value(Type::f32, "FLT_DIG"), FLT_DIG);
  EXPECT_EQ(value(Type::f32, "FLT_MANT_DIG"), FLT_MANT_DIG);
  EXPECT_EQ(value(Type::f32, "FLT_MAX_10_EXP"), FLT_MAX_10_EXP);
  EXPECT_EQ(value(Type::f32, "FLT_MIN_10_EXP"), FLT_MIN_10_EXP);
  EXPECT_EQ(value(Type::f32, "FLT_MAX_EXP"), FLT_MAX_EXP);
  EXPECT_EQ(value(Type::f32, "FLT_MIN_EXP"), FLT_MIN_EXP);
  EXPECT_EQ(named(Type::f32, "FLT_EPSILON").right.at(0), bits(FLT_EPSILON));
  EXPECT_EQ(named(Type::f32, "MAXFLOAT").right.at(0), bits(FLT_MAX));
  EXPECT_EQ(value(Type::f64, "DBL_DIG"), DBL_DIG);
  EXPECT_EQ(value(Type::f64, "DBL_MIN_10_EXP"), DBL_MIN_10_EXP);
  EXPECT_EQ(value(Type::f64, "DBL_MAX_10_EXP"), DBL_MAX_10_EXP);
  EXPECT_EQ(named(Type::f64, "DBL_MIN").right.at(0), bits(DBL_MIN));
  EXPECT_EQ(value(Type::f16, "HALF_DIG"), 3);
  EXPECT_EQ(value(Type::f16, "HALF_MIN_10_EXP"), -4);
  EXPECT_EQ(value(Type::f16, "HALF_MAX_10_EXP"), 4);
  EXPECT_EQ(named(Type::f16, "HALF_MAX").right.at(0), 0x7bffU);
}

TEST(ConstantsTest, LimitsOfIntegersAreThoseOfTheHost) {
  EXPECT_EQ(value(Type::i32, "INT_MIN"), INT_MIN);
  EXPECT_EQ(value(Type::i32, "SHRT_MAX"), SHRT_MAX);
  EXPECT_EQ(value(Type::i32, "UINT_MAX"), std::int64_t{UINT_MAX});
  // A long of OpenCL C has 64 bits everywhere.
  EXPECT_EQ(value(Type::i32, "LONG_MIN"), LLONG_MIN);
  EXPECT_EQ(named(Type::i32, "ULONG_MAX").right.at(0), ULLONG_MAX);
  EXPECT_EQ(value(Type::i32, "CHAR_MIN"), -128);
}

TEST(ConstantsTest, TheNeighbourBeyondTheValueIsRightAndTheNextIsNot) {
  const Constant pi = named(Type::f32, "M_PI_F");
  EXPECT_EQ(pi.right.at(0), bits(3.14159265F));
  EXPECT_TRUE(is_right(pi, bits(std::nextafter(3.14159265F, 0.0F))));
  EXPECT_FALSE(is_right(pi, bits(std::nextafter(3.14159265F, 4.0F))));
  EXPECT_FALSE(is_right(pi, bits(3.14F)));
}

TEST(ConstantsTest, EitherValueOfIlogbIsRightAndOthersAreNot) {
  const Constant zero = named(Type::f32, "FP_ILOGB0");
  EXPECT_TRUE(is_right(zero, static_cast<Bits>(std::int64_t{INT_MIN})));
  EXPECT_TRUE(is_right(zero, static_cast<Bits>(-std::int64_t{INT_MAX})));
  EXPECT_FALSE(is_right(zero, INT_MAX));
  const Constant nan = named(Type::f32, "FP_ILOGBNAN");
  EXPECT_TRUE(is_right(nan, INT_MAX));
  EXPECT_TRUE(is_right(nan, static_cast<Bits>(std::int64_t{INT_MIN})));
  EXPECT_FALSE(is_right(nan, 0));
}

TEST(ConstantsTest, ANanIsAnyNan) {
  const Constant nan = named(Type::f32, "NAN");
  EXPECT_TRUE(is_right(nan, 0x7fc00001));
  EXPECT_TRUE(is_right(nan, 0xffc00000));
  EXPECT_FALSE(is_right(nan, 0x7f800000));
  EXPECT_FALSE(is_right(named(Type::f32, "INFINITY"), 0x7fc00000));
}

TEST(ConstantsTest, NoNameStandsTwice) {
  std::set<std::string> seen;
  for (const Type t : {Type::f16, Type::f32, Type::f64, Type::i32}) {
    for (const Constant& c : constants(t)) EXPECT_TRUE(seen.insert(c.name).second) << c.name;
  }
  EXPECT_EQ(seen.size(), 3 * 13 + 10 + 10 + 9 + 5 + 2 + 3 - 0 + 15);
}

}  // namespace
}  // namespace classay
