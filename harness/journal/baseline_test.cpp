// Only known failures of a device stop counting. Possible defects: a growing failure stays expected; a NaN, infinite or
// invalid error passes every ceiling. An improvement could go unseen, an expired entry apply, or a baseline excuse a
// different driver.
#include "harness/journal/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>
#include <tuple>

#include "cmake/source_dir.h"

namespace classay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kHead =
    "classay-baseline 1\n# a remark\nplatform Some [2]\ndevice pthread-*\ndriver 3.1 .. 3.2\ntier smoke\n\n";
constexpr const char* kToday = "2026-06-15";
const std::string kCase = "clc/math/sin/f32/default/v2";

Baseline with(const std::string& lines) { return Baseline::parse(kHead + lines, "known.txt"); }

// `ulp`: "inf" is null in a journal.
CaseResult result(const char* verdict, const Json& ulp = nullptr) {
  CaseResult r{.case_name = kCase, .verdict = *case_verdict_named(verdict), .reason = "as it is"};
  if (ulp.is_number()) r.max_ulp = LargestError{.value = ulp.get<double>()};
  if (ulp == "inf") r.max_ulp = LargestError{.value = std::nullopt};
  return r;
}

// Returns the standing of a result against "VERDICT ULP OWNER ISSUE EXPIRES", and the recorded verdict.
std::pair<std::string, std::string> standing(const std::string& expected, const CaseResult& found) {
  const CaseResult held = with(kCase + " " + expected + "\n").held_against(found, kToday);
  return {held.baseline->standing, std::string(name(held.verdict))};
}
using Pair = std::pair<std::string, std::string>;

// One cell of data/baselines/standings.txt, which the reports' tests read too (test_baseline.py).
struct Cell {
  std::string expected;
  std::string found;
  std::string signs;  // for an error within the entry's largest one, and for a larger one
};

std::vector<Cell> cells() {
  std::ifstream in(std::string(testing_support::source_dir()) + "/data/baselines/standings.txt");
  std::vector<std::string> head;
  std::vector<Cell> all;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    std::istringstream stream(line);
    const std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
    if (head.empty()) head = words;
    for (std::size_t i = 1; i < words.size() && words != head; ++i) all.push_back({words[0], head.at(i), words[i]});
  }
  return all;
}

std::string name_of_sign(char sign) {
  const std::map<char, Standing> names{{'=', Standing::as_expected},
                                       {'x', Standing::expected_failure},
                                       {'w', Standing::warning},
                                       {'+', Standing::improved},
                                       {'-', Standing::worse}};
  return std::string(name(names.at(sign)));
}

TEST(BaselineTest, TheTableOfStandingsHasEveryVerdict) {
  std::set<std::pair<std::string, std::string>> found;
  for (const Cell& cell : cells()) found.emplace(cell.expected, cell.found);
  std::set<std::pair<std::string, std::string>> all;
  for (int e = 0; e <= static_cast<int>(CaseVerdict::missing); ++e) {
    for (int f = 0; f <= static_cast<int>(CaseVerdict::missing); ++f) {
      const auto expected = static_cast<CaseVerdict>(e);
      const auto result = static_cast<CaseVerdict>(f);
      const bool proves_nothing =
          expected == CaseVerdict::partial || expected == CaseVerdict::harness_error || expected == CaseVerdict::killed;
      // A run finds neither of these in a case that it reached, before the comparison.
      const auto is_outside = [](CaseVerdict v) { return v == CaseVerdict::xfail || v == CaseVerdict::missing; };
      if (!proves_nothing && !is_outside(expected) && !is_outside(result)) all.emplace(name(expected), name(result));
    }
  }
  EXPECT_EQ(found, all);
}

TEST(BaselineTest, EachStandingIsThatOfTheTable) {
  for (const auto& [expected, found, signs] : cells()) {
    SCOPED_TRACE(expected + " " + found);
    const std::string within = name_of_sign(signs.at(0));
    const std::string larger = name_of_sign(signs.at(1));
    const Json none;
    // The largest error of the entry, that of the result, and the standing.
    for (const auto& [most, error, wanted] :
         {std::tuple("-", none, within), std::tuple("-", Json(6.0), within), std::tuple("5", none, within),
          std::tuple("5", Json(4.0), within), std::tuple("5", Json(5.0), within), std::tuple("5", Json(6.0), larger),
          std::tuple("5", Json("inf"), larger), std::tuple("inf", Json("inf"), within)}) {
      const auto entry = [&expected = expected, &most = most](const std::string& expires) {
        return expected + " " + most + " - - " + expires;
      };
      const CaseResult is = result(found.c_str(), error);
      EXPECT_EQ(standing(entry("-"), is).first, wanted) << most << " " << error;
      EXPECT_EQ(standing(entry(kToday), is).first, wanted) << most << " " << error;
      EXPECT_EQ(standing(entry("2026-06-14"), is), Pair(name(Standing::expired), found)) << most << " " << error;
    }
  }
}

