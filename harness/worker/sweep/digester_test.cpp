// Tests that digests made on the device change no result. All numbers in a result but those of digests equal those of a run
// that reads all results. Few results are read if they equal the first width's, and all if they differ. A digest that does
// not match the results that were read is a failure. Without digests all results are read.
//
// Possible faults: a wrong width passes by another width's digest; guards are not checked; unwritten results are taken for
// those of the first width.
#include "harness/worker/sweep/digester.h"

#include "harness/worker/sweep/testing.h"

namespace classay::sweep_test {
namespace {

using testing::HasSubstr;
using testing::Not;

// At least 60 batches of halves that the kernel makes.
class DigesterTest : public SweepTest {
 protected:
  DigesterTest() {
    task_.unit.widths = {1, 2, 4, 16};
    task_.compare_on_device = UseOfDigests::always;
  }

  struct Swept {
    Ledger ledger;
    std::uint64_t brought = 0;
  };
  Swept swept(Faults faults) {
    FakeDevice device(task_.unit, plan_, {Making::literals, Making::table}, std::move(faults));
    Sweep s(device, task_, plan_, 2, {});
    Swept found{.ledger = s.run()};
    found.brought = device.brought();
    results_ = json_results(s);
    return found;
  }
  Swept without(const Faults& faults) {
    task_.compare_on_device = UseOfDigests::never;
    Swept found = swept(faults);
    task_.compare_on_device = UseOfDigests::always;
    return found;
  }

  void expect_same_but_for_digests(const Ledger& a, const Ledger& b) {
    EXPECT_EQ(a.next, b.next);
    ASSERT_EQ(a.widths.size(), b.widths.size());
    for (std::size_t i = 0; i < a.widths.size(); ++i) {
      WidthRecord one = a.widths[i];
      one.by_digest = b.widths[i].by_digest;
      one.digests_checked = b.widths[i].digests_checked;
      EXPECT_EQ(one, b.widths[i]) << "width " << one.width;
    }
  }
};

TEST_F(DigesterTest, AllIsKnownAndLittleIsRead) {
  const Swept with = swept({});
  expect_others_pass(results_.size());
  const Swept all = without({});
  expect_same_but_for_digests(with.ledger, all.ledger);
  EXPECT_LT(with.brought, all.brought / 2);
  EXPECT_EQ(with.ledger.widths[0].by_digest, 0U);
  for (const WidthRecord& r : with.ledger.widths) {
    if (r.width == 1) continue;
    EXPECT_GT(r.by_digest, r.bitwise_equal * 8 / 10);
    EXPECT_GT(r.digests_checked, 1U);
    EXPECT_EQ(r.wrong_digests, 0U);
  }
}

TEST_F(DigesterTest, WhatDiffersIsReadAndJudged) {
  const Swept with = swept(kSomeErrors);
  EXPECT_EQ(verdict(2), "fail");
  expect_same_but_for_digests(with.ledger, without(kSomeErrors).ledger);
}

// The same wrong results at each width but the first.
TEST_F(DigesterTest, WidthsThatDifferAlikeAreKnownByEachOther) {
  const Faults faults{
      .result = [](const Element& e, Bits right) { return e.width > 1 && e.input % 512 == 5 ? right ^ 6 : right; }};
  const Swept with = swept(faults);
  EXPECT_EQ(with.ledger.widths[1].by_digest, 0U);
  EXPECT_GT(with.ledger.widths[3].by_digest, 0U);
  expect_same_but_for_digests(with.ledger, without(faults).ledger);
}

TEST_F(DigesterTest, WhatIsWrittenBeyondAnOutputIsSeen) {
  for (int launch = 9; launch < 13; ++launch) {
    const Faults beyond{.overrunning_launch = launch};
    const Faults before{.underrunning_launch = launch};
    for (const Faults& faults : {beyond, before}) {
      std::uint64_t seen = 0;
      for (const WidthRecord& r : swept(faults).ledger.widths) seen += r.beyond_end;
      EXPECT_EQ(seen, 1U) << "launch " << launch;
    }
  }
}

TEST_F(DigesterTest, ResultsThatAreNeverStoredAreFound) {
  const Faults faults{.is_lost = [](const Element& e) { return e.width == 4 && e.input == 0x3c05; }};
  const Swept with = swept(faults);
  EXPECT_EQ(with.ledger.widths[2].unwritten, 1U);
  EXPECT_EQ(verdict(2), "fail");
  expect_others_pass(2);
}

TEST_F(DigesterTest, WrongDigestsFailAndNothingIsLost) {
  const Faults faults{.digest = [](const Launch&, Digest right) { return Digest{.sum = right.sum + 1}; }};
  const Swept with = swept(faults);
  for (std::size_t i = 1; i < results_.size(); ++i) {
    EXPECT_EQ(verdict(i), "fail");
    EXPECT_THAT(results_[i].at("reason"), HasSubstr("digests of the device do not match its results"));
    EXPECT_EQ(with.ledger.widths[i].by_digest, 0U);
    EXPECT_EQ(with.ledger.widths[i].bitwise_equal, with.ledger.widths[0].tally.judged());
  }
}

// Digests that the device makes by its own choice (`auto`). The task is resumed in a state with digests, because the choice
// depends on times.
class ChosenDigestsTest : public DigesterTest {
 protected:
  // Returns the states of a sweep with digests. All have results that were not read.
  std::vector<Json> states(Faults faults) {
    std::vector<Json> all;
    FakeDevice device(task_.unit, plan_, {Making::literals, Making::table}, std::move(faults));
    Sweep s(device, task_, plan_, 2, {.checkpoint = [&](const Ledger& l) { all.push_back(to_json(l)); }});
    s.run();
    std::erase_if(all, [](const Json& state) { return ledger_from(state, {1, 2, 4, 16}).widths[3].by_digest == 0; });
    return all;
  }

