// The command line of each run of a suite file. Possible faults: an option is lost, a wrong value is found only when a
// device runs, an expired skip still leaves cases out, a known failure has a different case, an entry without a case goes
// unnoticed.
#include "harness/cli/suite/suite_plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "harness/journal/baseline.h"
#include "harness/text/testing.h"

namespace classay {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace fs = std::filesystem;

class SuitePlanTest : public FolderTest {
 protected:
  SuitePlan planned(const std::string& text, const std::string& today = "2026-06-01") {
    const fs::path file = folder_ / "s.toml";
    std::ofstream(file) << text;
    return plan_of(read_suite(file), "out", today);
  }

  std::string refusal(const std::string& text) {
    try {
      planned(text);
      return "";
    } catch (const UsageError& e) {
      return e.what();
    }
  }

  static std::string entry(const std::string& kind, const std::string& cases, const std::string& more = "") {
    return "[[run." + kind + "]]\ncases = \"" + cases + "\"\nowner = \"me\"\nreason = \"slow\"\nexpires = 2026-06-01\n" +
           more;
  }

  const std::string run_ = "[[run]]\nname = \"a\"\nfilter = \"clc/math/{sin,cos}/f32/default/*\"\n";
};

TEST_F(SuitePlanTest, ARunIsACommandThatAUserCanType) {
  const SuitePlan plan = planned(
      "tier = \"smoke\"\n[[run]]\nname = \"a\"\ndevice = \"0:1\"\njobs = 2\nno-case-limit = true\n"
      "no-models = false\nrange = \"-1..1\"\nfilter = [\"*/sin/*\", \"clc/*\"]\nenv.X = \"a b\"\n");
  ASSERT_EQ(plan.runs.size(), 1U);
  EXPECT_EQ(command_of(plan.runs[0]),
            "X='a b' classay run --tier smoke --device 0:1 --jobs 2 --no-case-limit --range=-1..1 --filter '*/sin/*' "
            "--filter 'clc/*' "
            "--label a --out out/a");
  EXPECT_EQ(plan.runs[0].known, "");
  EXPECT_THAT(plan.notes, IsEmpty());
}

TEST_F(SuitePlanTest, WrongValuesAreRefusedBeforeAnythingRuns) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"jobs = 0\n", "s.toml:4:1: run: --jobs: "},
      {"jobs = \"many\"\n", "s.toml:4:1: run: --jobs: "},
      {"tier = \"smokey\"\n", "s.toml:4:1: "},
      {"time-budget = \"soon\"\n", "s.toml:4:1: --time-budget: 'soon' is not a time"},
      {"tier = true\n", "s.toml:4:1: 'tier' needs a value"},
      {"no-case-limit = 1\n", "s.toml:4:1: 'no-case-limit' needs true or false"},
      {"tier = [\"smoke\"]\n", "s.toml:4:1: 'tier' takes one value; write it without brackets"},
      {"limits = \"none.txt\"\n", "s.toml:4:1: 'limits': '"},
      {"known = \"nowhere\"\n", "nowhere' does not exist"},
      {"workers = 2\n", "s.toml:4:1: unknown key 'workers'"},
      {"junit = \"x\"\n", "s.toml:4:1: 'junit' is not a key of suite files"},
      {"baseline = \"s.toml\"\n", "s.toml:1:1: run 'a': "},
      {"case-time = \"1s\"\nno-case-limit = true\n",
       "s.toml:1:1: run 'a': --no-case-limit and --case-time cannot be used together"},
      {"range = \"1..0\"\n", "s.toml:4:1: --range: '1..0' is empty"},
      {"shard = \"1/2\"\n" + entry("fails", "*"), "s.toml:1:1: run 'a': 'fails' and 'flakes' cannot be used with 'shard'"},
      {entry("fails", "*/sin/*") + entry("flakes", "*/v4"), "clc/math/sin/f32/default/v4 has an entry already, at "},
      {entry("fails", "[") + entry("flakes", "*/v4"), "s.toml:4:1: "},
  };
  for (const auto& [text, message] : wrong) EXPECT_THAT(refusal(run_ + text), HasSubstr(message)) << text;
}

