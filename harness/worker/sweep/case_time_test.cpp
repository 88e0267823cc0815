// Tests cases with a time limit on a slow device. The same cuts always run the same part of the inputs, and the result
// reports this; nothing else changes. Possible faults: a part counts as a pass; the clock chooses inputs; a repetition runs
// other inputs than the first run; hard cases are dropped first.
#include "harness/worker/sweep/case_time.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "harness/journal/task.h"
#include "harness/worker/sweep/fake_device.h"
#include "harness/worker/sweep/result_testing.h"

namespace classay {
namespace {

using sweep_test::Element;
using sweep_test::FakeDevice;
using sweep_test::Faults;

std::uint64_t inputs(const std::vector<Batch>& batches) {
  std::uint64_t sum = 0;
  for (const Batch& b : batches) sum += b.count;
  return sum;
}

class LevelsTest : public testing::Test {
 protected:
  std::vector<Batch> at(int level) const { return batches_at(level, plan_, all_, 0, plan_.count()); }
  bool is_random(const Batch& b) const { return plan_.segment_of(b.first).making == Making::random; }

  Plan plan_{*find("exp"), Type::f32, Tier::quick, 1, {}};
  std::vector<Stretch> all_ = stretches(plan_, (1U << 18) - 1);
};

TEST_F(LevelsTest, TheFirstAsksAll) { EXPECT_EQ(inputs(at(0)), plan_.count()); }

TEST_F(LevelsTest, WhatALevelAsksThoseBeforeItAskToo) {
  for (int level = 1; level <= kLastLevel; ++level) {
    const std::vector<Batch> more = at(level - 1);
    const std::vector<Batch> fewer = at(level);
    EXPECT_LE(fewer.size(), more.size());
    for (const Batch& b : fewer) EXPECT_NE(std::ranges::find(more, b), more.end()) << level << ": " << b.first;
  }
}

TEST_F(LevelsTest, EachAsksSomethingOfEachProgram) {
  for (int level = 0; level <= kLastLevel; ++level) {
    const std::vector<Batch> batches = at(level);
    for (const Stretch& s : all_) {
      EXPECT_NE(std::ranges::find(batches, batch_at(s, s.first)), batches.end());
    }
  }
  EXPECT_EQ(at(kLastLevel).size(), all_.size());
}

TEST_F(LevelsTest, RandomInputsGoBeforeThoseThatStandForThemselves) {
  const auto count = [&](int level, bool random) {
    const std::vector<Batch> batches = at(level);
    return std::ranges::count_if(batches, [&](const Batch& b) { return is_random(b) == random; });
  };
  EXPECT_EQ(count(1, false), count(0, false));
  EXPECT_EQ(count(2, false), count(0, false));
  EXPECT_LE(count(2, true), count(0, true) / 4 + 1);
  EXPECT_GT(count(2, true), 0);
}

TEST_F(LevelsTest, TheFirstThatFitsIsTaken) {
  const auto count = static_cast<double>(plan_.count());
  EXPECT_EQ(level_for(count, 0, plan_, all_, 0, plan_.count()), 0);
  EXPECT_EQ(level_for(count - 1, 0, plan_, all_, 0, plan_.count()), 1);
  EXPECT_EQ(level_for(count, 3, plan_, all_, 0, plan_.count()), 3) << "what was left out stays out";
  EXPECT_EQ(level_for(0, 0, plan_, all_, 0, plan_.count()), kLastLevel);
}

TEST(CaseTimeTest, TheSlowestWidthDecides) {
  CaseTime time(10);
  time.took({.first = 100, .count = 100}, {.wall = 0, .device = {1, 4, 2}}, false);
  EXPECT_DOUBLE_EQ(time.inputs_left(false).value(), 150);
  EXPECT_DOUBLE_EQ(time.inputs_left(true).value(), 400) << "what is cut already has twice the time";
}

TEST(CaseTimeTest, WhereADeviceHasNoClockItsHostHas) {
  CaseTime time(10);
  time.took({.first = 100, .count = 100}, {.wall = 10, .device = {0, 0}}, false);
  EXPECT_DOUBLE_EQ(time.inputs_left(false).value(), 100);
}

TEST(CaseTimeTest, ALaunchThatMayCompileSaysNothingUnlessItTakesAllThereIs) {
  CaseTime time(10);
  time.took({.first = 0, .count = 100}, {.wall = 60, .device = {9.9}}, true);
  EXPECT_FALSE(time.inputs_left(false));
  time.took({.first = 100, .count = 100}, {.wall = 60, .device = {10.1}}, true);
  EXPECT_EQ(time.inputs_left(false), 0);
}

TEST(CaseTimeTest, ItIsDecidedAfterBatchesOfAFixedNumber) {
  CaseTime time(10);
  std::vector<int> decided;
  for (int i = 1; i <= 20; ++i) {
    if (time.gives(i == 1 || i == 11)) decided.push_back(i);
  }
  EXPECT_THAT(decided, testing::ElementsAre(1, 2, 4, 8, 11, 16));
  EXPECT_FALSE(CaseTime(0).gives(true)) << "there is nothing to decide";
}

// Square roots of all halves on a device that is slow by its own clock. The test does not depend on the machine's clock: a
// launch takes longer than on any machine.
class CutSweepTest : public testing::Test {
 protected:
  static constexpr double kLaunch = 1000;

