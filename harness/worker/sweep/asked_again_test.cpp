// Tests that results do not depend on where a sweep was stopped, or on how it was cut into shards; that only the failed
// batches are run again; and that results are the same in a repeated launch.
#include <nlohmann/json.hpp>
#include <set>

#include "harness/worker/sweep/sweep.h"
#include "harness/worker/sweep/testing.h"

namespace classay::sweep_test {
namespace {

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
  task_.state = shared(Json::parse(first.at("to_confirm").at("state").dump()));
  EXPECT_EQ(first.at("to_confirm").at("failed"), 2);
  const auto once_more = [&](Faults faults) {
    FakeDevice device(task_.unit, plan_, {Making::table}, std::move(faults));
    Sweep s(device, task_, plan_, 2, {});
    s.run();
    return json_results(s).at(0);
  };
  std::set<Bits> asked;
  const Json again = once_more(two_wrong_scalars(&asked));
  EXPECT_EQ(again.at("verdict"), "fail");
  EXPECT_EQ(again.at("first"), first.at("first"));
  EXPECT_EQ(again.at("counts").at("failed"), 2);
  EXPECT_EQ(again.at("inputs").at("count"), inputs_of_part(task_.state.get()));
  EXPECT_EQ(again.at("inputs").at("exhaustive"), false);
  EXPECT_LT(asked.size(), 4000U);
  EXPECT_TRUE(asked.contains(0x1234) && asked.contains(0x4325));
  EXPECT_EQ(once_more({}).at("verdict"), "pass");
}

TEST_F(SweepTest, APartThatWasStoppedGoesOnInIt) {
  sweep(two_wrong_scalars());
  task_.unit.widths = {1};
  task_.state = shared(results_[0].at("to_confirm").at("state"));
  std::vector<Json> states;
  std::vector<Ledger> ends;
  for (int i = 0; i < 2; ++i) {
    FakeDevice device(task_.unit, plan_, {Making::table}, two_wrong_scalars());
    Sweep s(device, task_, plan_, 1, {.checkpoint = [&](const Ledger& l) { states.push_back(to_json(l)); }});
    ends.push_back(s.run());
    EXPECT_EQ(device.launches(), i == 0 ? 3 : 2) << "two batches, or one, and one that is repeated";
    task_.state = shared(states.at(0));
  }
  EXPECT_EQ(ends[0].widths[0].tally, ends[1].widths[0].tally);
  EXPECT_EQ(ends[1].widths[0].tally.failed(), 2U);
}

TEST_F(SweepTest, WhatFailsAllOverOrHasNoPlaceIsAskedAsAWhole) {
  sweep({.result = [](const Element& e, Bits right) { return e.width == 1 && right < 0x7000 ? right + 3 : right; }});
  EXPECT_EQ(verdict(0), "fail");
  EXPECT_FALSE(results_[0].contains("to_confirm"));
  constexpr int kFirstOfTable = 12;  // launches of literals: one per width, and one that is repeated
  const Ledger ledger = sweep({.result = two_wrong_scalars().result, .overrunning_launch = kFirstOfTable});
  ASSERT_EQ(ledger.widths[0].beyond_end, 1U);
  EXPECT_FALSE(results_[0].contains("to_confirm"));
  EXPECT_FALSE(results_[1].contains("to_confirm"));
}

// A checkpoint that has cuts but not the batches that ran must not become one in which all inputs ran.
TEST_F(SweepTest, AStateThatWasCutShortSaysWhatItAsked) {
  Json state = to_json(sweep(two_wrong_scalars()));
  state["cuts"] = {{3, 2}};
  EXPECT_THROW(ledger_from(state, task_.unit.widths), std::invalid_argument);
  state["only"] = results_[0].at("to_confirm").at("state").at("only");
  const Ledger cut = ledger_from(state, task_.unit.widths);
  const std::optional<Ledger> part = only_failed(cut, cut.widths[0]);
  ASSERT_TRUE(part.has_value());
  EXPECT_EQ(part->only, cut.only);
}

TEST_F(SweepTest, ASweepThatWasStoppedAndGoesOnFindsTheSame) {
  std::vector<Json> states;
  const Ledger whole = sweep(kSomeErrors, {.checkpoint = [&](const Ledger& l) { states.push_back(to_json(l)); }});
  EXPECT_GT(whole.failed(), 0U);
  ASSERT_GE(states.size(), 3U);
  for (const Json& state : {states[0], states[states.size() / 2]}) {
    task_.state = shared(Json::parse(state.dump()));
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

TEST_F(BulkSweepTest, StoppedAndGoneOnWithItFindsTheSame) {
  std::vector<Json> states;
  const Ledger whole = sweep(kSomeErrors, {.checkpoint = [&](const Ledger& l) { states.push_back(to_json(l)); }});
  task_.state = shared(Json::parse(states.at(states.size() / 2).dump()));
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
  // A second launch gives a different result within the limit: nothing fails, but it is reported. The first batches of a
  // stretch run once more at its end, so once more than the plan contains them.
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

}  // namespace
}  // namespace classay::sweep_test
