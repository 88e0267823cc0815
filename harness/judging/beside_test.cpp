// What right looks like: what is started is done once, in another thread, while its owner goes on; finish() returns when it
// is done and hands on its exception, and the next work is none the worse for that. How it could be wrong: finish() that
// returns early, or for ever waits for work that was never started; an owner that ends before its work, or waits for no end.
#include "harness/judging/beside.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <stdexcept>

namespace classay {
namespace {

TEST(BesideTest, WorkIsDoneOnceInAnotherThread) {
  Beside beside;
  std::thread::id first;
  for (int i = 0; i < 1000; ++i) {
    int done = 0;
    std::thread::id by;
    beside.start([&] {
      ++done;
      by = std::this_thread::get_id();
    });
    beside.finish();
    ASSERT_EQ(done, 1);
    ASSERT_NE(by, std::this_thread::get_id());
    if (i == 0) first = by;
    ASSERT_EQ(by, first) << "a thread that stays";
  }
}

TEST(BesideTest, ItsOwnerGoesOn) {
  Beside beside;
  std::latch from_owner(1);
  bool is_done = false;
  beside.start([&] {
    from_owner.wait();
    is_done = true;
  });
  from_owner.count_down();  // it would never come to this if start() waited
  beside.finish();
  EXPECT_TRUE(is_done);
}

TEST(BesideTest, NothingToWaitForIsNoWaiting) {
  Beside beside;
  beside.finish();
  beside.start([] {});
  beside.finish();
  beside.finish();
}

TEST(BesideTest, AnExceptionComesOutOnceAndTheNextWorkIsDone) {
  Beside beside;
  beside.start([] { throw std::runtime_error("work"); });
  EXPECT_THROW(beside.finish(), std::runtime_error);
  beside.finish();
  bool is_done = false;
  beside.start([&] { is_done = true; });
  beside.finish();
  EXPECT_TRUE(is_done);
}

TEST(BesideTest, AnOwnerThatEndsWaitsForItsWork) {
  std::atomic<int> done = 0;
  for (int i = 0; i < 100; ++i) {
    Beside beside;
    beside.start([&] { ++done; });
  }
  EXPECT_EQ(done, 100);
  Beside never_started;
}

}  // namespace
}  // namespace classay
