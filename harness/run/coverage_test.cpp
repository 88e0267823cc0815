// What right looks like: every instruction of OpenCL.std is asked by some front end, in every format that its row has, or
// stands here with the reason; and what is said to be asked is what a run selects.
#include "harness/run/coverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "harness/run/selection.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

bool is_asked(const Row& row, Type format) {
  return std::ranges::any_of(kFrontEnds, [&](FrontEnd f) { return !hole(f, row, format); });
}

TEST(CoverageTest, OpenClStdHas162Instructions) {
  const std::vector<int> numbers = instruction_numbers();
  EXPECT_THAT(numbers, SizeIs(162));
  EXPECT_TRUE(std::ranges::is_sorted(numbers));
}

TEST(CoverageTest, EveryInstructionOfOpenClStdIsAskedInEveryFormatOrHasAReason) {
  std::set<int> asked;
  for (const Row& row : table()) {
    if (!row.number) continue;
    for (const Type format : row.formats) {
      const bool is_unsigned = !is_float(format) && !is_signed(format) && row.unsigned_number;
      if (is_asked(row, format)) {
        asked.insert(is_unsigned ? *row.unsigned_number : *row.number);
      } else {
        EXPECT_FALSE(goes_lane_by_lane(row.signature) || goes_across_lanes(row.signature))
            << row.name << " " << info(format).name;
      }
    }
  }
  for (const int number : {0, 100, 141, 171, 181, 184, 185, 204}) EXPECT_TRUE(asked.contains(number)) << number;
  EXPECT_GE(asked.size(), 150U);
}

TEST(CoverageTest, WhatIsAskedIsWhatARunSelectsAndEveryHoleHasAReason) {
  std::set<std::string> selected;
  for (const char* glob : {"clc/*", "il/*"}) {
    for (const Unit& unit : select(std::vector{Glob(glob)}).units) selected.insert(name(unit));
  }
  EXPECT_GT(selected.size(), 1000U);
  for (const Row& row : table()) {
    if (row.truth == nullptr) continue;
    for (const FrontEnd front_end : kFrontEnds) {
      for (const Type format : row.formats) {
        const std::optional<Hole> found = hole(front_end, row, format);
        const std::string unit = name(Unit{.front_end = front_end, .row = &row, .format = format, .widths = {}});
        EXPECT_EQ(selected.contains(unit), !found) << unit;
        EXPECT_TRUE(!found || !found->why.empty()) << unit;
      }
    }
  }
}

TEST(CoverageTest, ALanguageThatHasNoSuchCallIsToldFromOneThatIsNotAskedYet) {
  const Row& row = *find("fmod_floored");
  EXPECT_EQ(hole(FrontEnd::clc, row, Type::f32)->kind, Hole::Kind::no_form);
  EXPECT_FALSE(hole(FrontEnd::il, row, Type::f32));
  EXPECT_FALSE(hole(FrontEnd::clc, *find("sin"), Type::f32));
  const std::optional<Hole> unwritten = hole(FrontEnd::il, *find("prefetch"), Type::f32);
  ASSERT_TRUE(unwritten);
  EXPECT_EQ(unwritten->kind, Hole::Kind::not_yet);
  EXPECT_THAT(unwritten->why, HasSubstr("no value"));
}

}  // namespace
}  // namespace classay