TEST(BaselineTest, AFailureThatIsKnownIsExpected) {
  EXPECT_EQ(standing("fail 5 - - -", result("fail", 5.0)), Pair("xfail", "xfail"));
  EXPECT_EQ(standing("fail 5 - - -", result("fail", 5.000001)), Pair("worse", "fail"));
  EXPECT_EQ(standing("fail 5 - - -", result("fail", "inf")), Pair("worse", "fail"));
  EXPECT_EQ(standing("fail inf - - -", result("fail", "inf")), Pair("xfail", "xfail"));
  EXPECT_EQ(standing("fail - - - -", result("fail", 1e30)), Pair("xfail", "xfail"));
  EXPECT_EQ(standing("crash - - - -", result("crash")), Pair("xfail", "xfail"));
  EXPECT_EQ(standing("fail - - - -", result("crash")), Pair("worse", "crash"));
  EXPECT_EQ(standing("flake - - - -", result("pass", 1.0)), Pair("xfail", "xfail"));
}

TEST(BaselineTest, WhatIsBetterIsUnexpected) {
  const CaseResult better = with(kCase + " fail 5 - - -\n").held_against(result("pass", 1.0), kToday);
  EXPECT_EQ(better.verdict, CaseVerdict::pass);
  EXPECT_EQ(better.baseline->standing, "improved");
  EXPECT_TRUE(is_unexpected(better));
  EXPECT_EQ(standing("unsupported - - - -", result("pass", 1.0)), Pair("improved", "pass"));
}

TEST(BaselineTest, AGoodResultMayBeWorseThanKnown) {
  EXPECT_EQ(standing("pass 2 - - -", result("pass", 2.0)), Pair("as expected", "pass"));
  EXPECT_EQ(standing("pass 2 - - -", result("pass", 2.5)), Pair("quality-warning", "quality-warning"));
  // A case that became unsupported is not a pass.
  const CaseResult gone = with(kCase + " pass 2 - - -\n").held_against(result("unsupported"), kToday);
  EXPECT_TRUE(is_unexpected(gone));
}

TEST(BaselineTest, AQualityWarningKeepsItsReason) {
  const auto reason = [](const std::string& entry, const CaseResult& found) {
    return with(kCase + " " + entry + "\n").held_against(found, kToday).reason;
  };
  EXPECT_EQ(reason("pass - - - -", result("quality-warning", 3.0)), "as it is");
  EXPECT_EQ(reason("pass 4 - - -", result("quality-warning", 3.0)), "as it is");
  EXPECT_THAT(reason("pass 2 - - -", result("quality-warning", 3.0)), HasSubstr("no error beyond 2.0 ulp"));
  EXPECT_THAT(reason("pass 2 - - -", result("pass", 3.0)), HasSubstr("no error beyond 2.0 ulp"));
}

TEST(BaselineTest, EntriesEndWithTheirDay) {
  EXPECT_EQ(standing("fail 5 - - 2026-06-15", result("fail", 1.0)), Pair("xfail", "xfail"));
  const CaseResult late = with(kCase + " pass 5 - - 2026-06-14\n").held_against(result("pass", 1.0), kToday);
  EXPECT_EQ(late.baseline->standing, "expired");
  EXPECT_TRUE(is_unexpected(late));
}

TEST(BaselineTest, WhatIsNotListedStaysAsItIs) {
  const CaseResult as_found = result("fail", 3.0);
  EXPECT_EQ(to_json(with("").held_against(as_found, kToday)), to_json(as_found));
  EXPECT_EQ(to_json(Baseline().held_against(as_found, kToday)), to_json(as_found));
  EXPECT_FALSE(is_unexpected(as_found));
}

TEST(BaselineTest, ItIsForADeviceAndARangeOfDrivers) {
  RunHeader run{.device = {.name = "pthread-zen", .platform = "Some [2]", .driver = "3.1+debian"}, .tier = "smoke"};
  const Baseline b = with("");
  EXPECT_THAT(b.misfits(run), IsEmpty());
  run.tier = "full";
  run.device.platform = "Some 2";
  run.device.driver = "3.3";
  EXPECT_THAT(b.misfits(run), ElementsAre(HasSubstr("platform"), HasSubstr("3.3"), HasSubstr("tier is full")));
}

