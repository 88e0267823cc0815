#include "harness/cli/answer/limit_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "suites/cases.h"
#include "suites/stated_limit.h"

namespace classay {
namespace {

LimitCell cell(Edition e, Profile p, Mode m, std::string text, const std::string& place) {
  return {e, p, m, std::move(text), std::string(title(e)) + ", " + place};
}

TEST(LimitTableTest, EqualLimitsShareALine) {
  const auto lines = limit_lines({
      cell(Edition::clc20, Profile::full, Mode::standard, "<= 4 ulp", "table 36"),
      cell(Edition::clc20, Profile::embedded, Mode::standard, "<= 4 ulp", "table 37"),
      cell(Edition::clc31, Profile::full, Mode::standard, "<= 4 ulp", "ULP table of single precision"),
      cell(Edition::clc31, Profile::embedded, Mode::standard, "<= 5 ulp", "ULP table of the embedded profile"),
  });
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].text, "<= 4 ulp");
  EXPECT_EQ(lines[0].places, "OpenCL C 2.0 (table 36, table 37); OpenCL C 3.1 full (single precision)");
  EXPECT_EQ(lines[1].places, "OpenCL C 3.1 embedded (embedded profile)");
}

TEST(LimitTableTest, ModesThatPromiseTheSameShareALineButNotWithTheDefault) {
  const auto lines = limit_lines({
      cell(Edition::clc20, Profile::full, Mode::standard, "<= 4 ulp", "table 38"),
      cell(Edition::clc20, Profile::full, Mode::relaxed, "<= 4 ulp", "table 38"),
      cell(Edition::clc20, Profile::full, Mode::unsafe, "<= 4 ulp", "table 38"),
  });
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].modes, "");
  EXPECT_EQ(lines[1].modes, "relaxed, unsafe");
}

// Every promise of the table is in some line, and each line states a promise.
TEST(LimitTableTest, CellsAreWhatIsPromised) {
  for (const Row& row : table()) {
    if (row.truth == nullptr) continue;
    for (Type format : row.formats) {
      const auto cells = limit_cells(row, format, kModes);
      EXPECT_EQ(std::ranges::count(cells, Mode::standard, &LimitCell::mode), 8) << row.name;
      for (const LimitCell& c : cells) {
        EXPECT_EQ(c.text, text(promised(row, format, c.edition, c.profile, c.mode).limit)) << row.name;
      }
    }
  }
}

TEST(LimitTableTest, OneEditionCanBeAskedFor) {
  for (const LimitCell& c : limit_cells(*find("sin"), Type::f32, kModes, Edition::spirv22)) {
    EXPECT_EQ(c.edition, Edition::spirv22);
  }
}

TEST(LimitTableTest, ModesThatChangeNothingAreLeftOut) {
  for (const LimitCell& c : limit_cells(*find("sin"), Type::f32, kModes)) {
    EXPECT_TRUE(c.mode == Mode::standard || c.mode == Mode::relaxed || c.mode == Mode::unsafe) << name(c.mode);
  }
}

TEST(LimitTableTest, JsonHasTheFieldsOfTheInterface) {
  const auto j = nlohmann::json::parse(limits_json(limit_cells(*find("sin"), Type::f32, kModes)));
  ASSERT_FALSE(j.empty());
  for (const auto& entry : j) {
    EXPECT_EQ(entry.size(), 5u);
    for (const char* key : {"edition", "profile", "mode", "text", "clause"}) EXPECT_TRUE(entry.at(key).is_string()) << key;
  }
}

}  // namespace
}  // namespace classay