  Ledger sweep(Faults faults, SweepEvents events = {}) {
    // A task that resumes after the constants does not build their program again.
    std::vector<Making> programs{Making::literals, Making::table};
    const bool goes_on = task_.state && task_.state->at("next") >= plan_.segments()[0].count;
    if (goes_on) programs.erase(programs.begin());
    FakeDevice device(task_.unit, plan_, programs, std::move(faults));
    Sweep s(device, task_, plan_, 2, std::move(events));
    Ledger ledger = s.run();
    results_ = json_results(s);
    return ledger;
  }
  static Faults slow(double seconds) {
    Faults faults;
    faults.seconds = seconds;
    return faults;
  }
  const Json& result(std::size_t width) const { return results_.at(width); }

  Task task_{
      .unit = {.row = find("sqrt"), .format = Type::f16, .widths = {1, 4}}, .case_time = 8 * kLaunch, .state = nullptr};
  Plan plan_{*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {}};
  std::vector<Json> results_;
};

TEST_F(CutSweepTest, AFastDeviceIsAskedEverything) {
  const Ledger ledger = sweep(slow(0.001));
  EXPECT_TRUE(ledger.cuts.empty());
  EXPECT_EQ(result(0).at("verdict"), "pass");
  EXPECT_FALSE(result(0).at("inputs").contains("of"));
}

TEST_F(CutSweepTest, ASlowOneIsAskedAPartWhichIsNoPass) {
  const Ledger ledger = sweep(slow(kLaunch));
  ASSERT_FALSE(ledger.cuts.empty());
  for (const Json& r : results_) {
    EXPECT_EQ(r.at("verdict"), "partial");
    const Json& asked = r.at("inputs");
    EXPECT_EQ(asked.at("of"), plan_.count());
    EXPECT_EQ(asked.at("count").get<std::uint64_t>(), ledger.asked());
    EXPECT_LT(ledger.asked(), plan_.count());
    EXPECT_EQ(asked.at("exhaustive"), false);
    EXPECT_EQ(r.at("counts").at("judged").get<std::uint64_t>() + r.at("counts").at("undefined").get<std::uint64_t>(),
              ledger.asked());
    EXPECT_THAT(r.at("reason").get<std::string>(),
                testing::HasSubstr(" s per case reached after " + std::to_string(ledger.asked())));
  }
  // The time allows eight launches, and the first launch of each program.
  EXPECT_LE(ledger.only.size(), 12U);
  EXPECT_GE(ledger.only.size(), 4U);
}

TEST_F(CutSweepTest, TheSameCutsAskTheSame) {
  const Ledger first = sweep(slow(kLaunch));
  const Ledger second = sweep(slow(1.01 * kLaunch));
  ASSERT_EQ(first.cuts, second.cuts);
  EXPECT_EQ(first.only, second.only);
  EXPECT_EQ(first.widths[0].answers, second.widths[0].answers);
}

TEST_F(CutSweepTest, WhoGoesOnFromACheckpointAsksTheRestOfTheSamePart) {
  std::vector<Json> states;
  SweepEvents events;
  events.checkpoint = [&](const Ledger& l) { states.push_back(to_json(l)); };
  const Ledger whole = sweep(slow(kLaunch), std::move(events));
  for (const Json& state : states) {
    if (state.at("cuts").empty()) continue;
    task_.state = shared(state);
    const Ledger rest = sweep(slow(0.001));
    EXPECT_EQ(rest.only, whole.only);
    EXPECT_EQ(rest.cuts, whole.cuts);
    EXPECT_EQ(rest.widths[1].answers, whole.widths[1].answers);
    EXPECT_EQ(result(0).at("verdict"), "partial");
  }
}

TEST_F(CutSweepTest, AFailureInAPartIsAFailureAndIsAskedAgainInThatPart) {
  Faults wrong = slow(kLaunch);
  wrong.result = [](const Element& e, Bits right) { return e.width == 4 && e.lane == 1 ? right + 1 : right; };
  const Ledger ledger = sweep(std::move(wrong));
  ASSERT_FALSE(ledger.cuts.empty());
  EXPECT_EQ(result(0).at("verdict"), "partial");
  EXPECT_EQ(result(1).at("verdict"), "fail");
  EXPECT_THAT(result(1).at("reason").get<std::string>(), testing::HasSubstr("; time limit of "));
  const Json& part = result(1).at("to_confirm");
  EXPECT_EQ(part.at("failed"), ledger.widths[1].tally.failed());
  task_.unit.widths = {4};
  task_.state = shared(part.at("state"));
  task_.case_time = 0;
  Faults again;
  again.result = [](const Element& e, Bits right) { return e.lane == 1 ? right + 1 : right; };
  const Ledger confirmed = sweep(std::move(again));
  EXPECT_EQ(confirmed.widths[0].tally.failed(), ledger.widths[1].tally.failed());
  EXPECT_EQ(result(0).at("verdict"), "fail");
}

TEST_F(CutSweepTest, AChosenPartIsAskedAsAWhole) {
  Ledger part{.widths = {{.width = 1}, {.width = 4}}};
  part.only = batches_at(1, plan_, stretches(plan_, largest_batch(Capabilities())), 0, plan_.count());
  part.end = plan_.count();
  task_.state = shared(to_json(part));
  const Ledger ledger = sweep(slow(kLaunch));
  EXPECT_EQ(ledger.only, part.only);
  EXPECT_TRUE(ledger.cuts.empty());
  EXPECT_EQ(result(0).at("verdict"), "pass");
}

}  // namespace
}  // namespace classay
