// Tests the names that patterns give to functions. Right: each placeholder has the spelling of the library, and a pattern
// that cannot be meant is refused with its reason. Possible faults: the letter of the other format, a function with pointers
// called as a value, a vector without width.
#include "harness/device/library/pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "harness/text/usage_error.h"

namespace classay::library {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> names(const std::string& pattern, const char* row, Type type, int width = 1,
                               const SetSpelling& set = {}, const std::string& accuracy = "") {
  return names_of(read_pattern(pattern), c_function(*find(row), type).value(), width, set, accuracy);
}

std::string refusal(const std::string& pattern) {
  try {
    read_pattern(pattern);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

TEST(PatternTest, HasTheLettersOfEachFormat) {
  EXPECT_THAT(names("array:v{s/d}{Name}", "sin", Type::f32), ElementsAre("vsSin"));
  EXPECT_THAT(names("array:v{s/d}{Name}", "sin", Type::f64), ElementsAre("vdSin"));
  EXPECT_THAT(names("v{name}_{format}", "exp10", Type::f64), ElementsAre("vexp10_f64"));
  EXPECT_THAT(names("my_{name}{f/}", "sin", Type::f32), ElementsAre("my_sinf"));
  EXPECT_THAT(names("my_{name}{f/}", "sin", Type::f64), ElementsAre("my_sin"));
}

TEST(PatternTest, NamesOfCHaveTheirSuffixBeforeThatOfThreadSafety) {
  EXPECT_THAT(names("{cname}", "lgamma_r", Type::f32), ElementsAre("lgammaf_r"));
  EXPECT_THAT(names("{name}_{format}", "lgamma_r", Type::f32), ElementsAre("lgamma_r_f32"));
}

TEST(PatternTest, VectorsHaveTheNamesOfTheirAbiAndOfSleef) {
  const SetSpelling avx2{"d", "avx2"};
  EXPECT_THAT(names("vector:_ZGV{abi}N{width}{v}_{cname}", "pow", Type::f32, 8, avx2), ElementsAre("_ZGVdN8vv_powf"));
  EXPECT_THAT(names("vector:Sleef_{cname}{/d}{width}{accuracy}{isa}", "sin", Type::f64, 4, avx2, "u35"),
              ElementsAre("Sleef_sind4_u35avx2"));
  EXPECT_THAT(names("vector:x{width}_{name}", "sin", Type::f32), IsEmpty()) << "one lane needs no vector";
  EXPECT_THAT(names("vector:x{width}_{name}", "frexp", Type::f32, 4), IsEmpty()) << "a vector has no pointers";
}

TEST(PatternTest, WithoutAnAccuracyAllAreTried) {
  EXPECT_THAT(
      names("value:Sleef_{cname}{accuracy}", "sin", Type::f32),
      ElementsAre("Sleef_sinf_u10", "Sleef_sinf_u15", "Sleef_sinf_u05", "Sleef_sinf_u35", "Sleef_sinf_u3500", "Sleef_sinf"));
}

TEST(PatternTest, ValuesHaveNoPointers) {
  EXPECT_THAT(names("value:my_{name}", "modf", Type::f64), IsEmpty());
  EXPECT_THAT(names("scalar:my_{name}", "modf", Type::f64), ElementsAre("my_modf"));
  EXPECT_THAT(names("array:my_{name}", "modf", Type::f64), ElementsAre("my_modf"));
}

TEST(PatternTest, OneFunctionMayHaveAName) {
  EXPECT_THAT(names("log=array:v{s/d}Ln", "log", Type::f32), ElementsAre("vsLn"));
  EXPECT_THAT(names("log=array:v{s/d}Ln", "log2", Type::f32), IsEmpty());
}

TEST(PatternTest, AnOrderHasEachArgumentOnce) {
  EXPECT_EQ(read_pattern("array:a_{name}").order, "nxyz");
  EXPECT_EQ(read_pattern("array:a_{name}(y, x, n)").order, "yzxn");
  EXPECT_EQ(read_pattern("in-place:a_{name}(n,x,z,y)").order, "nxzy");
  for (const char* order : {"(n,x)", "(n,x,y,y)", "(n,x,y", "(nxy)", "()", "(n,x,y)b", "(n;x;y)"}) {
    EXPECT_THAT(refusal(std::string("array:a_{name}") + order), HasSubstr("the order of arguments")) << order;
  }
  EXPECT_THAT(refusal("{name}(n,x,y)"), HasSubstr("only arrays"));
}

TEST(PatternTest, WhatCannotBeMeantIsRefusedWithTheReason) {
  EXPECT_THAT(refusal("v{nmae}"), HasSubstr("unknown placeholder {nmae}; write {name}, {Name}"));
  EXPECT_THAT(refusal("arrays:v{name}"), HasSubstr("'arrays' is not a kind of call"));
  EXPECT_THAT(refusal("array:vsSin"), HasSubstr("write the function before it"));
  EXPECT_THAT(refusal("vector:v{name}"), HasSubstr("needs {width}"));
  EXPECT_THAT(refusal("v{name}{width}"), HasSubstr("{width} is for vectors"));
  EXPECT_THAT(refusal("sine=v"), HasSubstr("'sine' is not a function of C"));
  EXPECT_THAT(refusal("v {name}"), HasSubstr("not the name of a symbol"));
  EXPECT_THAT(refusal(""), HasSubstr("not the name of a symbol"));
  EXPECT_THAT(refusal("v{name"), HasSubstr("placeholder"));
}

TEST(PatternTest, UsualPatternsAreThoseOfCAndSleef) {
  std::vector<std::string> all;
  for (const Pattern& p : usual_patterns()) all.push_back(p.symbol);
  EXPECT_EQ(all.size(), 4U);
  EXPECT_EQ(all.front(), "{cname}");
}

}  // namespace
}  // namespace classay::library
