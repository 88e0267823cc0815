#include <gtest/gtest.h>

#include <vector>

#include "suites/row.h"

namespace classay {
namespace {

using Types = std::vector<Type>;

std::vector<int> widths_of(const char* builtin) {
  const std::span<const int> w = widths(*find(builtin));
  return {w.begin(), w.end()};
}

TEST(SignatureTest, ResultsHaveTheTypesOfTheSignature) {
  EXPECT_EQ(result_types(*find("sin"), Type::f32), Types{Type::f32});
  EXPECT_EQ(result_types(*find("frexp"), Type::f32), (Types{Type::f32, Type::i32}));
  EXPECT_EQ(result_types(*find("sincos"), Type::f64), (Types{Type::f64, Type::f64}));
  EXPECT_EQ(result_types(*find("ilogb"), Type::f64), Types{Type::i32});
  EXPECT_EQ(result_types(*find("upsample"), Type::i8), Types{Type::i16});
  EXPECT_EQ(result_types(*find("abs_diff"), Type::i64), Types{Type::u64});
  EXPECT_EQ(result_types(*find("convert_uchar_sat"), Type::f64), Types{Type::u8});
  EXPECT_EQ(result_types(*find("vload_half"), Type::f16), Types{Type::f32});
  EXPECT_EQ(result_types(*find("vstore_half_rtz"), Type::f64), Types{Type::f16});
  EXPECT_EQ(result_types(*find("implicit_half"), Type::u8), Types{Type::f16});
  EXPECT_EQ(result_types(*find("dot_uu"), Type::u8), Types{Type::u32});
  EXPECT_EQ(result_types(*find("prefetch"), Type::f32), Types{});
}

TEST(SignatureTest, ComparisonsGiveAnIntForScalarsAndTheWidthForVectors) {
  EXPECT_EQ(result_types(*find("isless"), Type::f64), Types{Type::i32});
  EXPECT_EQ(result_types(*find("isless"), Type::f64, 4), Types{Type::i64});
  EXPECT_EQ(result_types(*find("isnan"), Type::f16, 2), Types{Type::i16});
  EXPECT_EQ(result_types(*find("less"), Type::u8, 2), Types{Type::i8});
  EXPECT_EQ(result_types(*find("any"), Type::i64, 4), Types{Type::i32});
}

TEST(SignatureTest, ArgumentsHaveTheTypesOfTheSignature) {
  EXPECT_EQ(argument_types(*find("ldexp"), Type::f32), (Types{Type::f32, Type::i32}));
  EXPECT_EQ(argument_types(*find("nan"), Type::f64), Types{Type::u64});
  EXPECT_EQ(argument_types(*find("upsample"), Type::i8), (Types{Type::i8, Type::u8}));
  EXPECT_EQ(argument_types(*find("select"), Type::f32), (Types{Type::f32, Type::f32, Type::i32}));
  EXPECT_EQ(argument_types(*find("shuffle2"), Type::f64), (Types{Type::f64, Type::f64, Type::u64}));
  EXPECT_EQ(argument_types(*find("dot_su"), Type::i8), (Types{Type::i8, Type::u8}));
  EXPECT_EQ(argument_types(*find("dot_acc_sat_4x8packed_us_int"), Type::u32), (Types{Type::u32, Type::u32, Type::i32}));
  EXPECT_EQ(argument_types(*find("fma"), Type::f16), (Types{Type::f16, Type::f16, Type::f16}));
}

TEST(SignatureTest, WidthsAreThoseOfTheOverloads) {
  EXPECT_EQ(widths_of("sin"), (std::vector<int>{1, 2, 3, 4, 8, 16}));
  EXPECT_EQ(widths_of("cross"), (std::vector<int>{3, 4}));
  EXPECT_EQ(widths_of("dot"), (std::vector<int>{1, 2, 3, 4}));
  EXPECT_EQ(widths_of("vstore_half_rtp"), std::vector<int>{1});
  EXPECT_EQ(widths_of("vstorea_halfn"), (std::vector<int>{2, 3, 4, 8, 16}));
  EXPECT_EQ(widths_of("implicit_int"), std::vector<int>{1});
  EXPECT_EQ(widths_of("widened_int"), (std::vector<int>{2, 3, 4, 8, 16}));
  EXPECT_EQ(widths_of("dot_acc_sat_ss"), std::vector<int>{4});
  EXPECT_EQ(widths_of("shuffle"), (std::vector<int>{2, 4, 8, 16}));
}

std::vector<int> alike(const char* builtin, Type format, int width) {
  const std::span<const int> w = widths_alike(*find(builtin), format, width);
  return {w.begin(), w.end()};
}

TEST(SignatureTest, WidthsAreAlikeUnlessScalarsOrNeighboursHaveRulesOfTheirOwn) {
  const std::vector<int> all{1, 2, 3, 4, 8, 16};
  const std::vector<int> vectors{2, 3, 4, 8, 16};
  EXPECT_EQ(alike("sin", Type::f32, 4), all);
  EXPECT_EQ(alike("shift_left", Type::u32, 1), all);
  EXPECT_EQ(alike("rotate", Type::i8, 1), all);
  for (const char* const builtin : {"shift_left", "shift_right"}) {
    EXPECT_EQ(alike(builtin, Type::i16, 1), std::vector<int>{1});
    EXPECT_EQ(alike(builtin, Type::u8, 4), vectors);
  }
  EXPECT_EQ(alike("select", Type::f64, 1), std::vector<int>{1});
  EXPECT_EQ(alike("select", Type::i64, 2), vectors);
  EXPECT_EQ(alike("dot", Type::f32, 3), std::vector<int>{3});
}

TEST(SignatureTest, CountsGrowWithTheLanesUnlessTheResultIsOne) {
  EXPECT_EQ(argument_count(*find("dot"), 4), 8);
  EXPECT_EQ(result_count(*find("dot"), 4), 1);
  EXPECT_EQ(argument_count(*find("cross"), 3), 6);
  EXPECT_EQ(result_count(*find("cross"), 3), 3);
  EXPECT_EQ(result_count(*find("frexp"), 2), 4);
  EXPECT_EQ(argument_count(*find("any"), 8), 8);
  EXPECT_EQ(result_count(*find("any"), 8), 1);
  EXPECT_EQ(argument_count(*find("shuffle2"), 4), 12);
  EXPECT_EQ(argument_count(*find("dot_acc_sat_su"), 4), 12);
  EXPECT_EQ(result_count(*find("dot_acc_sat_su"), 4), 1);
}

}  // namespace
}  // namespace classay
