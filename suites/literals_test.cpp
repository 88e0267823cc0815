// Compares the value of each f32 and f64 literal with glibc, and half literals with MPFR at a higher precision than their
// digits need. No text may occur twice. Possible faults: a missing digit, a tie that is rounded twice, the suffix of a
// different type.
#include "suites/literals.h"

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <set>

#include "reference/number/real.h"

namespace classay {
namespace {

Bits read_by_the_host(const Literal& l) {
  std::string digits = l.text;
  if (l.type != Type::f64) digits.pop_back();
  if (l.type == Type::f32) return std::bit_cast<std::uint32_t>(std::strtof(digits.c_str(), nullptr));
  if (l.type == Type::f64) return std::bit_cast<std::uint64_t>(std::strtod(digits.c_str(), nullptr));
  const RealScope scope;
  Real x(400);
  mpfr_strtofr(x, digits.c_str(), nullptr, 0, MPFR_RNDN);
  return round_to(kF16, x, Rounding::rne);
}

TEST(LiteralsTest, TheHostReadsThemAsTheyAre) {
  for (const Type type : {Type::f16, Type::f32, Type::f64}) {
    for (const Literal& l : literals(type)) EXPECT_EQ(read_by_the_host(l), l.nearest) << l.text;
  }
}

TEST(LiteralsTest, EachIsThereOnceAndOfEveryBase) {
  for (const Type type : {Type::f16, Type::f32, Type::f64, Type::i32}) {
    std::set<std::string> texts;
    int hexadecimal = 0;
    for (const Literal& l : literals(type)) {
      texts.insert(l.text);
      hexadecimal += l.text.starts_with("0x") ? 1 : 0;
    }
    EXPECT_GT(texts.size(), 30U);
    EXPECT_GT(hexadecimal, 5);
  }
}

TEST(LiteralsTest, ADecimalOneMayBeTheNextAndAHexadecimalOneNot) {
  const Literal decimal{"0.1f", Type::f32, 0x3dcccccd, true};
  EXPECT_TRUE(is_right(decimal, 0x3dcccccd));
  EXPECT_TRUE(is_right(decimal, 0x3dcccccc));
  EXPECT_FALSE(is_right(decimal, 0x3dcccccb));
  const Literal hexadecimal{"0x1p0f", Type::f32, 0x3f800000, false};
  EXPECT_FALSE(is_right(hexadecimal, 0x3f800001));
}

}  // namespace
}  // namespace classay
