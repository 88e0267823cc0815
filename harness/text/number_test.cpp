#include "harness/text/number.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <charconv>
#include <cstring>
#include <random>
#include <vector>

#include "reference/number/real.h"
#include "reference/oracle/oracle.h"
#include "reference/truth/truth.h"

namespace classay {
namespace {

Bits bits_of(std::string_view text, Type type) { return parse_number(text, type, Notation::value).value.bits; }

// The position and the message of a failed parse.
struct Failure {
  std::size_t position;
  std::string message;
};
Failure failure(std::string_view text, Type type, Notation notation = Notation::value) {
  try {
    parse_number(text, type, notation);
  } catch (const BadNumber& e) {
    return {e.position(), e.what()};
  }
  ADD_FAILURE() << in_quotes(text) << " was read as " << info(type).name;
  return {999, ""};
}

// The same by MPFR alone, with the format's precision, exponent range and subnormals.
Bits by_mpfr(const std::string& text, const Format& f) {
  const mpfr_exp_t emin = mpfr_get_emin();
  const mpfr_exp_t emax = mpfr_get_emax();
  Real x(f.precision);
  mpfr_set_emin(f.subnormal_exponent() + 1);
  mpfr_set_emax(f.emax + 1);
  const int ternary = mpfr_strtofr(x, text.c_str(), nullptr, 10, MPFR_RNDN);
  mpfr_subnormalize(x, ternary, MPFR_RNDN);
  mpfr_set_emin(emin);
  mpfr_set_emax(emax);
  return round_to(f, x, Rounding::rne);  // exact: x is one of the format's numbers
}

std::string digits(std::mt19937_64& random, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += static_cast<char>('0' + random() % 10);
  return text;
}

// A decimal in or near the format's range, with up to 40 digits.
std::string random_decimal(std::mt19937_64& random, const Format& f) {
  const int decades = f.emax * 3 / 10;
  const int exponent = static_cast<int>(random() % static_cast<unsigned>(2 * decades + 40)) - decades - 30;
  const int count = static_cast<int>(random() % 20);
  return fmt::format("{}{}.{}e{}", random() % 2 == 0 ? "-" : "", digits(random, 1), digits(random, 1 + 2 * count), exponent);
}

TEST(NumberTest, EveryHalfReadsBackFromItsDecimalAndHexForms) {
  for (Bits b = 0; b < 0x10000; ++b) {
    const Value v{Type::f16, b};
    if (is_nan(v)) continue;
    EXPECT_EQ(bits_of(decimal(v), Type::f16), b) << decimal(v);
    EXPECT_EQ(bits_of(hex_float(kF16, b), Type::f16), b) << hex_float(kF16, b);
    EXPECT_EQ(parse_number(pattern(v), Type::f16, Notation::bits).value.bits, b);
  }
}

TEST(NumberTest, DecimalsAreRoundedAsMpfrRoundsThem) {
  std::mt19937_64 random(1);
  for (Type type : kFloatTypes) {
    int inexact = 0;
    for (int i = 0; i < 5000; ++i) {
      const std::string text = random_decimal(random, format(type));
      const Nearest n = nearest(format(type), text);
      EXPECT_EQ(n.bits, by_mpfr(text, format(type))) << text << " as " << info(type).name;
      inexact += n.inexact ? 1 : 0;
    }
    EXPECT_GT(inexact, 4000);
  }
}

std::string exact_decimal(const Real& x) {
  char* text = nullptr;
  mpfr_asprintf(&text, "%.1200Re", x.get());
  std::string result = text;
  mpfr_free_str(text);
  return result;
}

TEST(NumberTest, MiddlesGoToEvenAndTheSlightestMoreGoesUp) {
  std::mt19937_64 random(2);
  for (Type type : kFloatTypes) {
    const Format& f = format(type);
    for (int i = 0; i < 300; ++i) {
      const Bits low = random() % f.max_finite();
      Real middle(80);
      mpfr_add(middle, exact(f, low), exact(f, low + 1), MPFR_RNDN);
      mpfr_div_2ui(middle, middle, 1, MPFR_RNDN);
      const std::string text = exact_decimal(middle);
      EXPECT_EQ(bits_of(text, type), low + (low & 1)) << text;
      const std::size_t e = text.find('e');
      EXPECT_EQ(bits_of(text.substr(0, e) + "1" + text.substr(e), type), low + 1) << text;
    }
  }
}

TEST(NumberTest, IsNotRoundedTwice) {
  // 1 + 2^-24 + 2^-60: rounding to double first gives a tie, which becomes 1.
  EXPECT_EQ(bits_of("1.000000059604644776257986737988403547205962240695953369140625", Type::f32), 0x3f800001u);
  EXPECT_EQ(bits_of("0x1.000001000000001p0", Type::f32), 0x3f800001u);
  EXPECT_EQ(bits_of("0x1.000001p0", Type::f32), 0x3f800000u);
}

TEST(NumberTest, SaysWhetherTheNumberIsTheTextExactly) {
  EXPECT_FALSE(parse_number("0.5", Type::f32, Notation::value).inexact);
  EXPECT_FALSE(parse_number("5e-1", Type::f32, Notation::value).inexact);
  EXPECT_TRUE(parse_number("0.1", Type::f32, Notation::value).inexact);
  EXPECT_TRUE(parse_number("1e-9999999999999999999999", Type::f64, Notation::value).inexact);
  EXPECT_FALSE(parse_number("0e9999999999999999999999", Type::f64, Notation::value).inexact);
  EXPECT_TRUE(parse_number("0x1.0000001p0", Type::f32, Notation::value).inexact);
  EXPECT_FALSE(parse_number("inf", Type::f32, Notation::value).inexact);
  EXPECT_TRUE(parse_number("1." + std::string(5000, '0') + "1", Type::f64, Notation::value).inexact);
}

TEST(NumberTest, ReadsTheFormsOfC) {
  EXPECT_EQ(bits_of("1", Type::f32), 0x3f800000u);
  EXPECT_EQ(bits_of("+1.", Type::f32), 0x3f800000u);
  EXPECT_EQ(bits_of("-.5", Type::f32), 0xbf000000u);
  EXPECT_EQ(bits_of("1E+2", Type::f32), 0x42c80000u);
  EXPECT_EQ(bits_of("-0", Type::f32), 0x80000000u);
  EXPECT_EQ(bits_of("-0x0p0", Type::f64), kF64.sign_bit());
  EXPECT_EQ(bits_of("0X1.8P-149", Type::f32), 2u);  // a tie between 1 and 2 units of the smallest subnormal
  EXPECT_EQ(bits_of("0x.8p1", Type::f32), 0x3f800000u);
  EXPECT_EQ(bits_of("1.5f", Type::f32), 0x3fc00000u);
  EXPECT_EQ(bits_of("0x1.8p0F", Type::f32), 0x3fc00000u);
  EXPECT_EQ(bits_of("1.5h", Type::f16), 0x3e00u);
  EXPECT_EQ(bits_of("INF", Type::f16), 0x7c00u);
  EXPECT_EQ(bits_of("-Infinity", Type::f16), 0xfc00u);
  EXPECT_EQ(bits_of("nan", Type::f32), 0x7fc00000u);
  EXPECT_EQ(bits_of("-NaN", Type::f32), 0xffc00000u);
}

TEST(NumberTest, TooLargeIsAnErrorUnlessItRoundsToTheLargest) {
  EXPECT_EQ(bits_of("65519.99", Type::f16), kF16.max_finite());
  EXPECT_EQ(failure("65520", Type::f16).message,
            "'65520' is beyond the largest f16, 0x1.ffcp+15; write inf for an infinity");
  EXPECT_EQ(bits_of("3.4028235e38", Type::f32), kF32.max_finite());
  failure("3.5e38", Type::f32);
  failure("-1e99999999999999999999999", Type::f64);
  failure("0x1p99999999999999999999999", Type::f64);
}

TEST(NumberTest, HexWithoutExponentIsNotGuessedAt) {
  const Failure f = failure("0x3f800000", Type::f32);
  EXPECT_EQ(f.message, "0x3f800000 could be a bit pattern or a number: read patterns with --bits, or write 0x3f800000p0");
  failure("0x1f", Type::f32);
  failure("0x1.8", Type::f32);
}

TEST(NumberTest, ErrorsPointAtTheFirstCharacterThatDoesNotBelong) {
  EXPECT_EQ(failure("1.2.3", Type::f32).position, 3u);
  EXPECT_EQ(failure("1,5", Type::f32).position, 1u);
  EXPECT_EQ(failure("abc", Type::f32).position, 0u);
  EXPECT_EQ(failure("-", Type::f32).position, 1u);
  EXPECT_EQ(failure("", Type::f32).position, 0u);
  EXPECT_EQ(failure("1e", Type::f32).position, 2u);
  EXPECT_EQ(failure("1e+x", Type::f32).position, 3u);
  EXPECT_EQ(failure("0x", Type::f32).position, 2u);
  EXPECT_EQ(failure("0xg", Type::f32).position, 2u);
  EXPECT_EQ(failure("0x1pz", Type::f32).position, 4u);
  EXPECT_EQ(failure("infx", Type::f32).position, 0u);
  EXPECT_EQ(failure("nan(0x7)", Type::f32).position, 3u);
  EXPECT_EQ(failure("1.5f", Type::f64).position, 3u);
  EXPECT_EQ(failure("1.5fx", Type::f32).position, 4u);
  EXPECT_EQ(failure("12a", Type::i32).position, 2u);
  EXPECT_EQ(failure("1.5", Type::i32).position, 1u);
  EXPECT_EQ(failure("nan", Type::i32).position, 0u);
  EXPECT_EQ(failure(std::string_view("1\0", 2), Type::f32).position, 1u);
  EXPECT_EQ(failure("1.2.3", Type::f32).message, "'.' does not belong in a decimal number");
  EXPECT_EQ(failure("nan", Type::i32).message, "'n' does not belong in an integer (i32)");
}

TEST(NumberTest, IntegersReachBothEndsOfTheirTypesAndNoFurther) {
  struct Ends {
    Type type;
    std::string_view least, below, greatest, above;
  };
  const std::vector<Ends> all{
      {Type::i8, "-128", "-129", "127", "128"},
      {Type::u8, "0", "-1", "255", "256"},
      {Type::i16, "-32768", "-32769", "32767", "32768"},
      {Type::u16, "-0", "-1", "65535", "65536"},
      {Type::i32, "-2147483648", "-2147483649", "2147483647", "2147483648"},
      {Type::u32, "0", "-1", "4294967295", "4294967296"},
      {Type::i64, "-9223372036854775808", "-9223372036854775809", "9223372036854775807", "9223372036854775808"},
      {Type::u64, "0", "-1", "18446744073709551615", "18446744073709551616"},
      {Type::boolean, "0", "-1", "1", "2"},
  };
  for (const Ends& e : all) {
    const Bits sign = is_signed(e.type) ? Bits{1} << (width(e.type) - 1) : 0;
    EXPECT_EQ(bits_of(e.least, e.type), sign);
    EXPECT_EQ(bits_of(e.greatest, e.type), is_signed(e.type) ? sign - 1 : mask(e.type));
    failure(e.below, e.type);
    failure(e.above, e.type);
  }
  EXPECT_EQ(failure("128", Type::i8).message, "'128' is out of range: i8 holds -128 to 127");
  EXPECT_EQ(failure("0x80", Type::i8).message,
            "'0x80' is out of range: i8 holds -128 to 127; as a bit pattern it is read with --bits");
  EXPECT_EQ(failure("99999999999999999999999999999999999999999999", Type::u64).message,
            "'99999999999999999999999999999999999999999999' is out of range: u64 holds 0 to 18446744073709551615");
  EXPECT_EQ(bits_of("0xfF", Type::u8), 0xffu);
  EXPECT_EQ(bits_of("-0x80", Type::i8), 0x80u);
  EXPECT_EQ(bits_of("000000000000000000000000007", Type::u8), 7u);
}

TEST(NumberTest, PatternsFitTheirType) {
  const auto pattern_of = [](std::string_view text, Type t) { return parse_number(text, t, Notation::bits).value.bits; };
  EXPECT_EQ(pattern_of("0x7fc00001", Type::f32), 0x7fc00001u);
  EXPECT_EQ(pattern_of("0x000000000000000001", Type::f16), 1u);
  EXPECT_EQ(pattern_of("0xffffffffffffffff", Type::f64), ~Bits{0});
  EXPECT_EQ(pattern_of("0xffffffff", Type::i32), 0xffffffffu);
  EXPECT_EQ(pattern_of("-3", Type::i32), 0xfffffffdu);
  EXPECT_EQ(failure("0x10000", Type::f16, Notation::bits).message, "'0x10000' is wider than the 16 bits of f16");
  EXPECT_EQ(failure("1.5", Type::f32, Notation::bits).message,
            "'1.5' is not a bit pattern: with --bits, write 0x and hex digits");
  failure("-0x1", Type::f32, Notation::bits);
  failure("0x", Type::f32, Notation::bits);
  failure("0x1p0", Type::f32, Notation::bits);
}

}  // namespace

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
