// What right looks like: a device that rounds every result correctly passes at every width, with all inputs judged; one
// that errs in a single element, lane, launch or buffer fails at the width where it does, and only there. What a sweep finds
// does not depend on where it was stopped, or on how it was cut into shards.
#include "harness/sweep/sweep.h"

#include <set>

#include "harness/judging/two_results.h"
#include "harness/sweep/fake_device.h"
#include "harness/sweep/result.h"

namespace classay {
namespace {

using sweep_test::Element;
using sweep_test::FakeDevice;
using sweep_test::Faults;

Task square_roots() {
  return {.unit = {.row = find("sqrt"), .format = Type::f16, .widths = {1, 2, 3, 4, 8, 16}}, .state = nullptr};
}

class SweepTest : public testing::Test {
 protected:
  // Sweeps with a device that has these faults.
  Ledger sweep(Faults faults, SweepEvents events = {}) {
    FakeDevice device(task_.unit, plan_, {Making::literals, Making::table}, std::move(faults));
    Sweep s(device, task_, plan_, 2, std::move(events));
    Ledger ledger = s.run();
    results_ = results(s, "fake");
    return ledger;
  }
  std::string verdict(std::size_t width_index) const { return results_.at(width_index).at("verdict"); }
  // Of all widths but one, after a sweep.
  void expect_others_pass(std::size_t width_index) const {
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (i != width_index) {
        EXPECT_EQ(verdict(i), "pass") << results_[i].dump();
      }
    }
  }

