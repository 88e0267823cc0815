// Tests that this program passes its self-check, and that the check can fail. For the latter it gets a wrong loop, a judge
// that accepts everything, one that rejects everything, one that throws, and judges that are wrong about a single call.
#include "harness/worker/selfcheck/selfcheck.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/cpu/hostile_testing.h"
#include "reference/cpu/usable.h"

namespace classay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

const LoopTables kNoLoops{.bulk = loops_in_use().bulk.first(1),
                          .remainders = loops_in_use().remainders.first(1),
                          .kernels = loops_in_use().kernels.first(1),
                          .lanes = loops_in_use().lanes.first(1)};

KnownJudge judge_as(std::function<Verdict(const KnownCall&)> verdict) {
  KnownJudge judge = judge_of_runs();
  judge.verdict = std::move(verdict);
  return judge;
}

std::size_t count_of(Verdict v) {
  return static_cast<std::size_t>(std::ranges::count_if(known_calls(), [=](const KnownCall& c) { return c.verdict == v; }));
}

TEST(SelfCheckTest, AnEnvironmentThatSomebodyLeftIsAFaultAndRestored) {
  for (const FloatEnvironment hostile : hostile_float_environments()) {
    const HostileScope scope(hostile);
    const SelfCheck check = self_check(kNoLoops, judge_of_runs());
    EXPECT_THAT(check.faults,
                ElementsAre(HasSubstr("the floating-point environment before the check: it " + text_of(hostile))));
    EXPECT_EQ(float_environment(), default_float_environment());
  }
}

TEST(SelfCheckTest, ThisProgramPassesOnEverySetThatItUses) {
  const SelfCheck check = self_check(loops_in_use(), judge_of_runs());
  EXPECT_THAT(check.faults, SizeIs(0));
  EXPECT_TRUE(check.passed());
  EXPECT_EQ(check.calls, known_calls().size());
  EXPECT_EQ(check.sets.size(), usable_sets().size());
  EXPECT_EQ(check.loops, (usable_sets().size() - 1) * (52 + 3 + 10 + 8));
  EXPECT_GT(check.batched, 2000U);
}

TEST(SelfCheckTest, RightCallsAreAboutAsManyAsWrongOnes) {
  EXPECT_GE(count_of(Verdict::right), 15U);
  EXPECT_GE(count_of(Verdict::wrong), 15U);
  EXPECT_GE(count_of(Verdict::undefined), 1U);
}

TEST(SelfCheckTest, AJudgeWithOneVerdictForAllFails) {
  for (const Verdict always : {Verdict::right, Verdict::wrong, Verdict::undefined}) {
    const SelfCheck check = self_check(kNoLoops, judge_as([=](const KnownCall&) { return always; }));
    EXPECT_EQ(check.faults.size(), known_calls().size() - count_of(always)) << name(always);
  }
}

TEST(SelfCheckTest, AJudgeThatIsWrongAboutOneCallFailsByItsName) {
  const KnownJudge right = judge_of_runs();
  for (const KnownCall& wrong_about : known_calls()) {
    const auto verdict = [&](const KnownCall& call) {
      const Verdict other = call.verdict == Verdict::right ? Verdict::wrong : Verdict::right;
      return &call == &wrong_about ? other : call.verdict;
    };
    const SelfCheck check = self_check(
        kNoLoops, {.verdict = verdict, .wrong = [](const KnownBatch& b) { return std::vector{b.arguments[b.wrong][0]}; }});
    EXPECT_THAT(check.faults, ElementsAre(HasSubstr(text(wrong_about))));
  }
}

TEST(SelfCheckTest, AJudgeThatThrowsFails) {
  const SelfCheck check =
      self_check(kNoLoops, judge_as([](const KnownCall&) -> Verdict { throw std::logic_error("contradicted"); }));
  ASSERT_EQ(check.faults.size(), known_calls().size());
  EXPECT_EQ(check.faults[0], "exp f32 0x3f800000 = 0x402df854 could not be judged: contradicted");
}

TEST(SelfCheckTest, ABulkJudgeThatMissesTheWrongResultOrFindsOthersFails) {
  KnownJudge judge = judge_of_runs();
  judge.wrong = [](const KnownBatch&) { return std::vector<Bits>(); };
  EXPECT_THAT(self_check(kNoLoops, judge).faults, SizeIs(known_batches().size()));
  judge.wrong = [](const KnownBatch& b) { return std::vector{b.arguments[b.wrong][0], b.arguments[0][0]}; };
  EXPECT_THAT(self_check(kNoLoops, judge).faults, SizeIs(known_batches().size()));
}

TEST(SelfCheckTest, AWrongLoopFailsByItsName) {
  LaneLoops wrong = LaneLoops::baseline;
  wrong.contains = [](int element) { return LaneLoops::baseline.contains(element == 4 ? 2 : element); };
  const LaneLoops* const both[] = {&LaneLoops::baseline, &wrong};
  LoopTables tables = kNoLoops;
  tables.lanes = both;
  EXPECT_THAT(self_check(tables, judge_of_runs()).faults,
              ElementsAre("lanes, 'contains': the loop for baseline has a different result than the plain one"));
}

TEST(SelfCheckTest, WhatAJournalSaysOfIt) {
  const SelfCheck check{.calls = 3, .batched = 4, .loops = 5, .sets = {"baseline"}, .faults = {"why"}};
  EXPECT_EQ(
      to_json(check),
      (Json{{"passed", false}, {"calls", 3}, {"batched", 4}, {"loops", 5}, {"sets", {"baseline"}}, {"faults", {"why"}}}));
}

}  // namespace
}  // namespace classay