  // Resumes a state as a worker does. `makings`: of the programs after the first sweep's.
  Ledger resumed(const Json& state, Faults faults, std::vector<Making> makings) {
    task_.compare_on_device = UseOfDigests::automatic;
    task_.state = shared(Json::parse(state.dump()));
    FakeDevice device(task_.unit, plan_, std::move(makings), std::move(faults));
    SweepEvents events;
    events.progress = [&](std::uint64_t done, std::uint64_t total, std::uint64_t) { progress_.emplace_back(done, total); };
    const std::unique_ptr<Sweep> s = run_sweep(device, task_, plan_, 2, events);
    results_ = json_results(*s);
    return s->ledger();
  }

  static Ledger with_no_wrong_digests(Ledger ledger) {
    for (WidthRecord& r : ledger.widths) r.wrong_digests = 0;
    return ledger;
  }

  std::vector<std::pair<std::uint64_t, std::uint64_t>> progress_;
};

const Faults kWrongDigests{.digest = [](const Launch&, Digest right) { return Digest{.sum = right.sum + 1}; }};

TEST_F(ChosenDigestsTest, ATaskWithAWrongDigestIsRepeatedWithoutDigests) {
  const Ledger right = without({}).ledger;
  const Json state = states({}).at(3);
  const Ledger found = resumed(state, kWrongDigests, {Making::table, Making::literals, Making::table});
  expect_same_but_for_digests(with_no_wrong_digests(found), right);
  for (std::size_t i = 0; i < found.widths.size(); ++i) {
    const WidthRecord& r = found.widths[i];
    EXPECT_EQ(r.by_digest, 0U) << "all results are read";
    EXPECT_EQ(verdict(i), r.wrong_digests > 0 ? "quality-warning" : "pass") << results_[i].dump();
    if (r.wrong_digests == 0) continue;
    EXPECT_THAT(results_[i].at("reason"), HasSubstr("digests of the device do not match its results; all results were"));
    EXPECT_EQ(results_[i].at("counts").at("wrong_digests"), r.wrong_digests);
  }
  EXPECT_GT(found.widths[1].wrong_digests + found.widths[2].wrong_digests + found.widths[3].wrong_digests, 0U);
  EXPECT_EQ(found.widths[0].wrong_digests, 0U);
  for (std::size_t i = 1; i < progress_.size(); ++i) {
    EXPECT_GE(progress_[i].first, progress_[i - 1].first) << "a supervisor takes less progress for a defect";
    EXPECT_LE(progress_[i].first, progress_[i].second);
  }
  EXPECT_EQ(progress_.back().first, progress_.back().second);
}

// The state has results that were not read, and the first wrong digest.
TEST_F(ChosenDigestsTest, AStateWithUnknownResultsIsNotResumed) {
  int digests = 0;
  const Faults later{.digest = [&](const Launch&, Digest right) { return ++digests > 40 ? Digest{right.sum + 1} : right; }};
  const std::vector<Json> all = states(later);
  const auto has_both = [](const Json& state) { return has_unknown_results(ledger_from(state, {1, 2, 4, 16})); };
  const auto found = std::ranges::find_if(all, has_both);
  ASSERT_NE(found, all.end());
  const Ledger right = without({}).ledger;
  expect_same_but_for_digests(with_no_wrong_digests(resumed(*found, {}, {Making::literals, Making::table})), right);
  EXPECT_GT(results_.at(3).at("counts").at("wrong_digests"), 0);
  EXPECT_EQ(results_.at(3).at("counts").at("by_digest"), 0);
}

// A wrong result is a failure, and a wrong digest does not hide it.
TEST_F(ChosenDigestsTest, AWrongResultStillFails) {
  const Json state = states({}).at(3);
  Faults faults = kWrongDigests;
  faults.result = [](const Element& e, Bits right) { return e.width == 4 ? right ^ 6 : right; };
  resumed(state, faults, {Making::table, Making::literals, Making::table});
  EXPECT_EQ(verdict(0), "pass");
  EXPECT_EQ(verdict(2), "fail");
  EXPECT_THAT(results_[2].at("reason"), Not(HasSubstr("digests")));
  EXPECT_THAT(verdict(1), testing::AnyOf("pass", "quality-warning"));
}

TEST_F(ChosenDigestsTest, RightDigestsAreKept) {
  const Json state = states({}).at(3);
  const Ledger found = resumed(state, {}, {Making::table});
  expect_same_but_for_digests(found, without({}).ledger);
  EXPECT_GT(found.widths[3].by_digest, 0U);
  EXPECT_EQ(verdict(3), "pass");
}

// As in the repetition of a case: what failed for its digests fails again.
TEST_F(DigesterTest, DigestsOfAWidthAloneAreChecked) {
  task_.unit.widths = {4};
  const Swept right = swept({});
  EXPECT_GT(right.ledger.widths[0].digests_checked, 10U);
  EXPECT_EQ(verdict(0), "pass");
  swept({.digest = [](const Launch&, Digest made) { return Digest{.sum = made.sum + 1}; }});
  EXPECT_EQ(verdict(0), "fail");
}

// A device that always reports the digests of the first width is believed for launches that are not read. Some launches of
// each width are read.
TEST_F(DigesterTest, ADeviceThatAlwaysSaysTheSameIsFoundOut) {
  std::map<std::uint64_t, Digest> of_first;  // by the index of the batch's first input
  const Faults faults{
      .result = [](const Element& e, Bits right) { return e.width == 4 ? right ^ 1 : right; },
      .digest = [&](const Launch& launch,
                    Digest right) { return of_first.try_emplace(launch.reduction->scalars.at(0), right).first->second; }};
  const Swept with = swept(faults);
  EXPECT_GT(with.ledger.widths[2].by_digest, 0U);
  EXPECT_GT(with.ledger.widths[2].wrong_digests, 1U);
  EXPECT_EQ(verdict(2), "fail");
  expect_others_pass(2);
}

TEST_F(DigesterTest, WhereTheProgramDoesNotBuildAllIsRead) {
  const Swept with = swept({.has_digests = false});
  expect_same_but_for_digests(with.ledger, without({}).ledger);
  EXPECT_EQ(with.ledger.widths[1].by_digest, 0U);
  EXPECT_EQ(results_.at(1).at("verdict"), "pass");
}

TEST_F(DigesterTest, OnlyWhoWantsItIsToldOfDigests) {
  swept({});
  EXPECT_GT(results_.at(1).at("counts").at("by_digest"), 0);
  EXPECT_TRUE(results_.at(1).at("kernels").contains("digest"));
  without({});
  EXPECT_FALSE(results_.at(1).at("counts").contains("by_digest"));
  EXPECT_FALSE(results_.at(1).at("kernels").contains("digest"));
}

}  // namespace
}  // namespace classay::sweep_test
