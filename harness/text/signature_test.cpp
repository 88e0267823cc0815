#include "harness/text/signature.h"

#include <gtest/gtest.h>

namespace classay {
namespace {

std::string of(std::string_view name, Type format) { return signature_text(*find(name), format); }
std::string of(std::string_view name) { return signature_text(*find(name)); }

TEST(SignatureTextTest, ShowsTypesAndNames) {
  EXPECT_EQ(of("atan2", Type::f32), "atan2(f32 y, f32 x) -> f32");
  EXPECT_EQ(of("pown", Type::f64), "pown(f64 x, i32 n) -> f64");
  EXPECT_EQ(of("frexp", Type::f16), "frexp(f16 x) -> f16, i32");
  EXPECT_EQ(of("fma", Type::f32), "fma(f32 a, f32 b, f32 c) -> f32");
  EXPECT_EQ(of("dot", Type::f32), "dot(f32[n] x, f32[n] y) -> f32");
  EXPECT_EQ(of("cross", Type::f32), "cross(f32[n] x, f32[n] y) -> f32[n]");
  EXPECT_EQ(of("shuffle2", Type::f16), "shuffle2(f16[n] x, f16[n] y, u16[m] mask) -> f16[m]");
  EXPECT_EQ(of("upsample", Type::i8), "upsample(i8 hi, u8 lo) -> i16");
}

TEST(SignatureTextTest, ShowsAllFormatsAtOnce) {
  EXPECT_EQ(of("sin"), "sin(T x) -> T");
  EXPECT_EQ(of("pown"), "pown(T x, i32 n) -> T");
  EXPECT_EQ(of("convert_uchar_sat"), "convert_uchar_sat(T x) -> u8");
  EXPECT_EQ(of("upsample"), "upsample(T hi, uint(T) lo) -> int2(T)");
}

TEST(SignatureTextTest, EveryRowHasOne) {
  for (const Row& row : table()) {
    EXPECT_TRUE(signature_text(row).starts_with(std::string(row.name) + "(")) << row.name;
    for (Type format : row.formats) EXPECT_NE(signature_text(row, format).find(')'), std::string::npos);
  }
}

}  // namespace
}  // namespace classay
