#include "harness/journal/sealed.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace classay {
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
