// Foreign text cannot control a terminal, hide, or imitate our own lines; harmless text stays unchanged.
#include "harness/text/visible.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "cmake/source_dir.h"

namespace classay {
namespace {

TEST(VisibleTest, WhatIsSeenAsItselfStays) {
  for (const char* text : {"", "Portable Computing Language", "Grafik-Prozessor \xc3\xa4\xc3\xb6 \xe2\x84\xa2",
                           "\xe8\xa8\x88\xe7\xae\x97", "C:\\new \"quoted\" 'words'", "\xf0\x9f\x98\x80"}) {
    EXPECT_EQ(visible(text), text);
    EXPECT_TRUE(is_visible(text));
  }
}

TEST(VisibleTest, WhatActsOnATerminalIsShownInstead) {
  EXPECT_EQ(visible("\x1b[2J"), "\\u001b[2J");                             // CSI
  EXPECT_EQ(visible("\x1b]0;verified\x07"), "\\u001b]0;verified\\u0007");  // OSC, which names the window
  EXPECT_EQ(visible("\xc2\x9b"
                    "31m"),
            "\\u009b31m");  // the same as a character of C1
  EXPECT_EQ(visible("a\rb\b\x7f"), "a\\rb\\u0008\\u007f");
  EXPECT_EQ(visible(std::string_view("a\0b", 3)), "a\\u0000b");
}

TEST(VisibleTest, ItIsOneLine) {
  EXPECT_EQ(visible("GPU\nverified\t7"), "GPU\\nverified\\t7");
  EXPECT_EQ(visible("a\xe2\x80\xa8"
                    "b\xe2\x80\xa9"
                    "c\xc2\x85"),
            "a\\u2028b\\u2029c\\u0085");
  EXPECT_EQ(visible_lines("a\n\tb\x1b\r\n"), "a\n\tb\\u001b\\r\n");
}

TEST(VisibleTest, NothingTurnsLettersAroundOrHides) {
  EXPECT_EQ(visible("\xe2\x80\xaegpj"), "\\u202egpj");  // right to left from here on
  EXPECT_EQ(visible("\xe2\x81\xa6"
                    "a"),
            "\\u2066a");  // isolate
  EXPECT_EQ(visible("a\xe2\x80\x8b"
                    "b"),
            "a\\u200bb");                                    // zero width
  EXPECT_EQ(visible("\xef\xbb\xbf"), "\\ufeff");             // byte order mark
  EXPECT_EQ(visible("\xf3\xa0\x81\x81"), "\\udb40\\udc41");  // a tag, U+E0041
}

TEST(VisibleTest, BytesThatAreNoUtf8AreShownAsBytes) {
  EXPECT_EQ(visible("\xff"), "\\xff");
  EXPECT_EQ(visible("\x9b"
                    "31m"),
            "\\x9b31m");                                           // C1 control as a Latin-1 byte
  EXPECT_EQ(visible("\xc0\x9b"), "\\xc0\\x9b");                    // overlong
  EXPECT_EQ(visible("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // a surrogate
  EXPECT_EQ(visible("\xe2\x80"), "\\xe2\\x80");                    // truncated
  EXPECT_EQ(visible("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // beyond Unicode
}

std::string bytes_of(const std::string& hex) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

// The reports' tests read the same table.
TEST(VisibleTest, TheReportsShowTheSame) {
  const auto table =
      nlohmann::json::parse(std::ifstream(std::string(testing_support::source_dir()) + "/data/hostile/visible.json"));
  ASSERT_FALSE(table["texts"].empty());
  for (const auto& text : table["texts"])
    EXPECT_EQ(visible(bytes_of(text["bytes"].get<std::string>())), text["shown"].get<std::string>());
}

// For every two bytes the result is harmless, and a second call does not change it.
TEST(VisibleTest, ItIsTheSameTwice) {
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const std::string text{static_cast<char>(a), static_cast<char>(b), '\x80', 'z'};
      const std::string once = visible(text);
      EXPECT_TRUE(is_visible(once)) << a << " " << b;
      for (const char c : once) EXPECT_TRUE(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f) << a << " " << b;
    }
  }
}

}  // namespace
}  // namespace classay