  Task task_ = square_roots();
  Plan plan_{*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {}};
  std::vector<Json> results_;
};

TEST_F(SweepTest, ARightDevicePassesWithEveryInputJudgedAtEveryWidth) {
  const Ledger ledger = sweep({});
  for (const WidthRecord& r : ledger.widths) {
    EXPECT_EQ(r.tally.judged() + r.tally.undefined(), plan_.count());
    EXPECT_EQ(r.tally.failed(), 0U);
    EXPECT_EQ(r.bitwise_equal, r.width == 1 ? 0 : plan_.count());
    EXPECT_EQ(r.answers, ledger.widths[0].answers);
  }
  EXPECT_NE(ledger.widths[0].answers, 0U);
  expect_others_pass(results_.size());
  EXPECT_EQ(results_[0].at("inputs").at("exhaustive"), true);
}

TEST_F(SweepTest, ASingleWrongScalarResultFailsTheScalarAlone) {
  const Ledger ledger =
      sweep({.result = [](const Element& e, Bits right) { return e.width == 1 && e.input == 0x4325 ? right + 3 : right; }});
  EXPECT_EQ(ledger.widths[0].tally.failed(), 1U);
  EXPECT_EQ(verdict(0), "fail");
  expect_others_pass(0);
  EXPECT_EQ(results_[0].at("max_ulp").at("input"), Json::array({"0x4325"}));
}

// A finite input whose vector at width 4 has a NaN is one case, 0x4325 is another: its vector has none.
TEST_F(SweepTest, FiniteMathSparesLanesBesideANanAndNoOthers) {
  task_.unit.mode = Mode::finite;
  constexpr std::size_t kAtFour = 3;
  constexpr Bits kAlone = 0x4325;
  FakeDevice right(task_.unit, plan_, {Making::literals, Making::table}, {});
  const Sweep asked(right, task_, plan_, 1, {});
  ASSERT_EQ(task_.unit.widths.at(kAtFour), 4);
  const auto beside_nan = [&](std::uint64_t index) {
    return std::ranges::any_of(asked.vector_of(index, 4), [](const Tuple& t) { return kF16.is_nan(t[0]); });
  };
  const std::uint64_t first = plan_.count() - (std::uint64_t{1} << 16);  // of all patterns in their order
  Bits beside = 1;
  while (beside < kF16.infinity() && !beside_nan(first + beside)) ++beside;
  ASSERT_TRUE(beside_nan(first + beside));
  ASSERT_LT(beside, kF16.infinity());
  ASSERT_FALSE(beside_nan(first + kAlone));
  const auto wrong_at = [this](Bits input, int width) {
    return sweep({.result = [=](const Element& e, Bits got) {
      return (width == 0 || e.width == width) && e.input == input ? got + 3 : got;
    }});
  };
  const Ledger spared = wrong_at(beside, 4);
  EXPECT_EQ(spared.widths[kAtFour].tally.failed(), 0U);
  EXPECT_EQ(spared.widths[kAtFour].tally.undefined(), spared.widths[0].tally.undefined() + 1);
  // The same when scalars are as wrong.
  const Ledger everywhere = wrong_at(beside, 0);
  EXPECT_EQ(everywhere.widths[0].tally.failed(), 1U);
  EXPECT_EQ(everywhere.widths[kAtFour].tally.failed(), 0U);
  const Ledger alone = wrong_at(kAlone, 4);
  EXPECT_EQ(alone.widths[kAtFour].tally.failed(), 1U);
  EXPECT_EQ(verdict(kAtFour), "fail");
}

TEST_F(SweepTest, AWrongLaneFailsAtItsWidthForInputsWithEveryLowBits) {
  for (const std::size_t index : {1U, 2U, 3U, 4U, 5U}) {
    const int width = task_.unit.widths[index];
    std::vector<bool> seen(16);
    const Ledger ledger = sweep({.result = [&](const Element& e, Bits right) {
      const bool wrong = e.width == width && e.lane == width - 1 && right < 0x7000;
      if (wrong) seen[e.input % 16] = true;
      return wrong ? right + 3 : right;
    }});
    EXPECT_GT(ledger.widths[index].tally.failed(), 10U);
    EXPECT_EQ(verdict(index), "fail");
    expect_others_pass(index);
    EXPECT_EQ(std::ranges::count(seen, true), 16);
  }
}

// What is left over of groups or vectors of work-items goes another way through a driver.
TEST_F(SweepTest, AWrongLastWorkItemOfAnOddNumberFailsAtEveryWidth) {
  const Ledger ledger = sweep({.result = [](const Element& e, Bits right) {
    const bool is_left_over = e.launched % 2 == 1 && e.item + 1 == e.launched;
    return is_left_over && !e.is_literal ? (right == kF16.one() ? kF16.zero(false) : kF16.one()) : right;
  }});
  for (const WidthRecord& r : ledger.widths) EXPECT_GT(r.tally.failed(), 0U) << r.width;
  for (std::size_t i = 0; i < results_.size(); ++i) EXPECT_EQ(verdict(i), "fail");
}

TEST_F(SweepTest, AWrongWorkItemSeesInputsWithEveryLowBits) {
  for (const int width : task_.unit.widths) {
    std::vector<bool> seen(16);
    sweep({.result = [&](const Element& e, Bits right) {
      if (e.width == width && e.item % 16 == 5) seen[e.input % 16] = true;
      return right;
    }});
    EXPECT_EQ(std::ranges::count(seen, true), 16) << width;
  }
}

// A driver may take a whole vector another way for one of its lanes.
TEST_F(SweepTest, SmallNumbersMeetLargeOnesInEveryLaneThoughNeighboursInARangeAreAlike) {
  FakeDevice device(task_.unit, plan_, {Making::literals, Making::table}, {});
  const Sweep asked(device, task_, plan_, 1, {});
  const auto is_small = [](const Tuple& t) { return kF16.magnitude(t[0]) < 0x1400; };
  const auto is_large = [](const Tuple& t) { return kF16.magnitude(t[0]) > 0x6400 && kF16.is_finite(t[0]); };
  for (const int width : {2, 3, 4, 8, 16}) {
    std::vector<int> met(static_cast<std::size_t>(width));
    for (std::uint64_t i = plan_.segments()[0].count; i < plan_.count(); ++i) {
      const std::vector<Tuple> vector = asked.vector_of(i, width);
      if (!std::ranges::any_of(vector, is_large)) continue;
      for (std::size_t lane = 0; lane < vector.size(); ++lane) met[lane] += is_small(vector[lane]) ? 1 : 0;
    }
    EXPECT_GT(*std::ranges::min_element(met), 50) << width;
  }
}

// Two wrong scalars in two batches.
Faults two_wrong_scalars(std::set<Bits>* asked = nullptr) {
  return {.result = [asked](const Element& e, Bits right) {
    if (asked != nullptr) asked->insert(e.input);
    return e.width == 1 && (e.input == 0x1234 || e.input == 0x4325) ? right + 3 : right;
  }};
}

TEST_F(SweepTest, FailuresAreAskedOnceMoreByTheirBatchesAlone) {
  sweep(two_wrong_scalars());
  const Json first = results_[0];
  task_.unit.widths = {1};
  task_.state = Json::parse(first.at("to_confirm").at("state").dump());
  EXPECT_EQ(first.at("to_confirm").at("failed"), 2);
  const auto once_more = [&](Faults faults) {
    FakeDevice device(task_.unit, plan_, {Making::table}, std::move(faults));
    Sweep s(device, task_, plan_, 2, {});
    s.run();
    return results(s, "fake").at(0);
  };
  std::set<Bits> asked;
  const Json again = once_more(two_wrong_scalars(&asked));
  EXPECT_EQ(again.at("verdict"), "fail");
  EXPECT_EQ(again.at("first"), first.at("first"));
  EXPECT_EQ(again.at("counts").at("failed"), 2);
  EXPECT_EQ(again.at("inputs").at("count"), inputs_of_part(task_.state));
  EXPECT_EQ(again.at("inputs").at("exhaustive"), false);
  EXPECT_LT(asked.size(), 4000U);
  EXPECT_TRUE(asked.contains(0x1234) && asked.contains(0x4325));
  EXPECT_EQ(once_more({}).at("verdict"), "pass");
}

TEST_F(SweepTest, APartThatWasStoppedGoesOnInIt) {
  sweep(two_wrong_scalars());
  task_.unit.widths = {1};
  task_.state = results_[0].at("to_confirm").at("state");
  std::vector<Json> states;
  std::vector<Ledger> ends;
  for (int i = 0; i < 2; ++i) {
    FakeDevice device(task_.unit, plan_, {Making::table}, two_wrong_scalars());
    Sweep s(device, task_, plan_, 1, {.checkpoint = [&](const Ledger& l) { states.push_back(to_json(l)); }});
    ends.push_back(s.run());
    EXPECT_EQ(device.launches(), i == 0 ? 3 : 2) << "two batches, or one, and one that is repeated";
    task_.state = states.at(0);
  }
  EXPECT_EQ(ends[0].widths[0].tally, ends[1].widths[0].tally);
  EXPECT_EQ(ends[1].widths[0].tally.failed(), 2U);
}

TEST_F(SweepTest, WhatFailsAllOverOrHasNoPlaceIsAskedAsAWhole) {
  sweep({.result = [](const Element& e, Bits right) { return e.width == 1 && right < 0x7000 ? right + 3 : right; }});
  EXPECT_EQ(verdict(0), "fail");
  EXPECT_FALSE(results_[0].contains("to_confirm"));
  constexpr int kFirstOfTable = 12;  // of the literals each width has one, and one that is repeated
  const Ledger ledger = sweep({.result = two_wrong_scalars().result, .overrunning_launch = kFirstOfTable});
  ASSERT_EQ(ledger.widths[0].beyond_end, 1U);
  EXPECT_FALSE(results_[0].contains("to_confirm"));
  EXPECT_FALSE(results_[1].contains("to_confirm"));
}

TEST_F(SweepTest, AnErrorWithinTheLimitIsMeasuredAndPasses) {
  // Half precision sqrt: at most 1.5 ulp in OpenCL C 3.1. One number off the nearest is less than that.
  const Ledger ledger =
      sweep({.result = [](const Element& e, Bits right) { return e.input == 0x4325 ? right + 1 : right; }});
  EXPECT_EQ(ledger.widths[0].tally.failed(), 0U);
  EXPECT_GT(ledger.widths[0].tally.worst().front().ulps, 0.5);
}

TEST_F(SweepTest, ErrorsHaveTheirSign) {
  const Ledger ledger = sweep({.result = [](const Element& e, Bits right) {
    return e.input == 0x4325 ? right - 40 : e.input == 0x4421 ? right + 30 : right;
  }});
  const std::vector<Sample>& worst = ledger.widths[0].tally.worst();
  EXPECT_LT(worst[0].ulps, -39);
  EXPECT_GT(worst[1].ulps, 29);
  // With what would have been right, for each of them.
  for (const char* list : {"worst", "first"}) {
    for (const Json& sample : results_[0].at(list)) {
      const bool has_error = sample.at("ulps") != 0;
      EXPECT_EQ(sample.contains("low") && sample.contains("high") && sample.contains("expected"), has_error)
          << sample.dump();
      EXPECT_TRUE(!has_error || sample.at("ulps").get<double>() < 1 || sample.at("expected") != sample.at("got"));
    }
  }
  EXPECT_EQ(results_[0].at("worst").at(0).at("low"), results_[0].at("max_ulp").at("low"));
}

TEST_F(SweepTest, AnotherNanIsRightButNotTheSameBits) {
  const Ledger ledger = sweep(
      {.result = [](const Element& e, Bits right) { return e.width == 4 && e.input == 0xbc00 ? Bits{0x7e55} : right; }});
  EXPECT_EQ(ledger.widths[3].tally.failed(), 0U);
  EXPECT_LT(ledger.widths[3].bitwise_equal, plan_.count());
  EXPECT_EQ(ledger.widths[4].bitwise_equal, plan_.count());
  EXPECT_NE(ledger.widths[3].answers, ledger.widths[0].answers);
  EXPECT_EQ(ledger.widths[4].answers, ledger.widths[0].answers);
}

TEST_F(SweepTest, ANanForANumberFailsWithAnInfiniteError) {
  const Ledger ledger = sweep({.result = [](const Element&, Bits) { return Bits{0x7e00}; }});
  for (std::size_t i = 0; i < results_.size(); ++i) EXPECT_EQ(verdict(i), "fail");
  EXPECT_TRUE(std::isinf(ledger.widths[0].tally.worst().front().ulps));
  EXPECT_TRUE(results_[0].at("max_ulp").at("value").is_null());
}

TEST_F(SweepTest, ALostLaunchIsNeverAPass) {
  for (const int launch : {0, 3, 15, 26}) {
    const Ledger ledger = sweep({.lost_launch = launch});
    std::size_t lost = 0;
    for (const WidthRecord& r : ledger.widths) lost += r.unwritten > 0 || r.tally.failed() > 0 ? 1 : 0;
    EXPECT_GE(lost, 1U) << launch;
  }
}

TEST_F(SweepTest, ResultsOfTheLaunchBeforeAreNeverAPass) {
  for (const int launch : {14, 15, 19}) {
    const Ledger ledger = sweep({.stale_launch = launch});
    EXPECT_GT(ledger.failed(), 0U) << launch;
  }
}

TEST_F(SweepTest, WritingBehindOrBeforeTheOutputFails) {
  for (const Faults& faults : {Faults{.overrunning_launch = 15}, Faults{.underrunning_launch = 15}}) {
    sweep(faults);
    std::size_t failed = 0;
    for (std::size_t i = 0; i < results_.size(); ++i) failed += verdict(i) == "fail" ? 1 : 0;
    EXPECT_EQ(failed, 1U);
  }
}

TEST_F(SweepTest, TheDevicesErrorsAreHandedOn) {
  EXPECT_THROW(sweep({.failing_launch = 16, .fault = Fault::lost}), DeviceError);
}

TEST_F(SweepTest, AFailureThatItsNeighboursCauseIsTracedToThem) {
  // A lane errs when the one before it holds a NaN: alone, nothing is wrong.
  std::map<std::pair<std::uint64_t, int>, Bits> held;
  const Ledger ledger = sweep({.result = [&](const Element& e, Bits right) {
    if (e.width != 4) return right;
    held[{e.item, e.lane}] = e.input;
    const bool after_nan = e.lane > 0 && kF16.is_nan(held[{e.item, e.lane - 1}]);
    return after_nan && right < 0x7000 ? right + 9 : right;
  }});
  ASSERT_GT(ledger.widths[3].tally.failed(), 0U);
  expect_others_pass(3);
  const Json& first = results_[3].at("first").at(0);
  const Json& vector = results_[3].at("vectors").at(0);
  ASSERT_EQ(vector.size(), 4U);
  bool is_traced = false;
  for (std::size_t lane = 1; lane < 4; ++lane) {
    const Bits before = std::stoull(vector.at(lane - 1).get<std::string>(), nullptr, 16);
    is_traced = is_traced || (vector.at(lane) == first.at("inputs").at(0) && kF16.is_nan(before));
  }
  EXPECT_TRUE(is_traced) << vector.dump() << first.dump();
}

// A launch turns where results go, but not the vectors that a program with constants was compiled with.
TEST_F(SweepTest, TheVectorOfAConstantIsThatOfTheProgram) {
  FakeDevice right(task_.unit, plan_, {Making::literals, Making::table}, {});
  const Sweep asked(right, task_, plan_, 1, {});
  const Segment& constants = plan_.segments().front();
  ASSERT_EQ(constants.making, Making::literals);
  for (const int width : {2, 3, 16}) {
    for (std::uint64_t i = 0; i < constants.count; ++i) {
      const std::uint64_t item = i % sections(constants.count, width);
      const std::vector<Tuple> vector = asked.vector_of(constants.first + i, width);
      ASSERT_EQ(vector.size(), static_cast<std::size_t>(width));
      for (int lane = 0; lane < width; ++lane) {
        const std::uint64_t at = lane_input(constants.count, width, 0, item, lane);
        EXPECT_EQ(vector.at(static_cast<std::size_t>(lane)), plan_.input(constants.first + at)) << i << " " << lane;
      }
    }
  }
}

// Everything but times.
void expect_same(const Ledger& a, const Ledger& b) {
  EXPECT_EQ(a.next, b.next);
  EXPECT_EQ(a.kernels, b.kernels);
  ASSERT_EQ(a.widths.size(), b.widths.size());
  for (std::size_t i = 0; i < a.widths.size(); ++i) {
    EXPECT_EQ(a.widths[i].tally, b.widths[i].tally);
    EXPECT_EQ(a.widths[i].bitwise_equal, b.widths[i].bitwise_equal);
    EXPECT_EQ(a.widths[i].answers, b.widths[i].answers);
  }
}

const Faults kSomeErrors{.result = [](const Element& e, Bits right) {
  return e.input % 5000 == 7 || (e.width == 3 && e.input % 4000 == 9) ? right ^ 6 : right;
}};

TEST_F(SweepTest, ASweepThatWasStoppedAndGoesOnFindsTheSame) {
  std::vector<Json> states;
  const Ledger whole = sweep(kSomeErrors, {.checkpoint = [&](const Ledger& l) { states.push_back(to_json(l)); }});
  EXPECT_GT(whole.failed(), 0U);
  ASSERT_GE(states.size(), 3U);
  for (const Json& state : {states[0], states[states.size() / 2]}) {
    task_.state = Json::parse(state.dump());
    const bool past_literals = state.at("next").get<std::uint64_t>() >= plan_.segments()[0].count;
    FakeDevice device(task_.unit, plan_,
                      past_literals ? std::vector{Making::table} : std::vector{Making::literals, Making::table},
                      kSomeErrors);
    Sweep s(device, task_, plan_, 1, {});
    expect_same(s.run(), whole);
  }
}

TEST_F(SweepTest, ShardsTogetherFindTheSame) {
  const Ledger whole = sweep(kSomeErrors);
  std::vector<Tally> merged(whole.widths.size());
  std::vector<std::uint64_t> answers(whole.widths.size());
  for (std::uint64_t i = 0; i < 3; ++i) {
    task_.shard = {i, 3};
    FakeDevice device(task_.unit, plan_, i == 0 ? std::vector{Making::literals, Making::table} : std::vector{Making::table},
                      kSomeErrors);
    Sweep s(device, task_, plan_, 2, {});
    const Ledger& part = s.run();
    for (std::size_t w = 0; w < merged.size(); ++w) {
      merged[w].merge(part.widths[w].tally);
      answers[w] += part.widths[w].answers;
    }
  }
  for (std::size_t w = 0; w < merged.size(); ++w) {
    EXPECT_EQ(merged[w], whole.widths[w].tally);
    EXPECT_EQ(answers[w], whole.widths[w].answers);
  }
}

// floor has values with bounds. Its results are judged in bulk, with the same tallies.
class BulkSweepTest : public SweepTest {
 protected:
  BulkSweepTest() {
    task_.unit.row = find("floor");
    plan_ = Plan(*task_.unit.row, task_.unit.format, task_.tier, task_.seed, {});
  }
  // What a device with these faults gives at a width, judged one by one.
  Tally slowly(const Faults& faults, int width) const {
    const RealScope scope;
    const CaseJudge judge(task_, {}, 1);
    Tally tally;
    for (std::uint64_t i = 0; i < plan_.count(); ++i) {
      const Tuple input = plan_.input(i);
      const Value x{Type::f16, input[0]};
      const Call call{.type = Type::f16, .args = std::span(&x, 1)};
      const Bits right = *rounded(kF16, task_.unit.row->truth(call, kFirstPrecision)[0], Rounding::rne);
      const Bits got = faults.result ? faults.result({.width = width, .input = input[0]}, right) : right;
      judge.add(tally, i, input, got, judge.judged(input, got));
    }
    return tally;
  }
};

TEST_F(BulkSweepTest, FindsWhatJudgingOneByOneFinds) {
  const Faults none{};
  const Faults few{.result = [](const Element& e, Bits right) { return e.input % 5000 == 7 ? right ^ 6 : right; }};
  const Faults at_some_widths{.result = [](const Element& e, Bits right) {
    return (e.width == 3 && e.input % 4000 == 9) || (e.width > 4 && e.input > 0x4000 && e.input < 0x4100) ? right + 2
                                                                                                          : right;
  }};
  const Faults all{.result = [](const Element&, Bits) { return Bits{0x7e00}; }};
  for (const Faults& faults : {none, few, at_some_widths, all}) {
    const Ledger ledger = sweep(faults);
    for (const WidthRecord& r : ledger.widths) EXPECT_EQ(r.tally, slowly(faults, r.width)) << r.width;
  }
}

TEST_F(BulkSweepTest, AsksTheSlowJudgeAboutFewResults) {
  const Ledger ledger = sweep({});
  for (const WidthRecord& r : ledger.widths) EXPECT_LT(r.slow_path, 1000U) << r.width;
}

TEST_F(BulkSweepTest, StoppedAndGoneOnWithItFindsTheSame) {
  std::vector<Json> states;
  const Ledger whole = sweep(kSomeErrors, {.checkpoint = [&](const Ledger& l) { states.push_back(to_json(l)); }});
  task_.state = Json::parse(states.at(states.size() / 2).dump());
  FakeDevice device(task_.unit, plan_, {Making::table}, kSomeErrors);
  Sweep s(device, task_, plan_, 1, {});
  expect_same(s.run(), whole);
}

TEST_F(SweepTest, PartOfEveryStretchIsAskedTwiceAndHasToBeTheSame) {
  const Ledger same = sweep({});
  for (const WidthRecord& r : same.widths) {
    EXPECT_GT(r.repeated, plan_.segments()[0].count);
    EXPECT_EQ(r.nondeterministic, 0U);
  }
  // Another answer to the same question, within the limit: nothing fails, and it is told. What a stretch begins with is
  // asked last, once more than it is in the plan.
  const Bits changed = plan_.input(plan_.segments()[0].count + 5)[0];
  int in_plan = 0;
  for (std::uint64_t i = plan_.segments()[0].count; i < plan_.count(); ++i) in_plan += plan_.input(i)[0] == changed ? 1 : 0;
  int asked = 0;
  const Ledger changing = sweep({.result = [&](const Element& e, Bits right) {
    const bool is_it = e.width == 4 && !e.is_literal && e.input == changed;
    return is_it && ++asked == in_plan + 1 ? right ^ 1 : right;
  }});
  for (const WidthRecord& r : changing.widths) EXPECT_EQ(r.nondeterministic, r.width == 4 ? 1U : 0U) << r.width;
  EXPECT_EQ(results_[3].at("counts").at("nondeterministic"), 1U);
}

TEST_F(SweepTest, WithoutTheScalarTheFirstWidthIsJudged) {
  task_.unit.widths = {4, 8};
  const Ledger ledger =
      sweep({.result = [](const Element& e, Bits right) { return e.width == 4 && e.input == 0x4325 ? right + 2 : right; }});
  EXPECT_EQ(ledger.widths[0].tally.failed(), 1U);
  EXPECT_EQ(ledger.widths[1].tally.failed(), 0U);
  EXPECT_EQ(ledger.widths[1].tally.judged(), plan_.count());
}

// Two rooms say it, and must say the same.
TEST(BulkSourceTest, HasValuesForTheRunsAndWindowsThatPlansHaveManyOf) {
  std::size_t builtins = 0;
  for (const Row& row : table()) {
    for (const Type type : {Type::f16, Type::f32, Type::f64}) {
      if (!row.formats.contains(type) || !has_plan(row, type) || argument_types(row, type).size() == 1) continue;
      const Making making = type == Type::f64 ? Making::windows : Making::runs;
      const Promise promise = classay::promise(row, type, Edition::clc31, Profile::full, Mode::standard);
      const auto bulk = bulk_promise(promise, {}, argument_types(row, type));
      std::unique_ptr<BulkSource> source = bulk ? bulk_source(row, type, *bulk) : nullptr;
      if (source == nullptr) source = two_results_source(row, type, promise, {});
      const bool is_in_bulk = source != nullptr && source->knows({.making = making, .first = 0, .count = 1});
      EXPECT_EQ(is_in_bulk, is_judged_in_runs(row, type, Mode::standard)) << row.name << ' ' << info(type).name;
      builtins += is_in_bulk ? 1 : 0;
    }
  }
  EXPECT_GE(builtins, 40U);
}

}  // namespace
}  // namespace classay
