// The summary has one entry per builtin with the number of failed widths, the largest error and its input, worst builtin
// first. Possible defects: a crash before a wrong result; a skipped case counted as a failure; error and input from
// different widths. A hostile journal could print a command or raw control characters.
#include "harness/cli/run/summary.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <string>

namespace classay {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::Not;

class SummaryTest : public testing::Test {
 protected:
  void add(const std::string& case_name, const std::string& verdict, const Json& more = Json::object()) {
    Json line{{"kind", "result"}, {"case", case_name}, {"verdict", verdict}, {"reason", ""}};
    line.update(more);
    record_.apply(case_result_from(line));
  }
  static Json error(double ulp, const std::vector<std::string>& input) {
    return {{"counts", {{"judged", 10}, {"failed", 2}, {"undefined", 0}}}, {"max_ulp", {{"value", ulp}, {"input", input}}}};
  }
  std::string text() const { return summary_text(record_, Terminal(-1, "nowhere")); }

  Record record_;
};

TEST_F(SummaryTest, ABuiltinHasOneEntryWithItsLargestErrorAndThatInput) {
  add("clc/math/sin/f32/default/v1", "pass");
  add("clc/math/sin/f32/default/v2", "fail", error(5, {"0x3f800000"}));
  add("clc/math/sin/f32/default/v4", "fail", error(70.5, {"0x80800000"}));
  EXPECT_THAT(text(), HasSubstr("  sin f32: 2 of 3 widths fail, worst 70.5 ulp at -0x1p-126\n"));
  EXPECT_THAT(text(), HasSubstr("1 pass, 2 fail\n"));
}

TEST_F(SummaryTest, ModesAndFrontEndsAreBuiltinsOfTheirOwn) {
  add("clc/math/sin/f32/relaxed/v1", "fail");
  add("il/math/sin/f64/default/v1", "fail");
  EXPECT_THAT(text(), HasSubstr("  sin f32 relaxed: fail\n"));
  EXPECT_THAT(text(), HasSubstr("  sin f64 from SPIR-V: fail\n"));
}

TEST_F(SummaryTest, WrongResultsComeBeforeCrashesAndLargeErrorsBeforeSmallOnes) {
  add("clc/math/cos/f32/default/v1", "fail", error(5, {"0x3f800000"}));
  add("clc/math/exp/f32/default/v1", "crash");
  add("clc/math/tan/f32/default/v1", "fail", error(6, {"0x3f800000"}));
  EXPECT_THAT(text(), MatchesRegex("(.|\n)*tan f32(.|\n)*cos f32(.|\n)*exp f32(.|\n)*"));
}

TEST_F(SummaryTest, TheWorstCaseHasInputsToRunAgain) {
  const Json again{{"repro", "classay repro --device 0:0 --case clc/math/cos/f32/default/v1 --input 0x3f800000"}};
  add("clc/misc/printf/f32/default/v1", "fail", again);
  EXPECT_EQ(worst_case(record_), "");
  Json cos = error(5, {"0x3f800000"});
  cos.update(again);
  add("clc/math/cos/f32/default/v1", "fail", cos);
  EXPECT_EQ(worst_case(record_), "clc/math/cos/f32/default/v1");
}

TEST_F(SummaryTest, EachVerdictIsCountedWhereWidthsDiffer) {
  add("clc/math/sin/f32/default/v1", "crash");
  add("clc/math/sin/f32/default/v2", "fail");
  add("clc/math/sin/f32/default/v3", "fail");
  add("clc/math/sin/f32/default/v4", "pass");
  EXPECT_THAT(text(), HasSubstr("  sin f32: 1 crash, 2 fail of 4 widths\n"));
}

TEST_F(SummaryTest, WhatDidNotRunIsNoFailure) {
  for (const char* verdict : {"pass", "unsupported", "partial", "missing", "skip"}) {
    add(std::string("clc/math/") + verdict + "/f32/default/v1", verdict);
  }
  EXPECT_THAT(text(), Not(HasSubstr("What failed")));
  EXPECT_EQ(worst_case(record_), "");
}

TEST_F(SummaryTest, InputsThatAreNotOfTheCaseAreNotShown) {
  add("clc/math/sin/f32/default/v1", "fail", error(5, {"0x3f800000", "0x3f800000"}));
  add("clc/math/pow/f32/default/v1", "fail", error(4, {"0x3f800000", "0x40400000"}));
  add("clc/math/cos/f32/default/v1", "fail", error(3, {"0xffffffffff"}));
  add("clc/math/\x1b[2J/f32/default/v1", "fail", error(2, {"0x3f800000"}));
  EXPECT_THAT(text(), HasSubstr("  sin f32: fail, worst 5 ulp\n"));
  EXPECT_THAT(text(), HasSubstr("  pow f32: fail, worst 4 ulp at (0x1p+0, 0x1.8p+1)\n"));
  EXPECT_THAT(text(), HasSubstr("  cos f32: fail, worst 3 ulp\n"));
  EXPECT_THAT(text(), Not(HasSubstr("\x1b")));
}

TEST_F(SummaryTest, ALongReasonIsCutAtABlank) {
  std::string words;
  for (int i = 0; i < 100; ++i) words += "printed ";
  add("clc/misc/printf/f32/default/v1", "fail", {{"reason", words}});
  add("clc/misc/printf/f64/default/v1", "fail", {{"reason", std::string(1000, 'x')}});
  EXPECT_THAT(text(), HasSubstr("printed printed ...\n"));
  EXPECT_THAT(text(), Not(HasSubstr(std::string(250, 'x'))));
}

TEST_F(SummaryTest, ALineHasTheSameColumnsForPassAndFail) {
  const Terminal out(-1, "test");
  CaseSummary s{.verdict = CaseVerdict::pass};
  s.judged = 10;
  s.worst = 1.5;
  s.seconds = 2;
  EXPECT_EQ(case_text("a", s, out), "pass            a  0 of 10 wrong, 1.5 ulp, 2.0 s\n");
  s.verdict = CaseVerdict::fail;
  s.failed = 3;
  for (const char* reason :
       {"3 of 10 results wrong; first: sin(1) = 2, expected 3", "3 of 10 are wrong; first: sin(1) = 2, expected 3"}) {
    s.reason = reason;
    EXPECT_EQ(case_text("a", s, out), "fail            a  3 of 10 wrong, 1.5 ulp, 2.0 s  first: sin(1) = 2, expected 3\n");
  }
  s.reason = "3 of 10 results wrong";
  EXPECT_EQ(case_text("a", s, out), "fail            a  3 of 10 wrong, 1.5 ulp, 2.0 s\n");
  s.reason = "1 launch wrote outside the output";
  EXPECT_THAT(case_text("a", s, out), HasSubstr("  1 launch wrote outside the output\n"));
}

TEST_F(SummaryTest, ThereIsAnEndToWhatIsShown) {
  for (char a = 'a'; a <= 'z'; ++a) add(std::string("clc/math/") + a + "/f32/default/v1", "fail");
  EXPECT_THAT(text(), HasSubstr("  and 6 more, in the journal\n"));
}

const EndedRun kFailed{.folder = "out", .device = "0:0", .filters = {"clc/math/*"}, .worst_case = "clc/a/b/c/d/v1"};

TEST(NextStepsTest, AFailureIsShownThenPagesAreWrittenThenMoreIsTested) {
  EXPECT_EQ(next_steps_text(kFailed),
            "Next\n"
            "  classay repro out clc/a/b/c/d/v1    # shows the worst failure in detail\n"
            "  classay-report html out/html out    # writes pages for a browser\n"
            "  classay run --device 0:0 --tier quick 'clc/math/*'    # tests more inputs\n");
}

TEST(NextStepsTest, GlobsThatExcludeAreOptionsAndManyGlobsAreAFile) {
  EndedRun run = kFailed;
  run.filters = {"clc/math/{sin,cos}/*", "!*/v2"};
  EXPECT_THAT(next_steps_text(run), HasSubstr("--tier quick 'clc/math/{sin,cos}/*' --exclude '*/v2'    #"));
  run.filters.assign(1000, "clc/math/sin/f32/default/v1");
  EXPECT_THAT(next_steps_text(run), HasSubstr("--tier quick --case-list FILE    #"));
}

TEST(NextStepsTest, WhatWasLeftOutComesBeforeALargerTier) {
  EndedRun run = kFailed;
  run.is_complete = false;
  EXPECT_THAT(next_steps_text(run), HasSubstr("classay resume out "));
  EXPECT_THAT(next_steps_text(run), Not(HasSubstr("--tier")));
}

TEST(NextStepsTest, TheCommandsCanBePasted) {
  const EndedRun run{.folder = "my run", .device = "Arc A770; reboot", .has_pages = true, .report = "'/my tools/report'"};
  EXPECT_EQ(next_steps_text(run), "Next\n  classay run --device 'Arc A770; reboot' --tier quick    # tests more inputs\n");
}

TEST(NextStepsTest, TheLargestTierIsFollowedByEvidence) {
  EndedRun run = kFailed;
  run.tier = Tier::certify;
  EXPECT_THAT(next_steps_text(run), HasSubstr("classay-report pack --statement-template > statement.txt"));
}

}  // namespace
}  // namespace classay
