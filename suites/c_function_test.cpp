#include "suites/c_function.h"

#include <gtest/gtest.h>

namespace classay {
namespace {

std::string declared(std::string_view row, Type format) {
  const std::optional<CFunction> f = c_function(*find(row), format);
  return f ? declaration(*f) : "";
}

TEST(CFunctionTest, ADeclarationIsThatOfC) {
  EXPECT_EQ(declared("sin", Type::f32), "float sinf(float);");
  EXPECT_EQ(declared("sin", Type::f64), "double sin(double);");
  EXPECT_EQ(declared("pow", Type::f32), "float powf(float, float);");
  EXPECT_EQ(declared("fma", Type::f64), "double fma(double, double, double);");
  EXPECT_EQ(declared("ldexp", Type::f32), "float ldexpf(float, int);");
  EXPECT_EQ(declared("pown", Type::f64), "double pown(double, long long);");
  EXPECT_EQ(declared("rootn", Type::f32), "float rootnf(float, long long);");
  EXPECT_EQ(declared("ilogb", Type::f32), "int ilogbf(float);");
  EXPECT_EQ(declared("frexp", Type::f64), "double frexp(double, int*);");
  EXPECT_EQ(declared("modf", Type::f32), "float modff(float, float*);");
  EXPECT_EQ(declared("lgamma_r", Type::f32), "float lgammaf_r(float, int*);");
  EXPECT_EQ(declared("remquo", Type::f64), "double remquo(double, double, int*);");
  EXPECT_EQ(declared("sincos", Type::f32), "void sincosf(float, float*, float*);");
}

TEST(CFunctionTest, WhatCHasNotIsNotDeclared) {
  EXPECT_EQ(declared("sin", Type::f16), "");
  EXPECT_EQ(declared("fract", Type::f32), "");
  EXPECT_EQ(declared("nan", Type::f32), "") << "C's takes a string";
  EXPECT_EQ(declared("native_sin", Type::f32), "");
  EXPECT_EQ(declared("dot", Type::f32), "");
  EXPECT_EQ(declared("add_sat", Type::i32), "");
}

TEST(CFunctionTest, ADeclarationIsReadAsItIsWritten) {
  int read = 0;
  for (const Row& row : table()) {
    for (const Type format : row.formats) {
      const std::optional<CFunction> f = c_function(row, format);
      if (!f) continue;
      EXPECT_EQ(c_function_declared(declaration(*f)), f) << declaration(*f);
      EXPECT_EQ(plain_name(*f), row.name);
      ++read;
    }
  }
  EXPECT_GT(read, 100);
  for (const char* const none : {"", "float sinf(half);", "float (float);", "sinf", "float sinf(float)"}) {
    EXPECT_FALSE(c_function_declared(none)) << none;
  }
}

}  // namespace
}  // namespace classay
