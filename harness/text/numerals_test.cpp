#include "harness/text/numerals.h"

#include <gtest/gtest.h>

#include <charconv>
#include <cstring>
#include <random>

#include "reference/number/real.h"
#include "reference/oracle/oracle.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

std::size_t digit_count(std::string_view text) {
  const std::string_view mantissa = text.substr(0, text.find('e'));
  std::string digits;
  for (char c : mantissa) {
    if ('0' <= c && c <= '9') digits += c;
  }
  digits.erase(0, digits.find_first_not_of('0'));
  digits.erase(digits.find_last_not_of('0') + 1);
  return digits.size();
}

// The standard library's shortest form, an independent algorithm on integers.
template <class T>
std::string by_to_chars(Bits bits) {
  T x;
  std::memcpy(&x, &bits, sizeof x);
  std::array<char, 64> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific).ptr;
  return {text.data(), end};
}

TEST(NumeralsTest, DecimalsAreAsShortAsThoseOfToChars) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 3000; ++i) {
    const Bits f32 = random() % kF32.infinity() | 1;  // not a power of two, where the neighbours have different distances
    EXPECT_EQ(digit_count(decimal({Type::f32, f32})), digit_count(by_to_chars<float>(f32))) << decimal({Type::f32, f32});
    const Bits f64 = random() % kF64.infinity() | 1;
    EXPECT_EQ(digit_count(decimal({Type::f64, f64})), digit_count(by_to_chars<double>(f64))) << decimal({Type::f64, f64});
  }
}

TEST(NumeralsTest, NumbersOfHumanSizeHaveNoExponent) {
  EXPECT_EQ(decimal({Type::f32, 0x3f800000}), "1");
  EXPECT_EQ(decimal({Type::f32, 0xbfc00000}), "-1.5");
  EXPECT_EQ(decimal({Type::f32, 0x3dcccccd}), "0.1");
  EXPECT_EQ(decimal({Type::f32, 0x38d1b717}), "0.0001");
  EXPECT_EQ(decimal({Type::f32, 1}), "1e-45");
  EXPECT_EQ(decimal({Type::f32, kF32.max_finite()}), "3.4028235e+38");
  EXPECT_EQ(decimal({Type::f64, 0x4415af1d78b58c40}), "100000000000000000000");
  EXPECT_EQ(decimal({Type::f64, 0x444b1ae4d6e2ef50}), "1e+21");
  EXPECT_EQ(decimal({Type::f32, 0x80000000}), "-0");
  EXPECT_EQ(decimal({Type::f32, 0xff800000}), "-inf");
  EXPECT_EQ(decimal({Type::f32, 0xffc00001}), "nan");
  EXPECT_EQ(decimal({Type::i8, 0xff}), "-1");
  EXPECT_EQ(decimal({Type::u64, ~Bits{0}}), "18446744073709551615");
}

TEST(NumeralsTest, PatternsAreAsWideAsTheType) {
  EXPECT_EQ(pattern({Type::f16, 1}), "0x0001");
  EXPECT_EQ(pattern({Type::f64, 1}), "0x0000000000000001");
  EXPECT_EQ(pattern({Type::i8, 0xff}), "0xff");
  EXPECT_EQ(pattern({Type::boolean, 1}), "0x1");
}

// Reads both ends with MPFR and checks that they enclose the interval.
void expect_encloses(const Enclosure& e, const Interval& v) {
  Real low(200);
  Real high(200);
  mpfr_set_str(low, e.low.c_str(), 10, MPFR_RNDU);  // rounded to make the check stricter
  mpfr_set_str(high, e.high.c_str(), 10, MPFR_RNDD);
  EXPECT_LE(compare(low, v.low), 0) << e.low;
  EXPECT_GE(compare(high, v.high), 0) << e.high;
}

TEST(NumeralsTest, DecimalsEncloseTheExactValue) {
  const RealScope scope;
  std::mt19937_64 random(4);
  for (int i = 0; i < 500; ++i) {
    const Value x{Type::f64, random() & kF64.mask()};
    if (!is_finite(x)) continue;
    const Truth t = oracle::atan({.type = Type::f64, .args = {&x, 1}}, 128)[0];
    const Enclosure e = enclosure(t, Type::f64);
    expect_encloses(e, *t.value);
    EXPECT_NE(e.low, e.high);
  }
  const Interval point = Interval::point(exact(kF64, 0x3fb999999999999a));  // 55 digits
  const Enclosure e = enclosure(Truth::of_real(point), Type::f64);
  expect_encloses(e, point);
  EXPECT_EQ(between(e), "0.1000000000000000055511151 .. ...52");
}

TEST(NumeralsTest, ExactValuesOfFewDigitsAreWrittenInFull) {
  const auto both = [](const Truth& t) {
    const Enclosure e = enclosure(t, Type::f32);
    EXPECT_EQ(e.low, e.high);
    return e.low;
  };
  EXPECT_EQ(both(Truth::of(kF32, 0x3e000000)), "0.125");
  EXPECT_EQ(both(Truth::of(kF32, 0x2f800000)), "2.3283064365386962890625e-10");
  EXPECT_EQ(both(Truth::zero(true)), "-0");
  EXPECT_EQ(both(Truth::zero(false)), "0");
  EXPECT_EQ(both(Truth::infinity(true)), "-inf");
  EXPECT_EQ(both(Truth::not_a_number()), "nan");
  EXPECT_EQ(enclosure(Truth::of_integer(int_value(Type::i32, -7)), Type::i32).low, "-7");
}

TEST(NumeralsTest, WhatBothEndsShareIsWrittenOnce) {
  EXPECT_EQ(between({"0.5", "0.5"}), "0.5");
  EXPECT_EQ(between({"-1.234567890123e-07", "-1.234567890122e-07"}), "-1.234567890123e-07 .. ...22e-07");
  EXPECT_EQ(between({"1.2345678999", "1.2345679000"}), "1.2345678999 .. ...9000");
  EXPECT_EQ(between({"0.999999999999", "1.000000000000"}), "0.999999999999 .. 1.000000000000");
  EXPECT_EQ(between({"9.99999999e+5", "1.00000000e+6"}), "9.99999999e+5 .. 1.00000000e+6");
  EXPECT_EQ(between({"8.05e+78912", "inf"}), "8.05e+78912 .. inf");
  EXPECT_EQ(between({"0.1", "0.2"}), "0.1 .. 0.2");
}

TEST(NumeralsTest, QuotesAreSafeToPrint) {
  EXPECT_EQ(in_quotes("a\x1b[31m"), "'a\\u001b[31m'");
  EXPECT_EQ(in_quotes(std::string(100, 'x')), "'" + std::string(60, 'x') + "...'");
}

}  // namespace
}  // namespace classay
