// A suite file is read strictly: whatever it does not understand is refused with its place, and the remedy.
// Possible faults: a key is ignored, a run is lost, a later table takes a key of an earlier one, a place is wrong, a file
// crashes the parser.
#include "harness/cli/suite/suite_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "harness/text/testing.h"

namespace classay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

const std::vector<std::string> kOptions{"device", "exclude", "filter", "jobs", "no-case-limit", "tier"};
const SuiteFile::Refused kRefused{{"out", "write it once"}, {"quiet", "write it on the command line"}};

SuiteFile parsed(const std::string& text) { return SuiteFile::parse(text, "s.toml", kOptions, kRefused); }

std::string refusal(const std::string& text) {
  try {
    parsed(text);
    return "";
  } catch (const UsageError& e) {
    return e.what();
  }
}

const std::string kRun = "[[run]]\nname = \"a\"\n";
const std::string kEntry = "cases = \"*\"\nowner = \"me\"\nreason = \"slow\"\nexpires = 2027-03-31\n";

const SuiteOption& option(const SuiteRun& run, std::string_view key) {
  return *std::ranges::find(run.options, key, &SuiteOption::key);
}

TEST(SuiteFileTest, ARunHasTheOptionsOfAllRunsAndItsOwn) {
  const SuiteFile suite = parsed(R"(tier = "smoke"
filter = ["a", "b"]
no-case-limit = true
out = "results"
[env]
A = "1"
B = "2"
[outputs]
html = "html"
[[run]]
name = "first"
[[run]]
name = "second.2"
filter = "c"
jobs = 3
env.B = ""
env.C = "x = y"
)");
  ASSERT_EQ(suite.runs().size(), 2U);
  EXPECT_EQ(suite.out(), "results");
  EXPECT_EQ(suite.outputs(), (std::map<std::string, std::string>{{"html", "html"}}));
  const SuiteRun& first = suite.runs()[0];
  EXPECT_EQ(first.name, "first");
  EXPECT_THAT(first.environment, ElementsAre("A=1", "B=2"));
  EXPECT_THAT(option(first, "filter").values, ElementsAre("a", "b"));
  EXPECT_EQ(option(first, "no-case-limit").flag, true);
  const SuiteRun& second = suite.runs()[1];
  EXPECT_EQ(second.name, "second.2");
  EXPECT_THAT(second.environment, ElementsAre("A=1", "B=", "C=x = y"));
  EXPECT_THAT(option(second, "filter").values, ElementsAre("c"));
  EXPECT_THAT(option(second, "jobs").values, ElementsAre("3"));
  EXPECT_THAT(option(second, "tier").values, ElementsAre("smoke"));
  EXPECT_EQ(second.options.size(), 4U);
  EXPECT_EQ(suite.at(option(second, "jobs").place), "s.toml:15:1");
}

TEST(SuiteFileTest, AListOfDevicesIsARunForEach) {
  const SuiteFile suite = parsed("[[run]]\nname = \"n\"\ndevice = [\"pocl\", \"Intel(R) OpenCL\", \"0:1\"]\n");
  ASSERT_EQ(suite.runs().size(), 3U);
  EXPECT_EQ(suite.runs()[0].name, "n-pocl");
  EXPECT_EQ(suite.runs()[1].name, "n-Intel-R-OpenCL");
  EXPECT_EQ(suite.runs()[2].name, "n-0-1");
  EXPECT_THAT(option(suite.runs()[1], "device").values, ElementsAre("Intel(R) OpenCL"));
  EXPECT_FALSE(option(suite.runs()[1], "device").is_list);
  EXPECT_THAT(refusal("[[run]]\nname = \"n\"\ndevice = [\"0:1\", \"0.1\", \"0-1\"]\n"), HasSubstr("'n-0-1' exists already"));
}

