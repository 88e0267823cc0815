#include "harness/journal/stated_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace classay {
namespace {

using testing::HasSubstr;

Unit unit(std::string_view row, Type format) {
  return {.front_end = FrontEnd::c, .row = find(row), .format = format, .widths = {1}};
}

TEST(StatedLimitsTest, TheFirstLineThatFitsCounts) {
  const StatedLimits limits = StatedLimits::parse(
      "classay-limits 1\n# of May\n\nc/math/sin/f32/default 0.56  # measured\nc/math/*/f32/default\t1\n", "may.txt");
  EXPECT_EQ(limits.of(unit("sin", Type::f32)), (StatedLimit{0.56, "may.txt, line 4"}));
  EXPECT_EQ(limits.of(unit("cos", Type::f32)), (StatedLimit{1, "may.txt, line 5"}));
  EXPECT_EQ(limits.of(unit("cos", Type::f64)), std::nullopt);
  const StatedLimits open = StatedLimits::parse("classay-limits 1\nc/math/sin/* 2 no-special-values  # of May\n", "f");
  EXPECT_EQ(open.of(unit("sin", Type::f32)), (StatedLimit{2, "f, line 2", false}));
  EXPECT_EQ(StatedLimits().of(unit("sin", Type::f32)), std::nullopt);
}

TEST(StatedLimitsTest, RangesApplyBeforeTheFirstLimitWithoutARange) {
  const StatedLimits limits = StatedLimits::parse(
      "classay-limits 1\nc/math/sin/f32/* 0.5 -1..1\nc/math/* 2 no-special-values 100..\nc/math/sin/* 1\n"
      "c/math/sin/* 3 ..0\n",
      "f");
  EXPECT_EQ(limits.of(unit("sin", Type::f32)), (StatedLimit{1, "f, line 4"}));
  EXPECT_EQ(limits.of_ranges(unit("sin", Type::f32)),
            (std::vector{StatedLimit{0.5, "f, line 2", true, "-1..1"}, StatedLimit{2, "f, line 3", false, "100.."}}));
  EXPECT_EQ(limits.of(unit("cos", Type::f32)), std::nullopt);
  EXPECT_EQ(limits.of_ranges(unit("cos", Type::f32)).size(), 1U);
  for (const char* const wrong : {"1..-1", "1..x", "1..2 3..4", "1..2 no-special-values no-special-values"}) {
    EXPECT_THROW(StatedLimits::parse("classay-limits 1\na 1 " + std::string(wrong) + "\n", "f"), std::invalid_argument)
        << wrong;
  }
}

TEST(StatedLimitsTest, WhatIsWrongIsToldWithItsLine) {
  const auto complaint = [](const std::string& text) {
    try {
      StatedLimits::parse(text, "f");
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const std::string head = "classay-limits 1\n";
  EXPECT_THAT(complaint("c/math/sin/f32/default 1\n"), HasSubstr("f, line 1: the first line is not"));
  EXPECT_THAT(complaint(head + "c/math/sin/f32/default\n"), HasSubstr("f, line 2: a line is"));
  EXPECT_THAT(complaint(head + "a 1 2\n"), HasSubstr("f, line 2: a line is"));
  EXPECT_THAT(complaint(head + "a 1 no-special-values 2\n"), HasSubstr("f, line 2: a line is"));
  for (const char* const wrong : {"-1", "nan", "inf", "1x", "one"}) {
    EXPECT_THAT(complaint(head + "a " + wrong + "\n"), HasSubstr("is not an error in ulp")) << wrong;
  }
  EXPECT_THAT(complaint(head + "[ 1\n"), HasSubstr("f, line 2"));
  EXPECT_THAT(complaint(head), HasSubstr("states no limit"));
  EXPECT_THAT(complaint(""), HasSubstr("states no limit"));
}

}  // namespace
}  // namespace classay
