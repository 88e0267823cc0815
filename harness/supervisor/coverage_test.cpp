// Each instruction of OpenCL.std is tested by some front end in every format of its row, or is listed here with the reason.
// Everything that coverage reports as tested is selected by a run.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "harness/supervisor/selection.h"

namespace classay {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

int number_of(const Row& row, Type format) {
  const bool is_unsigned = !is_float(format) && !is_signed(format) && row.unsigned_number;
  return is_unsigned ? *row.unsigned_number : *row.number;
}

bool is_asked(const Row& row, Type format) {
  return std::ranges::any_of(kFrontEnds, [&](FrontEnd f) { return !coverage_gap(f, row, format); });
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
      if (is_asked(row, format)) {
        asked.insert(number_of(row, format));
      } else {
        EXPECT_FALSE(goes_lane_by_lane(row.signature) || goes_across_lanes(row.signature))
            << row.name << " " << info(format).name;
      }
    }
  }
  const std::vector<int> all = instruction_numbers();
  EXPECT_EQ(asked, std::set<int>(all.begin(), all.end()));
}

// OpenCL C and SPIR-V test all 162. Vulkan tests all but printf and prefetch, which it forbids. C tests the math builtins
// except fract and nan, which takes a string. A format is left out only where the language has no such call.
TEST(CoverageTest, EveryInstructionIsAskedThroughEveryFrontEnd) {
  for (const FrontEnd front_end : kFrontEnds) {
    std::set<int> asked;
    for (const Row& row : table()) {
      for (const Type format : row.formats) {
        const std::optional<CoverageGap> found = coverage_gap(front_end, row, format);
        EXPECT_TRUE(!found || found->kind == CoverageGap::Kind::no_form) << row.name << " " << info(format).name;
        if (!found && row.number) asked.insert(number_of(row, format));
      }
    }
    const std::size_t right = front_end == FrontEnd::c ? 65 : front_end == FrontEnd::clspv ? 160 : 162;
    EXPECT_THAT(asked, SizeIs(right)) << name(front_end);
  }
}

TEST(CoverageTest, WhatIsAskedIsWhatARunSelectsAndEveryGapHasAReason) {
  std::set<std::string> selected;
  for (const char* glob : {"clc/*", "il/*", "clspv/*", "c/*"}) {
    for (const Unit& unit : select(std::vector{Glob(glob)}).units) selected.insert(name(unit));
  }
  EXPECT_GT(selected.size(), 1000U);
  for (const Row& row : table()) {
    if (row.truth == nullptr) continue;
    for (const FrontEnd front_end : kFrontEnds) {
      for (const Type format : row.formats) {
        const std::optional<CoverageGap> found = coverage_gap(front_end, row, format);
        const std::string unit = name(Unit{.front_end = front_end, .row = &row, .format = format, .widths = {}});
        EXPECT_EQ(selected.contains(unit), !found) << unit;
        EXPECT_TRUE(!found || !found->why.empty()) << unit;
      }
    }
  }
}

TEST(CoverageTest, ALanguageThatHasNoSuchCallIsToldFromOneThatIsNotAskedYet) {
  const Row& row = *find("fmod_floored");
  EXPECT_EQ(coverage_gap(FrontEnd::clc, row, Type::f32)->kind, CoverageGap::Kind::no_form);
  EXPECT_FALSE(coverage_gap(FrontEnd::il, row, Type::f32));
  EXPECT_FALSE(coverage_gap(FrontEnd::clc, *find("sin"), Type::f32));
  Row unwritten = *find("prefetch");
  unwritten.name = "postfetch";
  const std::optional<CoverageGap> found = coverage_gap(FrontEnd::il, unwritten, Type::f32);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, CoverageGap::Kind::not_yet);
  EXPECT_THAT(found->why, HasSubstr("no value"));
}

}  // namespace
}  // namespace classay