TEST(SuiteFileTest, EntriesOfAllRunsComeBeforeThoseOfARun) {
  const SuiteFile suite = parsed("[[skips]]\n" + kEntry + kRun + "[[run.fails]]\n" + kEntry +
                                 "verdict = \"crash\"\nulp = 2.5\nissue = \"https://i/1\"\n[[run.flakes]]\n" + kEntry +
                                 "[[run]]\nname = \"b\"\n");
  ASSERT_EQ(suite.runs().size(), 2U);
  EXPECT_EQ(suite.runs()[1].entries.size(), 1U);
  const std::vector<SuiteEntry>& entries = suite.runs()[0].entries;
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0].kind, SuiteEntry::Kind::skip);
  EXPECT_THAT(entries[0].cases, ElementsAre("*"));
  EXPECT_EQ(entries[0].verdict, "");
  EXPECT_EQ(entries[1].verdict, "crash");
  EXPECT_EQ(entries[1].ulp, "2.5");
  EXPECT_EQ(entries[1].issue, "https://i/1");
  EXPECT_EQ(entries[2].verdict, "flake");
  EXPECT_EQ(entries[2].expires, "2027-03-31");
  EXPECT_EQ(suite.at(entries[2].place), "s.toml:16:1");
}

TEST(SuiteFileTest, WhatIsNotUnderstoodIsRefusedWithItsPlace) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"", "s.toml:1:1: the file has no run; add a table [[run]]"},
      {"run = 1\n", "s.toml:1:7: 'run' is not a list of tables; write [[run]]"},
      {"run = []\n", "s.toml:1:7: 'run' is not a list of tables"},
      {"[run]\nname = \"a\"\n", "s.toml:1:1: 'run' is not a list of tables"},
      {"teir = \"smoke\"\n" + kRun, "s.toml:1:1: unknown key 'teir'; did you mean 'tier'?"},
      {kRun + "[[skip]]\n", "s.toml:3:3: unknown key 'skip'; did you mean 'skips'?"},
      {"[[deqp]]\n", "s.toml:1:3: unknown key 'deqp'"},
      {kRun + "quiet = true\n", "s.toml:3:1: 'quiet' is not a key of suite files; write it on the command line"},
      {kRun + "out = \"x\"\n", "s.toml:3:1: 'out' is not a key of suite files; write it once"},
      {kRun + "tier = 1.5\n", "s.toml:3:8: 'tier' is a number with a point; write a string"},
      {kRun + "tier = 2027-03-31\n", "s.toml:3:8: 'tier' is a date or time; write a string"},
      {kRun + "filter = [1]\n", "s.toml:3:11: 'filter' is an integer; write a string"},
      {kRun + "filter = []\n", "s.toml:3:10: 'filter' is an empty list; leave it out"},
      {kRun + "tier = \"a\"\ntier = \"b\"\n", "s.toml:4:"},
      {kRun + "device = \"a\\u0000b\"\n", "s.toml:3:10: 'device' contains a NUL character"},
      {"[[run]]\n", "s.toml:1:1: this run has no name; add one"},
      {kRun + kRun, "s.toml:3:1: the run 'a' exists already, at s.toml:1:1; choose a different name"},
      {"[[run]]\nname = \"a/b\"\n", "s.toml:2:8: 'a/b' is not the name of a run"},
      {"[[run]]\nname = \"..\"\n", "s.toml:2:8: '..' is not the name of a run"},
      {"[[run]]\nname = \"" + std::string(65, 'a') + "\"\n", "is not the name of a run"},
      {"env = \"A=1\"\n" + kRun, "s.toml:1:7: 'env' is a string; write a table [env]"},
      {"[env]\nA = 1\n" + kRun, "s.toml:2:5: 'A' is an integer; write a string, as in A = \"...\""},
      {"[env]\n\"A=B\" = \"1\"\n" + kRun, "s.toml:2:1: 'A=B' is not the name of a variable"},
      {"[env]\n1A = \"1\"\n" + kRun, "s.toml:2:1: '1A' is not the name of a variable"},
      {"[outputs]\npdf = \"x\"\n" + kRun, "s.toml:2:1: unknown key 'pdf'"},
      {"[outputs]\nhtml = \"./a\"\n" + kRun, "'./a' is the name of a run or of another output"},
      {"[outputs]\nhtml = \"b\"\ncsv = \"b\"\n" + kRun, "'b' is the name of a run or of another output"},
      {kRun + "[[run.skips]]\n", "s.toml:3:1: this entry of skips has no 'cases'; add it"},
      {kRun + "[[run.fails]]\ncases = \"*\"\n", "s.toml:3:1: this entry of fails has no 'owner'"},
      {kRun + "[[run.fails]]\ncases = \"!*\"\n", "s.toml:4:9: a glob of 'cases' cannot begin with '!'"},
      {kRun + "[[run.fails]]\nowner = \"two words\"\n", "s.toml:4:9: 'owner' is 'two words'; write one word"},
      {kRun + "[[run.fails]]\nexpires = \"2027-03-31\"\n",
       "s.toml:4:11: 'expires' is a string; write a date without quotes"},
      {kRun + "[[run.fails]]\nexpires = 2027-02-29\n", "s.toml:4:"},
      {kRun + "[[run.fails]]\nverdict = \"pass\"\n", "s.toml:4:11: 'pass' cannot be expected; write one of fail, crash"},
      {kRun + "[[run.fails]]\nulp = -1\n", "s.toml:4:7: 'ulp' is not a number of 0 or more"},
      {kRun + "[[run.fails]]\nulp = nan\n", "s.toml:4:7: 'ulp' is not a number of 0 or more"},
      {kRun + "[[run.flakes]]\nulp = 1\n", "s.toml:4:1: unknown key 'ulp'"},
      {kRun + "skips = [\"skips.txt\"]\n", "s.toml:3:9: 'skips' is not a list of tables; write [[skips]] for each"},
  };
  for (const auto& [text, message] : wrong) EXPECT_THAT(refusal(text), HasSubstr(message)) << text;
}

