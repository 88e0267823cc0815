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
