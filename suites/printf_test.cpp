// Checks the examples of the specifications, and all styles that C leaves open. A text with a missing or wrong character, or
// with a lane too few or too many, must be rejected.
#include "suites/printf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <set>

namespace classay {
namespace {

using testing::HasSubstr;

constexpr std::array kWidths{1, 2, 3, 4, 8, 16};
constexpr auto kScalars = std::to_array(
    {Type::f16, Type::f32, Type::f64, Type::i8, Type::u8, Type::i16, Type::u16, Type::i32, Type::u32, Type::i64, Type::u64});

PrintfLine line(const std::string& flags, const std::string& length, char specifier, std::vector<Bits> values) {
  return {.flags = flags, .length = length, .specifier = specifier, .values = std::move(values), .literal = ""};
}

bool is_right(Type type, const PrintfLine& l, std::string_view text) { return !objection(type, l, text).has_value(); }

TEST(PrintfTest, TheExamplesOfTheDocuments) {
  const PrintfLine floats = line("2.2", "v4hl", 'f', {0x3f800000, 0x40000000, 0x40400000, 0x40800000});
  EXPECT_EQ(floats.directive(), "%2.2v4hlf");
  EXPECT_TRUE(is_right(Type::f32, floats, "1.00,2.00,3.00,4.00"));
  EXPECT_FALSE(is_right(Type::f32, floats, "1.00, 2.00, 3.00, 4.00"));
  EXPECT_FALSE(is_right(Type::f32, floats, "1.00,2.00,3.00"));
  EXPECT_FALSE(is_right(Type::f32, floats, "1.00,2.00,4.00,3.00"));
  const PrintfLine bytes = line("#", "v4hh", 'x', {0xfa, 0xfb, 0xfc, 0xfd});
  EXPECT_EQ(bytes.directive(), "%#v4hhx");
  EXPECT_TRUE(is_right(Type::u8, bytes, "0xfa,0xfb,0xfc,0xfd"));
  EXPECT_FALSE(is_right(Type::u8, bytes, "0xfa,fb,fc,fd"));
}

TEST(PrintfTest, IntegersOfEverySizeHaveTheirOwnValue) {
  EXPECT_TRUE(is_right(Type::i8, line("", "hh", 'd', {0x80}), "-128"));
  EXPECT_FALSE(is_right(Type::i8, line("", "hh", 'd', {0x80}), "128"));
  EXPECT_TRUE(is_right(Type::u64, line("", "l", 'o', {mask(Type::u64)}), "1777777777777777777777"));
  EXPECT_TRUE(is_right(Type::i64, line("+", "l", 'd', {0x7fffffffffffffff}), "+9223372036854775807"));
  EXPECT_TRUE(is_right(Type::i32, line(".0", "", 'd', {0}), ""));
  EXPECT_FALSE(is_right(Type::i32, line(".0", "", 'd', {0}), "0"));
  EXPECT_TRUE(is_right(Type::i16, line("-9.4", "h", 'i', {42}), "0042     "));
}

TEST(PrintfTest, InfinitiesAndNansHaveSeveralStyles) {
  const PrintfLine infinity = line("012.2", "", 'f', {kF32.infinity(true)});
  EXPECT_TRUE(is_right(Type::f32, infinity, "        -inf"));
  EXPECT_TRUE(is_right(Type::f32, infinity, "   -infinity"));
  EXPECT_FALSE(is_right(Type::f32, infinity, "000000000inf"));
  EXPECT_FALSE(is_right(Type::f32, infinity, "-inf"));
  EXPECT_FALSE(is_right(Type::f32, infinity, "        -INF"));
  const PrintfLine nan = line("", "", 'G', {kF64.quiet_nan()});
  for (const char* text : {"NAN", "-NAN", "NAN(0x8)"}) EXPECT_TRUE(is_right(Type::f64, nan, text)) << text;
  for (const char* text : {"nan", "NA", "INF", "0", "NAN(", "+NAN", ""})
    EXPECT_FALSE(is_right(Type::f64, nan, text)) << text;
}

TEST(PrintfTest, HexadecimalNumbersMayBeginWithAnyDigit) {
  const PrintfLine l = line("", "", 'a', {0x3fc00000});  // 1.5
  for (const char* text : {"0x1.8p+0", "0xcp-3", "0x1.80p+0", "0x3.0p-1"}) EXPECT_TRUE(is_right(Type::f32, l, text)) << text;
  for (const char* text : {"1.5", "0X1.8P+0", "0x1.9p+0", "0x0.cp+1", "0x1.8p0", "0x1.8", "-0x1.8p+0", "0x18p-4"}) {
    EXPECT_FALSE(is_right(Type::f32, l, text)) << text;
  }
}

// Accepts the host's text, and no text with an additional, missing or different character.
void expect_only_the_hosts_text(Type type, const PrintfLine& l) {
  const std::string text = usual_text(type, l);
  EXPECT_EQ(objection(type, l, text), std::nullopt) << info(type).name;
  EXPECT_FALSE(is_right(type, l, text + "0")) << l.directive();
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] = text[i] == '7' ? '1' : '7';
    EXPECT_FALSE(is_right(type, l, other)) << l.directive() << " " << other;
    // A NaN may have either sign.
    if (text[i] == '-') continue;
    EXPECT_FALSE(is_right(type, l, std::string(text).erase(i, 1))) << l.directive() << " " << text;
  }
}