TEST(SuiteFileTest, HostileTextIsRefusedWithItsPlace) {
  const std::vector<std::string> hostile{
      kRun + "tier = \"\xff\"\n",
      kRun + std::string("tier = \"a\0b\"\n", 13),
      kRun + "jobs = 99999999999999999999999\n",
      kRun + "filter = " + std::string(2000, '[') + "\n",
      kRun + "tier = \"never ends\n",
      kRun + "filter = [\"\"\"\n\n",
      kRun + "[[run]\n",
      "\x01\x02",
      std::string(1000, '['),
      "[",
      "[[",
      "[[.a]]",
      "[[=",
      "[[ [a]]]",
      kRun + "tier = { a = " + std::string(1000, '{'),
      kRun + "device = \"\\ud800\"\n",
  };
  for (const std::string& text : hostile) EXPECT_THAT(refusal(text), StartsWith("s.toml:")) << text;
  std::string deep = "a";
  for (int i = 0; i < 2000; ++i) deep += ".a";
  EXPECT_THAT(refusal(deep + " = 1\n"), HasSubstr("unknown key 'a'"));
}

class SuiteFolderTest : public FolderTest {};

TEST_F(SuiteFolderTest, LongLinesAndFoldersAreRefused) {
  std::ofstream(folder_ / "long.toml") << "a" << std::string(5000, ' ') << "\n";
  const auto refused = [&](const char* name) {
    try {
      SuiteFile::read(folder_ / name, kOptions, kRefused);
      return std::string();
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
  };
  EXPECT_THAT(refused("long.toml"), HasSubstr("long.toml"));
  EXPECT_THAT(refused("."), HasSubstr("is a folder"));
  EXPECT_THAT(refused("none.toml"), HasSubstr("none.toml"));
}

TEST(SuiteFileTest, TheCaretIsBelowThePlace) {
  try {
    parsed("[[run]]\nname = \"\xc3\xa4\xc3\xa4\" # x\n");
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_EQ(e.column(), 7U);
    EXPECT_THAT(e.shown("  "), testing::EndsWith("\n         ^"));
  }
}

}  // namespace
}  // namespace classay
