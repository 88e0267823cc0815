// Invalid or excessive JSON is rejected with a sentence and little memory; nothing that a run writes is rejected.

#include "harness/journal/read_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

namespace classay {
namespace {

using testing::HasSubstr;

std::string refusal(std::string_view text) {
  try {
    read_json(text);
    return "";
  } catch (const BadJson& e) {
    return e.what();
  }
}

std::string nested(std::size_t depth, const std::string& begin, const std::string& end) {
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += begin;
  text += "0";
  for (std::size_t i = 0; i < depth; ++i) text += end;
  return text;
}

TEST(ReadJsonTest, WhatIsNestedTooDeepIsRefusedAndWhatIsNotIsRead) {
  for (const auto& [begin, end] : {std::pair{"[", "]"}, {R"({"a":)", "}"}, {R"([{"a":)", "}]"}}) {
    const std::size_t levels = std::string_view(end).size();
    EXPECT_EQ(refusal(nested(kDeepest / levels, begin, end)), "");
    EXPECT_EQ(refusal(nested(kDeepest / levels + 1, begin, end)), "nested deeper than 64 levels");
    EXPECT_EQ(refusal(nested(100'000, begin, end)), "nested deeper than 64 levels");
    EXPECT_EQ(refusal(nested(100'000, begin, "")), "nested deeper than 64 levels");
  }
  EXPECT_EQ(refusal(R"(["[[[[", "\"[[[["])"), "");  // in a string nothing is nested
  EXPECT_EQ(refusal("[" + nested(kDeepest - 1, "[", "]") + "," + nested(kDeepest - 1, "[", "]") + "]"), "");
}

TEST(ReadJsonTest, WhatIsTooLongOrTooMuchIsRefused) {
  EXPECT_THAT(refusal('"' + std::string(kLongestText, 'a') + '"'), HasSubstr("longer than 64 MiB"));
  EXPECT_EQ(refusal(std::string(400, '1')), "a number that is too large");
  std::string array = "[0";
  std::string object = R"({"a":0)";
  for (std::size_t i = 0; i < kMostValues; ++i) array += ",0";
  for (std::size_t i = 0; i < kMostMembers; ++i) object += ",\"" + std::to_string(i) + "\":0";
  EXPECT_THAT(refusal(array + "]"), HasSubstr("more than 4194304 values"));
  EXPECT_THAT(refusal(object + "}"), HasSubstr("an object of more than 1024 members"));
}

TEST(ReadJsonTest, WhatIsNoJsonIsRefusedWithThePlace) {
  EXPECT_EQ(refusal(""), "no JSON: it ends too soon");
  EXPECT_EQ(refusal("{\"a\":"), "no JSON: it ends too soon");
  EXPECT_EQ(refusal("{\"a\":}"), "no JSON: at byte 6");
  EXPECT_EQ(refusal("{} {}"), "no JSON: at byte 4");
  for (const char* text :
       {"nan", "NaN", "Infinity", "-Infinity", "01", "1.", "+1", "'a'", "{a:1}", "[1,]", "\"\t\"", R"("\ud800")",
        R"("\udc00")", R"("\ud800\u0041")", "\"\xff\"", "\"\xed\xa0\x80\"", "\"\xc0\x80\"", "// x\n1"}) {
    EXPECT_THAT(refusal(text), HasSubstr("no JSON: ")) << text;
  }
  EXPECT_EQ(refusal("\xef\xbb\xbf{}"), "a byte order mark before it");
  EXPECT_EQ(refusal(std::string_view("{}\0{}", 5)), "a byte of zero in it");
  EXPECT_EQ(refusal("1e400"), "a number that is too large");
  EXPECT_EQ(refusal("-1e400"), "a number that is too large");
}

TEST(ReadJsonTest, ValuesAreReadAsTheyWereWritten) {
  const Json all{{"counts", {0U, std::numeric_limits<std::uint64_t>::max()}},
                 {"ulps", {0.1, 5e-324, std::numeric_limits<double>::max()}},
                 {"text", "\xc3\xa4\n\x1b \xf0\x9f\x98\x80"},
                 {"none", nullptr}};
  EXPECT_EQ(read_json(all.dump()), all);
  EXPECT_EQ(read_json(all.dump(2)), all);
}

TEST(ReadJsonTest, OnlyWholeNumbersFromZeroAreCounts) {
  EXPECT_EQ(count_from(read_json("9223372036854775807")), kLargestCount);
  for (const char* text : {"-1", "1.5", "1.0", "1e3", "9223372036854775808", "18446744073709551616", "-1e308", "\"1\"",
                           "true", "null", "[1]"}) {
    EXPECT_THROW(count_from(read_json(text)), std::invalid_argument) << text;
  }
}

TEST(ReadJsonTest, BitsAreWholeNumbersOf64Bits) {
  EXPECT_EQ(unsigned_from(read_json("18446744073709551615")), std::numeric_limits<std::uint64_t>::max());
  for (const char* text : {"-1", "18446744073709551616", "-1e308", "0.0"}) {
    EXPECT_THROW(unsigned_from(read_json(text)), std::invalid_argument) << text;
  }
  EXPECT_EQ(count_at(read_json(R"({"a":7})"), "a", 1), 7U);
  EXPECT_EQ(count_at(read_json(R"({"a":7})"), "b", 1), 1U);
  EXPECT_THROW(count_at(read_json(R"({"a":-1e308})"), "a", 1), std::invalid_argument);
}

TEST(ReadJsonTest, WhatIsFarAwayIsNotTakenForANearOne) {
  EXPECT_EQ(small_from(read_json("-7"), 7), -7);
  EXPECT_EQ(small_from(read_json("7"), 7), 7);
  for (const char* text : {"8", "-8", "4294967297", "18446744073709551615", "-9223372036854775808", "1.0", "\"1\""}) {
    EXPECT_THROW(small_from(read_json(text), 7), std::invalid_argument) << text;
  }
}

TEST(ReadJsonTest, TheWordsForAWrongShapeAreOurs) {
  const auto words = [](const auto& read) -> std::string {
    try {
      read(read_json(R"({"a":1,"list":[]})"));
      return "";
    } catch (const Json::exception& e) {
      return in_words(e);
    }
  };
  EXPECT_EQ(words([](const Json& j) { return j.at("it's").is_null(); }), "the field 'it's' is missing");
  EXPECT_EQ(words([](const Json& j) { return j.at("list").at(2).is_null(); }), "a list is too short");
  EXPECT_THAT(words([](const Json& j) { return j.at("a").get<std::string>(); }), HasSubstr("another type than it should"));
  EXPECT_THAT(words([](const Json& j) { return j.at("a").at("b").is_null(); }), testing::Not(HasSubstr("json.exception")));
}

}  // namespace

namespace {

const Json kLine{{"kind", "checkpoint"},
                 {"unit", "clc/math/sin/f32/default"},
                 {"widths", {1, 2}},
                 {"state", {{"next", 123}, {"seconds", 0.1}, {"flag", true}, {"nothing", nullptr}, {"text", "\xff\"x"}}}};

TEST(SealedTest, ALineThatWasWrittenAndReadIsAsItWas) {
  const std::string text = sealed(kLine).dump(-1, ' ', false, Json::error_handler_t::replace);
  EXPECT_EQ(damage_of(Json::parse(text)), "");
}

TEST(SealedTest, ALineWithoutADigestIsNotBelieved) { EXPECT_EQ(damage_of(kLine), "it has no digest"); }

TEST(SealedTest, EachBitThatIsFlippedIsSeen) {
  const std::string text = sealed(kLine).dump(-1, ' ', false, Json::error_handler_t::replace);
  const Json whole = Json::parse(text);
  int seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = text;
      damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ (1U << bit));
      const Json line = Json::parse(damaged, nullptr, false);
      if (line.is_discarded() || !line.is_object() || line == whole) continue;
      EXPECT_NE(damage_of(line), "") << damaged;
      ++seen;
    }
  }
  EXPECT_GT(seen, 500) << "most are still lines";
}

TEST(SealedTest, FieldsThatAreTakenAwayAddedOrPutElsewhereAreSeen) {
  for (const auto& [key, value] : kLine.items()) {
    Json line = sealed(kLine);
    line.erase(key);
    EXPECT_NE(damage_of(line), "") << key;
  }
  Json more = sealed(kLine);
  more["more"] = 1;
  EXPECT_NE(damage_of(more), "");
  Json first{{"digest", sealed(kLine).at("digest")}};
  for (const auto& [key, value] : kLine.items()) first[key] = value;
  EXPECT_EQ(damage_of(first), "") << "where the digest stands says nothing";
}

}  // namespace

}  // namespace classay