TEST(BaselineTest, DriversAreComparedByTheirNumbers) {
  EXPECT_TRUE(DriverRange("3.1 .. 3.2").contains("3.2.7"));
  EXPECT_FALSE(DriverRange("3.1 .. 3.2").contains("3.10"));
  EXPECT_FALSE(DriverRange("3.1 .. 3.2").contains("3"));
  EXPECT_TRUE(DriverRange("3.9 ..").contains("3.10"));
  EXPECT_TRUE(DriverRange(".. 2").contains("1.9"));
  EXPECT_TRUE(DriverRange("3.1").contains("3.1+debian"));
  EXPECT_FALSE(DriverRange("3.1").contains("3.1.1"));
  EXPECT_FALSE(DriverRange("1 ..").contains("unknown"));
  EXPECT_TRUE(DriverRange("*").contains("unknown"));
  EXPECT_THROW(DriverRange(".."), std::invalid_argument);
  EXPECT_THROW(DriverRange("new .. newer"), std::invalid_argument);
}

TEST(BaselineTest, CasesThatThereAreNotAreStale) {
  const Baseline b = with("clc/math/sin/f32/default/v2 pass 1 - - -\nclc/math/sinus/f32/default/v2 pass 1 - - -\n");
  EXPECT_THAT(b.stale(), ElementsAre("clc/math/sinus/f32/default/v2"));
}

TEST(BaselineTest, APatternStandsForNamesOfAnyLetters) {
  const auto is_for = [](const std::string& pattern, const std::string& device) {
    const RunHeader run{.device = {.name = device, .platform = "p", .driver = "1"}};
    return Baseline::parse("classay-baseline 1\nplatform p\ndevice " + pattern + "\ndriver *\n\n", "f").misfits(run).empty();
  };
  for (const char* pattern : {"GPU [1]", "GPU*", "*[1]", "*", "G?U ?1]", "*U*1*", "**?**"})
    EXPECT_TRUE(is_for(pattern, "GPU [1]"));
  for (const char* pattern : {"GPU", "GPU ?", "*2*", "GPU [1]?", "?GPU*", "PU*"}) EXPECT_FALSE(is_for(pattern, "GPU [1]"));
  EXPECT_TRUE(is_for("a?b", "a\nb"));
  EXPECT_TRUE(is_for("a?b?",
                     "a\xe2\x80\xae"
                     "b\xc3\xa4"));
  EXPECT_FALSE(is_for("a?b",
                      "a\xe2\x80\xae\xe2\x80\xae"
                      "b"));
  EXPECT_TRUE(is_for("a\\nb", "a\nb"));  // the visible form
  // A pattern with exponentially many ways to match.
  std::string stars;
  for (int i = 0; i < 500; ++i) stars += "*a";
  EXPECT_FALSE(is_for(stars + "b", std::string(2000, 'a')));
}

TEST(BaselineTest, WhatCanNotBeReadIsRefusedWithItsLine) {
  const auto complaint = [](const std::string& text) -> std::string {
    try {
      Baseline::parse(text, "known.txt");
    } catch (const BaselineError& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_THAT(complaint(""), HasSubstr("for which platform"));
  EXPECT_THAT(complaint("classay-waivers 1\n"), HasSubstr("known.txt, line 1: the first line"));
  EXPECT_THAT(complaint("classay-baseline 1\nplatform a\nplatform b\n"), HasSubstr("line 3: 'platform' stands there twice"));
  const auto entry = [&](const std::string& line) { return complaint(kHead + line + "\n"); };
  EXPECT_THAT(entry("a pass 1 - -"), HasSubstr("line 8: 5 words"));
  EXPECT_THAT(entry("a/b/c/d/e/v1 fine 1 - - -"), HasSubstr("'fine' is not a verdict"));
  EXPECT_THAT(entry("a/b/c/d/e/v1 xfail 1 - - -"), HasSubstr("'xfail' cannot be the expected verdict"));
  for (const char* ulp : {"nan", "-1", "1x", "one"})
    EXPECT_THAT(entry(std::string("a/b/c/d/e/v1 pass ") + ulp + " - - -"), HasSubstr("not an error"));
  for (const char* day : {"2027-02-30", "2027-2-3", "soon", "2027-03-31x"}) {
    EXPECT_THAT(entry(std::string("a/b/c/d/e/v1 pass 1 - - ") + day), HasSubstr("is not a date")) << day;
  }
  EXPECT_THAT(entry("a/b/c/d/e/v2 pass 1 - - -\na/b/c/d/e/v1 pass 1 - - -"),
              HasSubstr("line 9: a/b/c/d/e/v1 is not after a/b/c/d/e/v2"));
  EXPECT_THAT(entry("a/b/c/d/e/v1 pass 1 - - -\na/b/c/d/e/v1 pass 1 - - -"), HasSubstr("is not after"));
  EXPECT_THAT(complaint("classay-baseline 1\nplatform a\ndevice b\ndriver *\ncolour red\n\n"), HasSubstr("'colour'"));
}

}  // namespace
}  // namespace classay
