// Tallies survive writing and reading, and add up from shards in any order.
#include "harness/journal/tally_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <random>
#include <span>

namespace classay {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Judged {
  Sample sample;
  Tally::Outcome outcome;
  int binade;
  bool negative;
};

// Errors of all magnitudes, including infinities and zeros of both signs.
std::vector<Judged> sweep(std::uint64_t inputs) {
  std::mt19937_64 random(1);
  std::vector<Judged> all;
  for (std::uint64_t i = 0; i < inputs; ++i) {
    double ulps = std::ldexp(static_cast<double>(static_cast<std::int64_t>(random())), static_cast<int>(random() % 70) - 80);
    if (random() % 50 == 0) ulps = random() % 2 == 0 ? kInfinity : -0.0;
    const auto outcome = random() % 20 == 0    ? Tally::Outcome::undefined
                         : std::fabs(ulps) > 4 ? Tally::Outcome::wrong
                                               : Tally::Outcome::right;
    all.push_back({{.index = i, .inputs = {random() & 0xffffffff}, .got = random() & 0xffffffff, .ulps = ulps},
                   outcome,
                   static_cast<int>(random() % 20) - 10,
                   random() % 2 == 0});
  }
  return all;
}

Tally tally_of(std::span<const Judged> part) {
  Tally tally;
  for (const Judged& j : part) tally.add(j.sample, j.outcome, j.binade, j.negative);
  return tally;
}

// Through text, as in a journal.
Json written(const Json& json) { return Json::parse(json.dump()); }

const Row& sine() { return *find("sin"); }

std::string refusal(const Json& json) {
  try {
    tally_from(json);
    return "";
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

TEST(TallyJsonTest, WhatIsWrittenIsReadBackExactly) {
  for (const std::uint64_t inputs : {0, 1, 15, 17, 5000}) {
    const Tally tally = tally_of(sweep(inputs));
    EXPECT_EQ(tally_from(written(to_json(tally))), tally);
    EXPECT_EQ(tally_from(written(to_json(tally, sine(), Type::f32))), tally);
  }
}

TEST(TallyJsonTest, BitsAreAsWideAsTheirType) {
  Tally tally;
  tally.add({.index = 7, .inputs = {0x1}, .got = 0x3c00, .ulps = -kInfinity}, Tally::Outcome::wrong, -24, false);
  const Json json = to_json(tally, sine(), Type::f16);
  EXPECT_EQ(json["worst"].dump(), R"([{"index":7,"inputs":["0x0001"],"got":"0x3c00","ulps":"-inf"}])");
  EXPECT_EQ(json["per_binade"].dump(), R"([[-24,"+",7,["0x0001"],"0x3c00","-inf"]])");
}

TEST(TallyJsonTest, ShardsAddUpToTheWholeInAnyOrder) {
  const std::vector<Judged> all = sweep(3000);
  const Tally whole = tally_of(all);
  for (const std::size_t shards : {2, 3, 7}) {
    Tally forwards;
    Tally backwards;
    for (std::size_t i = 0; i < shards; ++i) {
      const auto part = [&](std::size_t at) {
        const std::size_t begin = all.size() * at / shards;
        const std::size_t end = all.size() * (at + 1) / shards;
        return tally_from(written(to_json(tally_of(std::span(all).subspan(begin, end - begin)))));
      };
      forwards.merge(part(i));
      backwards.merge(part(shards - 1 - i));
    }
    EXPECT_EQ(forwards, whole);
    EXPECT_EQ(backwards, whole);
    EXPECT_EQ(to_json(forwards).dump(), to_json(whole).dump());
  }
}

TEST(TallyJsonTest, AResultLineIsATallyToo) {
  const Tally tally = tally_of(sweep(100));
  const CaseResult result{
      .case_name = "clc/math/sin/f32/default/v1",
      .verdict = CaseVerdict::fail,
      .counts = ResultCounts{.judged = tally.judged(), .failed = tally.failed(), .undefined = tally.undefined()},
      .tally = result_tally(tally, sine(), Type::f32)};
  EXPECT_EQ(tally_of(case_result_from(written(to_json(result)))), tally);
}

TEST(TallyJsonTest, WhatNoSweepCanHaveLeftIsRefused) {
  const Json good = to_json(tally_of(sweep(100)));
  ASSERT_EQ(refusal(good), "");
  const auto with = [&](const char* key, const Json& value) {
    Json bad = good;
    bad[key] = value;
    return bad;
  };
  EXPECT_THAT(refusal(with("judged", 1)), testing::HasSubstr("histogram"));
  EXPECT_THAT(refusal(with("judged", -1)), testing::HasSubstr("not a count"));
  EXPECT_THAT(refusal(with("failed", 1'000'000)), testing::HasSubstr("more failed"));
  EXPECT_THAT(refusal(with("worst", Json::array())), testing::HasSubstr("worst"));
  EXPECT_THAT(refusal(with("per_binade", Json::array())), testing::HasSubstr("binades"));
  EXPECT_THAT(refusal(with("signed_histogram", {1, 2})), testing::HasSubstr("bins"));
  Json swapped = good;
  std::swap(swapped["worst"][0], swapped["worst"][1]);
  EXPECT_THAT(refusal(swapped), testing::HasSubstr("out of order"));
  Json wrong_bits = good;
  wrong_bits["worst"][0]["got"] = "0xg";
  EXPECT_THAT(refusal(wrong_bits), testing::HasSubstr("bit pattern"));
  for (const char* key : {"judged", "failed", "undefined", "worst", "first", "per_binade", "signed_histogram"}) {
    Json lacking = good;
    lacking.erase(key);
    EXPECT_THAT(refusal(lacking), testing::HasSubstr("malformed")) << key;
  }
}

}  // namespace
}  // namespace classay
