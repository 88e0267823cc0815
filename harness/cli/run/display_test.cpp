// The line names the case and its time, and estimates the time left from the finished work. Possible defects: a hanging case
// makes all others look slow; a case that runs again counts twice.
#include "harness/cli/run/display.h"

#include <gmock/gmock.h>

namespace classay {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;
using testing::StartsWith;

class RunProgressTest : public testing::Test {
 protected:
  static Unit unit(const char* builtin, std::vector<int> widths = {1, 2}) {
    return {.row = find(builtin), .widths = std::move(widths)};
  }
  RunProgress::Clock::time_point at(int s) const { return start_ + seconds(s); }

  RunProgress::Clock::time_point start_ = RunProgress::Clock::now();
  RunProgress progress_{{.of_unit = [](const Unit&) { return 1.0; }, .of_probe_case = 1, .total = 4}, start_};
};

TEST_F(RunProgressTest, NothingIsSaidOfNothing) {
  EXPECT_EQ(progress_.text(at(1)), "");
  EXPECT_FALSE(progress_.seconds_left());
}

TEST_F(RunProgressTest, TheCaseIsNamedWithItsTime) {
  progress_.started(0, unit("sin"), Stage::first, at(0));
  EXPECT_THAT(progress_.text(at(75)), StartsWith("  0.0 %  clc/math/sin/f32/default, 1:15 min"));
  progress_.started(0, unit("sin", {2}), Stage::confirm, at(80));
  EXPECT_THAT(progress_.text(at(82)), HasSubstr("clc/math/sin/f32/default/v2, once more, 2.0 s"));
}

TEST_F(RunProgressTest, WhatIsLeftIsReckonedByWhatIsDone) {
  progress_.started(0, unit("sin"), Stage::first, at(0));
  progress_.started(0, unit("cos"), Stage::first, at(10));
  EXPECT_DOUBLE_EQ(progress_.seconds_left().value(), 30);
  progress_.progress(0, 50, 100, at(15));
  EXPECT_DOUBLE_EQ(progress_.share(), 1.5 / 4);
  EXPECT_DOUBLE_EQ(progress_.seconds_left().value(), 25);
  EXPECT_THAT(progress_.text(at(1000)), HasSubstr("about 25.0 s left")) << "who hangs takes no time of the others";
}

TEST_F(RunProgressTest, WhatIsAskedAgainIsNoMoreOfTheRun) {
  progress_.started(0, unit("sin"), Stage::first, at(0));
  progress_.started(0, unit("sin", {1}), Stage::again, at(10));
  progress_.started(0, unit("sin", {2}), Stage::again, at(20));
  EXPECT_DOUBLE_EQ(progress_.share(), 0.25);
}

TEST_F(RunProgressTest, OfSeveralWorkersTheOneThatTakesLongestIsNamed) {
  progress_.started(0, unit("sin"), Stage::first, at(0));
  progress_.started(1, unit("cos"), Stage::first, at(1));
  progress_.started(0, unit("tan"), Stage::first, at(9));
  EXPECT_THAT(progress_.text(at(10)), HasSubstr("clc/math/cos/f32/default, 9.0 s, 1 of 2 workers"));
}

TEST_F(RunProgressTest, WhatAChildMeasuresIsNamedToo) {
  progress_.started_probe(0, "clc/misc/printf/f32/default/v1", at(0));
  EXPECT_THAT(progress_.text(at(3)), HasSubstr("clc/misc/printf/f32/default/v1, 3.0 s"));
  progress_.started(0, unit("sin"), Stage::first, at(4));
  EXPECT_DOUBLE_EQ(progress_.share(), 0.25);
}

}  // namespace
}  // namespace classay
