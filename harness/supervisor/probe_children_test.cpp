// Tests which cases keep their findings when a child crashes, hangs, is lost, or reports something that cannot be. The
// children are shell scripts. Each run of a child appends a line with its cases to a file.
#include "harness/supervisor/probe_children.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

namespace classay {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

const std::vector<std::string> kCases{"clc/misc/prefetch/f32/default/v1", "clc/misc/prefetch/f32/default/v2",
                                      "clc/misc/prefetch/f32/default/v3", "clc/misc/prefetch/f32/default/v4"};

// The functions of the scripts: `pass CASE` reports a finding, `crash` ends the child as a driver does.
constexpr const char* kFunctions =
    R"(pass() { echo "{\"case\":\"$1\",\"violations\":[],\"notes\":[],\"details\":{}}"; }; crash() { kill -SEGV $$; }; )";

class ProbeChildrenTest : public testing::Test {
 protected:
  void SetUp() override { std::signal(SIGPIPE, SIG_IGN); }
  void TearDown() override { std::filesystem::remove(runs_); }

  // Runs children that are this script, with the cases as its arguments. Returns the results in the order of the reports.
  std::vector<Json> results(const std::string& script, milliseconds patience = milliseconds(60'000)) {
    const std::string text = kFunctions + fmt::format("echo $# >> {}; ", runs_.string()) + script;
    ProbeChildren children = children_;
    children.child = [&](std::span<const std::string> cases) {
      std::vector<std::string> words{"sh", "-c", text, "sh"};
      words.insert(words.end(), cases.begin(), cases.end());
      return ChildCommand{.words = std::move(words), .connection = nullptr};
    };
    children.patience = [&] { return patience; };
    std::vector<Json> all;
    run_probe_children(kCases, children, [&](const std::string& c, const ChildAnswer& a) {
      all.push_back(to_json(probe_result(c, a)));
      EXPECT_EQ(all.back().at("case"), c);
    });
    EXPECT_EQ(all.size(), kCases.size());
    return all;
  }
  std::vector<std::string> verdicts(const std::string& script, milliseconds patience = milliseconds(60'000)) {
    std::vector<std::string> all;
    for (const Json& result : results(script, patience)) all.push_back(result.at("verdict").get<std::string>());
    return all;
  }

  // The number of cases that each child got.
  std::vector<int> runs() const {
    std::ifstream file(runs_);
    return {std::istream_iterator<int>(file), {}};
  }

  ProbeChildren children_;

 private:
  std::filesystem::path runs_ =
      std::filesystem::path(testing::TempDir()) /
      fmt::format("probe_children_{}", testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(ProbeChildrenTest, OneChildReportsAllCases) {
  EXPECT_THAT(verdicts("for c; do pass $c; done"), ElementsAre("pass", "pass", "pass", "pass"));
  EXPECT_THAT(runs(), ElementsAre(4));
}

// The verdict of a crash of sh is that of an unknown cause, because sh does not write its evidence.
TEST_F(ProbeChildrenTest, ACrashInTheThirdCaseKeepsTheFirstTwoAndRunsTheFourthInAFreshChild) {
  const std::vector<Json> all = results("for c; do case $c in */v3) crash;; *) pass $c;; esac; done");
  EXPECT_EQ(all[0].at("verdict"), "pass");
  EXPECT_EQ(all[1].at("verdict"), "pass");
  EXPECT_NE(all[2].at("verdict"), "pass");
  EXPECT_THAT(all[2].at("reason").get<std::string>(), HasSubstr("SIGSEGV"));
  EXPECT_TRUE(all[2].contains("ended"));
  EXPECT_EQ(all[3].at("verdict"), "pass");
  EXPECT_THAT(runs(), ElementsAre(4, 1));
}

TEST_F(ProbeChildrenTest, AHangIsATimeoutOfTheCaseInFlight) {
  EXPECT_THAT(verdicts("for c; do case $c in */v2) sleep 60;; *) pass $c;; esac; done", milliseconds(1500)),
              ElementsAre("pass", "timeout", "pass", "pass"));
  EXPECT_THAT(runs(), ElementsAre(4, 2));
}

TEST_F(ProbeChildrenTest, ACaseThatDidNotRunSaysSo) {
  const std::vector<Json> all = results("sleep 60", milliseconds(300));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string reason = all[i].at("reason").get<std::string>();
    EXPECT_EQ(reason.starts_with("not run, because the cases before it ended like this: "),
              i >= static_cast<std::size_t>(kMaxHangs))
        << reason;
  }
}

TEST_F(ProbeChildrenTest, ADriverThatAlwaysHangsCostsTwoTimeouts) {
  EXPECT_THAT(verdicts("sleep 60", milliseconds(300)), ElementsAre("timeout", "timeout", "timeout", "timeout"));
  EXPECT_THAT(runs(), SizeIs(kMaxHangs));
}

TEST_F(ProbeChildrenTest, EachCaseThatCrashesGetsAChild) {
  for (const Json& result : results("crash")) EXPECT_THAT(result.at("reason").get<std::string>(), HasSubstr("SIGSEGV"));
  EXPECT_THAT(runs(), ElementsAre(4, 3, 2, 1));
}

TEST_F(ProbeChildrenTest, ADeviceThatCannotBeOpenedIsNotTriedAgain) {
  EXPECT_THAT(verdicts(R"(echo '{"error":"no such device"}')"),
              ElementsAre("resource-error", "resource-error", "resource-error", "resource-error"));
  EXPECT_THAT(runs(), ElementsAre(4));
}

TEST_F(ProbeChildrenTest, OutputOfADriverIsSkipped) {
  EXPECT_THAT(verdicts("echo Welcome; for c; do echo '{}'; pass $c; done"), ElementsAre("pass", "pass", "pass", "pass"));
}

TEST_F(ProbeChildrenTest, AMalformedReportIsAHarnessErrorOfItsCase) {
  const std::vector<Json> all =
      results(R"(for c; do case $c in */v2) echo "{\"case\":\"$c\",\"violations\":3}";; *) pass $c;; esac; done)");
  EXPECT_EQ(all[0].at("verdict"), "pass");
  EXPECT_EQ(all[1].at("verdict"), "harness-error");
  EXPECT_THAT(all[1].at("reason").get<std::string>(), HasSubstr("not credible"));
  EXPECT_EQ(all[2].at("verdict"), "pass");
  EXPECT_THAT(runs(), ElementsAre(4));
}

// A second report of the first case, a report of a case that the child was not given, and one that is out of turn.
TEST_F(ProbeChildrenTest, AReportOutOfTurnIsAHarnessErrorOfTheCaseInFlight) {
  for (const char* wrong : {"$1", "clc/misc/prefetch/f64/default/v1", "$4"}) {
    const std::vector<Json> all =
        results(fmt::format("if [ $# = 4 ]; then pass $1; pass {}; else for c; do pass $c; done; fi", wrong));
    EXPECT_EQ(all[0].at("verdict"), "pass") << wrong;
    EXPECT_EQ(all[1].at("verdict"), "harness-error") << wrong;
    EXPECT_THAT(all[1].at("reason").get<std::string>(), HasSubstr("not credible")) << wrong;
    EXPECT_EQ(all[2].at("verdict"), "pass") << wrong;
  }
}

TEST_F(ProbeChildrenTest, NoChildStartsAfterAStop) {
  children_.is_stopped = [] { return true; };
  results("pass $1; crash");
  EXPECT_THAT(runs(), ElementsAre(4));
}

TEST_F(ProbeChildrenTest, WithoutTimeNothingRuns) {
  EXPECT_THAT(verdicts("for c; do pass $c; done", milliseconds(0)), ElementsAre("timeout", "timeout", "timeout", "timeout"));
  EXPECT_THAT(runs(), SizeIs(0));
}

}  // namespace
}  // namespace classay
