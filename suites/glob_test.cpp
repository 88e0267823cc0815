#include "suites/glob.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace classay {
namespace {

// Matches by the definition, recursively, for patterns of letters, '*' and '?'.
bool by_definition(std::string_view pattern, std::string_view name) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] == '*') {
    return by_definition(pattern.substr(1), name) || (!name.empty() && by_definition(pattern, name.substr(1)));
  }
  if (name.empty() || (pattern[0] != '?' && pattern[0] != name[0])) return false;
  return by_definition(pattern.substr(1), name.substr(1));
}

std::vector<std::string> words(std::string_view alphabet, std::size_t longest) {
  std::vector<std::string> all{""};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].size() == longest) break;
    for (char c : alphabet) all.push_back(all[i] + c);
  }
  return all;
}

TEST(GlobTest, AgreesWithTheDefinitionOnAllShortPatternsAndNames) {
  const std::vector<std::string> names = words("ab", 5);
  int matched = 0;
  for (const std::string& pattern : words("ab*?", 4)) {
    const Glob glob(pattern);
    for (const std::string& name : names) {
      EXPECT_EQ(glob.matches(name), by_definition(pattern, name)) << pattern << " on " << name;
      matched += glob.matches(name) ? 1 : 0;
    }
  }
  EXPECT_GT(matched, 0);
}

TEST(GlobTest, AStarCrossesSlashes) {
  EXPECT_TRUE(Glob("*").matches("clc/math/sin/f32/default/v4"));
  EXPECT_TRUE(Glob("clc/*/v4").matches("clc/math/sin/f32/default/v4"));
  EXPECT_TRUE(Glob("*/sin/*").matches("clc/math/sin/f32/default/v4"));
  EXPECT_FALSE(Glob("*/sin/*").matches("clc/math/asin/f32/default/v4"));
}

TEST(GlobTest, MatchesWholeNamesOnly) {
  EXPECT_FALSE(Glob("sin").matches("asin"));
  EXPECT_FALSE(Glob("sin").matches("sinh"));
  EXPECT_FALSE(Glob("").matches("sin"));
  EXPECT_TRUE(Glob("").matches(""));
}

TEST(GlobTest, SetsHaveRangesAndCanBeInverted) {
  EXPECT_TRUE(Glob("v[248]").matches("v4"));
  EXPECT_FALSE(Glob("v[248]").matches("v3"));
  EXPECT_TRUE(Glob("log[0-9]*").matches("log10"));
  EXPECT_FALSE(Glob("log[0-9]*").matches("log"));
  EXPECT_TRUE(Glob("[!a]sin").matches("Xsin"));
  EXPECT_FALSE(Glob("[!a]sin").matches("asin"));
  EXPECT_TRUE(Glob("[^a]").matches("b"));
  EXPECT_TRUE(Glob("[]]").matches("]"));
  EXPECT_FALSE(Glob("[!]]").matches("]"));
  EXPECT_TRUE(Glob("[a-]").matches("-"));
  EXPECT_TRUE(Glob("*[a-c]").matches("xxb"));
}

TEST(GlobTest, ABackslashTakesTheNextCharacterAsItIs) {
  EXPECT_TRUE(Glob("\\*").matches("*"));
  EXPECT_FALSE(Glob("\\*").matches("a"));
  EXPECT_TRUE(Glob("*\\?").matches("what?"));
}

TEST(GlobTest, BracesMatchOneOfSeveralPatterns) {
  const Glob glob("clc/math/{exp,f[am]*,sqrt}/f{16,32}/*");
  EXPECT_TRUE(glob.matches("clc/math/exp/f32/default/v1"));
  EXPECT_TRUE(glob.matches("clc/math/fabs/f16/default/v1"));
  EXPECT_TRUE(glob.matches("clc/math/sqrt/f32/default/v1"));
  EXPECT_FALSE(glob.matches("clc/math/exp2/f32/default/v1"));
  EXPECT_FALSE(glob.matches("clc/math/exp/f64/default/v1"));
}

TEST(GlobTest, BracesMayBeNestedEmptyOrQuoted) {
  EXPECT_TRUE(Glob("a{b{c,d},}e").matches("abde"));
  EXPECT_TRUE(Glob("a{b{c,d},}e").matches("ae"));
  EXPECT_FALSE(Glob("a{b{c,d},}e").matches("abe"));
  EXPECT_TRUE(Glob("{sin}").matches("sin"));
  EXPECT_TRUE(Glob("\\{a,b\\}").matches("{a,b}"));
  EXPECT_TRUE(Glob("[{]").matches("{"));
  EXPECT_TRUE(Glob("{[,}],b}").matches(","));
  EXPECT_TRUE(Glob("a}").matches("a}"));
}

TEST(GlobTest, BracesThatStandForTooManyPatternsAreRefused) {
  std::string pattern;
  for (int i = 0; i < 40; ++i) pattern += "{a,b}";
  EXPECT_THROW(Glob{pattern}, std::invalid_argument);
}

TEST(GlobTest, AListSelectsByInclusionAndExclusion) {
  const auto chosen = [](const std::vector<std::string>& patterns, std::string_view name) {
    const std::vector<Glob> globs(patterns.begin(), patterns.end());
    return selects(globs, name);
  };
  EXPECT_TRUE(chosen({}, "sin"));
  EXPECT_TRUE(chosen({"s*", "cos"}, "sin"));
  EXPECT_FALSE(chosen({"s*", "cos"}, "tan"));
  EXPECT_FALSE(chosen({"s*", "!sin"}, "sin"));
  EXPECT_TRUE(chosen({"s*", "!sin"}, "sinh"));
  EXPECT_TRUE(chosen({"!sin"}, "cos"));
  EXPECT_FALSE(chosen({"!sin"}, "sin"));
}

TEST(GlobTest, RefusesWhatHasNoEnd) {
  for (const char* pattern : {"[", "sin[", "[]", "[!]", "a[b", "\\", "a*\\", "{", "{a", "a{b,{c}", "{[}"}) {
    EXPECT_THROW(Glob{pattern}, std::invalid_argument) << pattern;
  }
}

TEST(GlobTest, ManyStarsTakeNoTime) {
  const std::string name(20000, 'a');
  EXPECT_FALSE(Glob("*a*a*a*a*a*a*a*a*b").matches(name));
}

TEST(GlobTest, AQuestionMarkIsACharacterHoweverManyBytesItHas) {
  EXPECT_TRUE(Glob("f?r").matches("f\u00fcr"));
  EXPECT_TRUE(Glob("?").matches("\u20ac"));
  EXPECT_FALSE(Glob("??").matches("\u20ac"));
  EXPECT_TRUE(Glob("*?").matches("\u20ac"));
  EXPECT_FALSE(Glob("\\?").matches("\u20ac"));
}

TEST(GlobTest, WithSetsAsTextOnlyStarsAndQuestionMarksMeanMore) {
  const auto matches = [](std::string_view pattern, std::string_view name) {
    return Glob(Glob::with_sets_as_text(pattern)).matches(name);
  };
  EXPECT_TRUE(matches("GPU [0x1*", "GPU [0x1234]"));
  EXPECT_TRUE(matches("!{a,b}", "!{a,b}"));
  EXPECT_FALSE(matches("GPU [01]", "GPU 0"));
  EXPECT_TRUE(matches("a\\b?", "a\\bc"));
  EXPECT_FALSE(matches("a\\*", "a*"));
}

}  // namespace
}  // namespace classay
