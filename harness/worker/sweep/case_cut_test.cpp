// Tests that only a deciding batch cuts a case, and only if the case has a time limit. Batches that have run stay. The
// inputs left out are also subtracted from those that do not run because a program is missing.
#include "harness/worker/sweep/case_time.h"
#include "harness/worker/sweep/part_testing.h"

namespace classay::sweep_test {
namespace {

class CaseCutTest : public PartTest {
 protected:
  Batch batch(std::uint64_t number) const { return batch_at(table(), table().first + number * table().batch); }
  // A batch is given; it may decide; it took this many seconds at each width.
  bool gives(CaseCut& cut, std::uint64_t number) {
    cut.gives(batch(number), number == 0);
    return cut.is_deciding();
  }
  void took(CaseCut& cut, std::uint64_t number, double seconds) {
    const std::vector<WidthRecord> widths(3, WidthRecord{.device_seconds = seconds});
    ledger_.next = batch(number).first + batch(number).count;
    cut.took(batch(number), widths);
  }

  const Task limited_ = task(10);
  const Subject subject_in_time_{FakeDevice(task_.unit, plan_, {}, {}).capabilities(), limited_, plan_, 1};
  CaseCut cut_{subject_in_time_, ledger_};
};

TEST_F(CaseCutTest, WithoutATimeNothingIsDecided) {
  CaseCut endless(subject_, ledger_);
  EXPECT_FALSE(gives(endless, 0));
  took(endless, 0, 1e6);
  EXPECT_TRUE(ledger_.only.empty());
}

TEST_F(CaseCutTest, ASlowBatchThatDecidesCuts) {
  EXPECT_TRUE(gives(cut_, 0));
  took(cut_, 0, 11);
  EXPECT_FALSE(cut_.is_deciding());
  ASSERT_EQ(ledger_.cuts.size(), 1U);
  EXPECT_EQ(ledger_.cuts[0].after, 1U);
  EXPECT_EQ(ledger_.only.front(), batch(0));
  EXPECT_LT(ledger_.asked(), ledger_.end - ledger_.first);
}

// Three seconds of work on a machine with four other processes per processor. Then the same by two threads at once, with a
// device that is waited for, and with a kernel without such counters.
TEST(WorkTimeTest, WaitingForAProcessorIsNotWork) {
  EXPECT_DOUBLE_EQ(worked({.wall = 15, .processor = 3, .ran = 3, .waited = 12}), 3);
  EXPECT_DOUBLE_EQ(worked({.wall = 15, .processor = 6, .ran = 6, .waited = 24}), 3);
  EXPECT_DOUBLE_EQ(worked({.wall = 15, .processor = 3, .ran = 1, .waited = 4}), 3)
      << "of threads that ended nothing is known";
  EXPECT_DOUBLE_EQ(worked({.wall = 15, .processor = 1, .ran = 1, .waited = 4}), 11);
  EXPECT_DOUBLE_EQ(worked({.wall = 15, .processor = 1, .ran = 0, .waited = 0}), 15);
}

// On a busy machine a batch takes longer, but is worked on for as little time as on an idle one.
TEST_F(CaseCutTest, TimeInWhichNothingWasWorkedDoesNotCut) {
  double worked = 1e-3;
  CaseCut cut(subject_in_time_, ledger_, [&] { return worked; });
  EXPECT_TRUE(gives(cut, 0));
  took(cut, 0, 1e-3);
  EXPECT_TRUE(gives(cut, 1));
  took(cut, 1, 1e-3);
  EXPECT_TRUE(ledger_.cuts.empty());
  worked = 1000;
  gives(cut, 2);
  EXPECT_TRUE(gives(cut, 3));
  took(cut, 3, 1e-3);
  EXPECT_EQ(ledger_.cuts.size(), 1U);
}

TEST_F(CaseCutTest, AFastOneDoesNot) {
  EXPECT_TRUE(gives(cut_, 0));
  took(cut_, 0, 1e-6);
  EXPECT_FALSE(cut_.is_deciding());
  EXPECT_TRUE(ledger_.cuts.empty());
}

TEST_F(CaseCutTest, ABatchBeforeTheOneThatDecidesDoesNotCut) {
  gives(cut_, 0);
  took(cut_, 0, 1);
  ASSERT_TRUE(gives(cut_, 1));
  took(cut_, 1, 1e-6);
  EXPECT_FALSE(gives(cut_, 2));
  ASSERT_TRUE(gives(cut_, 3));
  took(cut_, 2, 100);
  EXPECT_TRUE(cut_.is_deciding());
  EXPECT_TRUE(ledger_.cuts.empty());
  took(cut_, 3, 100);
  EXPECT_EQ(ledger_.cuts.size(), 1U);
}

TEST_F(CaseCutTest, AChosenPartIsAskedAsAWhole) {
  ledger_.only = {batch(0), batch(2)};
  EXPECT_FALSE(gives(cut_, 0));
  took(cut_, 0, 1000);
  EXPECT_EQ(ledger_.only.size(), 2U);
}

TEST_F(CaseCutTest, WhatAWidthIsNotAskedForWantOfAProgramIsLess) {
  ledger_.widths[1].unbuilt.push_back(
      {.program = "table", .first = table().first, .inputs = ledger_.end - ledger_.first, .failure = {}});
  gives(cut_, 0);
  took(cut_, 0, 11);
  EXPECT_EQ(ledger_.widths[1].unbuilt[0].inputs, ledger_.asked());
}

}  // namespace
}  // namespace classay::sweep_test