TEST_F(SuitePlanTest, PathsAreRelativeToTheFile) {
  std::ofstream(folder_ / "bugs.txt") << "1\n";
  const SuitePlan plan = planned(run_ + "inputs = \"bugs.txt\"\n");
  EXPECT_THAT(plan.runs[0].words, Contains("--inputs=" + (folder_ / "bugs.txt").generic_string()));
  EXPECT_EQ(folder_of(read_suite(folder_ / "s.toml"), ""), "s");
  EXPECT_EQ(folder_of(read_suite(folder_ / "s.toml"), "./b/"), "b/");
}

TEST_F(SuitePlanTest, SkipsLeaveCasesOutUntilTheyExpire) {
  const std::string text = run_ + entry("skips", "*/sin/*") + entry("skips", "*/sin/*/v4");
  const SuitePlan plan = planned(text);
  EXPECT_THAT(plan.runs[0].words, Contains("--exclude=*/sin/*"));
  EXPECT_EQ(plan.runs[0].skipped, 6U);
  EXPECT_THAT(plan.notes, IsEmpty());
  const SuitePlan later = planned(text, "2026-06-02");
  EXPECT_THAT(later.runs[0].words, Not(Contains("--exclude=*/sin/*")));
  EXPECT_EQ(later.runs[0].skipped, 0U);
  EXPECT_THAT(later.notes,
              Contains(EndsWith(":4:1: the entry of skips for '*/sin/*' expired on 2026-06-01 and no longer counts; "
                                "me is its owner")));
  EXPECT_FALSE(later.has_stale);
}

TEST_F(SuitePlanTest, KnownFailuresAreABaseline) {
  const SuitePlan plan =
      planned(run_ + entry("skips", "*/v16") + entry("fails", "*/sin/*", "verdict = \"crash\"\nissue = \"https://i/1\"\n") +
              entry("flakes", "clc/math/cos/f32/default/v4"));
  const std::string& known = plan.runs[0].known;
  EXPECT_THAT(plan.runs[0].words, Contains("--baseline=out/a/known.txt"));
  EXPECT_THAT(known, HasSubstr("\nclc/math/sin/f32/default/v2 crash - me https://i/1 2026-06-01\n"));
  EXPECT_THAT(known, HasSubstr("\nclc/math/cos/f32/default/v4 flake - me - 2026-06-01\n"));
  EXPECT_THAT(known, Not(HasSubstr("v16")));
  EXPECT_TRUE(Baseline::parse(known, "known.txt").stale().empty());
  // An expired entry stays: the baseline reports it.
  EXPECT_EQ(planned(run_ + entry("fails", "*/v4"), "2027-01-01").runs[0].known,
            planned(run_ + entry("fails", "*/v4")).runs[0].known);
}

TEST_F(SuitePlanTest, AnEntryWithoutACaseIsReported) {
  const SuitePlan plan = planned(run_ + entry("fails", "*/tan/*") + entry("skips", "*/sin/*") + entry("fails", "*/sin/*"));
  EXPECT_TRUE(plan.has_stale);
  EXPECT_THAT(plan.notes, ElementsAre(HasSubstr("s.toml:4:1: the entry of fails for '*/tan/*' matches no case of its runs"),
                                      HasSubstr("the entry of fails for '*/sin/*' matches no case")));
  // One of the runs is enough.
  const std::string all = "[[fails]]\ncases = \"*/tan/*\"\nowner = \"me\"\nreason = \"slow\"\nexpires = 2026-06-01\n";
  EXPECT_TRUE(planned(all + run_).has_stale);
  EXPECT_FALSE(planned(all + run_ + "[[run]]\nname = \"b\"\nfilter = \"*/tan/f32/*\"\n").has_stale);
}

}  // namespace
}  // namespace classay