// The digit before the point is free. The last one is rounded to nearest, ties to even, and there are as many as asked for.
TEST(PrintfTest, HexadecimalNumbersAreRoundedToTheirPrecision) {
  const auto is_text_of = [](const char* flags, double value, std::string_view text) {
    return is_right(Type::f64, line(flags, "", 'a', {std::bit_cast<std::uint64_t>(value)}), text);
  };
  for (const char* text : {"0x1.555p+0", "0x2.aabp-1", "0x5.555p-2", "0xa.aabp-3"})
    EXPECT_TRUE(is_text_of(".3", 4.0 / 3, text)) << text;
  for (const char* text : {"0x1.556p+0", "0x1.554p+0", "0x1.55p+0", "0x1.5555p+0", "0xa.aaap-3", "0x1.555p+1"}) {
    EXPECT_FALSE(is_text_of(".3", 4.0 / 3, text)) << text;
  }
  EXPECT_TRUE(is_text_of(".1", 0x1.28p0, "0x1.2p+0"));
  EXPECT_FALSE(is_text_of(".1", 0x1.28p0, "0x1.3p+0"));
  EXPECT_TRUE(is_text_of(".1", 0x1.38p0, "0x1.4p+0"));
  EXPECT_TRUE(is_text_of(".0", 0x1.8p0, "0x2p+0"));
  EXPECT_FALSE(is_text_of(".0", 0x1.8p0, "0x2.p+0"));
  EXPECT_TRUE(is_text_of("#.0", 0x1.8p0, "0x2.p+0"));
  EXPECT_TRUE(is_text_of(".1", 0x1.ffffffffffffep1023, "0x2.0p+1023"));
  EXPECT_TRUE(is_text_of("12.1", 1.0, "    0x1.0p+0"));
  EXPECT_FALSE(is_text_of("12.1", 1.0, "0x1.0p+0"));
  EXPECT_TRUE(is_text_of("", 1.5, "0x1.80000000000000000000p+0"));
  EXPECT_FALSE(is_text_of("", 1.5, "0x1.80000000000000000001p+0"));
}

TEST(PrintfTest, TheHostsTextIsRightAndNoneThatLacksACharacterOrHasAnother) {
  for (const Type type : kScalars) {
    for (const int width : kWidths) {
      for (const PrintfLine& l : printf_lines(FrontEnd::clc, type, width)) expect_only_the_hosts_text(type, l);
    }
  }
}

TEST(PrintfTest, EverySpecifierOfNumbersIsAskedOfEveryTypeItIsFor) {
  for (const Type type : kScalars) {
    for (const int width : kWidths) {
      std::set<char> seen;
      std::set<Bits> values;
      for (const PrintfLine& l : printf_lines(FrontEnd::clc, type, width)) {
        seen.insert(l.specifier);
        values.insert(l.values.begin(), l.values.end());
        ASSERT_TRUE(l.values.size() == static_cast<std::size_t>(width) || l.values.empty());
      }
      const std::string_view all = is_float(type) ? "fFeEgGaA" : is_signed(type) ? "di" : "uoxX";
      for (const char c : all) EXPECT_TRUE(seen.contains(c)) << info(type).name << " " << c;
      EXPECT_GE(values.size(), is_float(type) ? 12U : 6U) << info(type).name << " " << width;
    }
  }
  EXPECT_EQ(printf_lines(FrontEnd::clc, Type::i32, 1).back().directive(), "%%");
}

// Every type and width has a call with integers between its own values, and one with several of its values.
TEST(PrintfTest, SomeCallsHaveSeveralConversions) {
  for (const Type type : kScalars) {
    for (const int width : kWidths) {
      const std::vector<PrintfLine> lines = printf_lines(FrontEnd::il, type, width);
      EXPECT_FALSE(lines.front().joins);
      std::set<std::size_t> own;    // values of the type in each call of several lines
      std::set<std::size_t> mixed;  // the same, in calls with integers of the kernel
      for (std::size_t i = 0; i < lines.size();) {
        std::size_t values = 0;
        bool has_integer = false;
        const std::size_t first = i;
        do {
          values += lines[i].values.empty() ? 0 : 1;
          has_integer = has_integer || !lines[i].literal.empty();
          ++i;
        } while (i < lines.size() && lines[i].joins);
        if (i > first + 1) (has_integer ? mixed : own).insert(values);
      }
      EXPECT_THAT(own, testing::Contains(3)) << info(type).name << " " << width;
      EXPECT_THAT(mixed, testing::Contains(3)) << info(type).name << " " << width;
    }
  }
  const std::vector<PrintfLine> lines = printf_lines(FrontEnd::il, Type::f64, 1);
  EXPECT_TRUE(std::ranges::any_of(lines, [](const PrintfLine& l) { return usual_text(Type::f64, l) == "  -7"; }));
}

// Everything except lines without a number.
TEST(PrintfTest, SpirVIsAskedTheSameButCharactersAndStrings) {
  for (const Type type : kScalars) {
    for (const int width : kWidths) {
      std::vector<std::string> of_clc;
      for (const PrintfLine& l : printf_lines(FrontEnd::clc, type, width)) {
        if (l.specifier != 'c' && l.specifier != 's') of_clc.push_back(l.directive() + usual_text(type, l));
      }
      std::vector<std::string> of_il;
      for (const PrintfLine& l : printf_lines(FrontEnd::il, type, width)) {
        of_il.push_back(l.directive() + usual_text(type, l));
      }
      EXPECT_EQ(of_il, of_clc) << info(type).name << " " << width;
    }
  }
}

TEST(PrintfTest, AnObjectionSaysWhatWasAskedAndWhatCame) {
  const std::optional<std::string> why = objection(Type::i32, line("5", "", 'd', {42}), "42");
  ASSERT_TRUE(why);
  EXPECT_THAT(*why, HasSubstr("%5d"));
  EXPECT_THAT(*why, HasSubstr("\"   42\""));
}

}  // namespace
}  // namespace classay
