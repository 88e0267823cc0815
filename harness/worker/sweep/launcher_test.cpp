// Tests the order of launches: all widths of a batch, in order, before the next batch, and as many at a time as fit. No
// batch begins while one is to be settled. In the end the complete stretch has been launched, each batch once.
#include "harness/worker/sweep/part_testing.h"
#include "harness/worker/sweep/sweep.h"

namespace classay::sweep_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class LauncherTest : public PartTest {
 protected:
  void keep_busy() { launcher_.keep_busy(asker_, suspects_, cut_); }

  FakeDevice device_{task_.unit, plan_, {Making::table}, {}};
  const SweepContext context_{.device = device_, .subject = subject_, .events = events_, .ledger = ledger_};
  Asker asker_ = context_.asker(table());
  Suspects suspects_;
  CaseCut cut_{subject_, ledger_};
  Launcher launcher_{context_, table(), {0, 1, 2}};
};

TEST_F(LauncherTest, AllWidthsOfABatchGoBeforeTheNext) {
  std::vector<Batch> batches;
  for (keep_busy(); !asker_.is_idle(); keep_busy()) {
    const Batch batch = asker_.wait().launched.batch;
    if (batches.empty() || !(batches.back() == batch)) batches.push_back(batch);
  }
  ASSERT_EQ(launched_.size(), batches.size() * 3);
  for (std::size_t i = 0; i < launched_.size(); ++i) EXPECT_EQ(launched_[i], task_.unit.widths[i % 3]);
  EXPECT_EQ(batches, batches_at(0, plan_, {table()}, 0, plan_.count()));
}

// Driver threads that are idle again and again take time from the judge.
TEST_F(LauncherTest, NothingIsGivenUntilHalfOfWhatTheDeviceHasIsOver) {
  FakeDevice device{task_.unit, plan_, {Making::table}, {}};
  device.can().shares_memory = true;
  const SweepContext context{.device = device, .subject = subject_, .events = events_, .ledger = ledger_};
  Asker asker = context.asker(table());
  for (const std::size_t expected : {8, 8, 8, 8, 12, 12, 12, 12, 16}) {
    launcher_.keep_busy(asker, suspects_, cut_);
    EXPECT_EQ(launched_.size(), expected);
    asker.wait();
  }
}

TEST_F(LauncherTest, NoBatchIsBegunWhileResultsAreSuspect) {
  const std::array<std::uint64_t, 1> places{3};
  asker_.submit(batch_at(table(), table().first), task_.unit.widths[0]);
  suspects_.note(asker_.wait(), 0, places);
  keep_busy();
  EXPECT_THAT(launched_, IsEmpty());
  suspects_.settle(asker_, subject_, ledger_);
  keep_busy();
  EXPECT_FALSE(launched_.empty());
}

TEST_F(LauncherTest, WidthsThatWereNotBuiltAreNotAsked) {
  Launcher some(context_, table(), {0, 2});
  for (some.keep_busy(asker_, suspects_, cut_); launched_.size() < 4; some.keep_busy(asker_, suspects_, cut_)) {
    asker_.wait();
  }
  launched_.resize(4);
  EXPECT_THAT(launched_, ElementsAre(1, 4, 1, 4));
}

TEST_F(LauncherTest, OnlyWhatTheLedgerAsksIsAsked) {
  const Batch first = batch_at(table(), table().first);
  const Batch third = batch_at(table(), table().first + 2 * table().batch);
  ledger_.only = {first, third};
  std::vector<Batch> asked;
  for (keep_busy(); !asker_.is_idle(); keep_busy()) asked.push_back(asker_.wait().launched.batch);
  EXPECT_THAT(asked, ElementsAre(first, first, first, third, third, third));
}

// If the case has a time limit, the time of the first batch decides.
TEST_F(LauncherTest, NothingIsGivenAfterABatchThatDecidesUntilItHas) {
  const Task limited = task(10);
  const Subject subject(device_.capabilities(), limited, plan_, 1);
  CaseCut cut(subject, ledger_);
  for (launcher_.keep_busy(asker_, suspects_, cut); !asker_.is_idle(); launcher_.keep_busy(asker_, suspects_, cut)) {
    asker_.wait();
  }
  EXPECT_TRUE(cut.is_deciding());
  EXPECT_THAT(launched_, ElementsAre(1, 2, 4));
}

}  // namespace
}  // namespace classay::sweep_test
