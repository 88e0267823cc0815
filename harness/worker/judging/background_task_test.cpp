// Tests that work is done once, in another thread, while its owner continues. finish() returns when the work is done and
// rethrows its exception; the next work is not affected. Possible faults: finish() returns early, or waits forever for work
// that was never started; an owner is destroyed before its work ends, or its destructor hangs.
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <stdexcept>

#include "harness/worker/judging/threads.h"

namespace classay {
namespace {

TEST(BackgroundTaskTest, WorkIsDoneOnceInAnotherThread) {
  BackgroundTask task;
  std::thread::id first;
  for (int i = 0; i < 1000; ++i) {
    int done = 0;
    std::thread::id by;
    task.start([&] {
      ++done;
      by = std::this_thread::get_id();
    });
    task.finish();
    ASSERT_EQ(done, 1);
    ASSERT_NE(by, std::this_thread::get_id());
    if (i == 0) first = by;
    ASSERT_EQ(by, first) << "a thread that stays";
  }
}

TEST(BackgroundTaskTest, ItsOwnerGoesOn) {
  BackgroundTask task;
  std::latch from_owner(1);
  bool is_done = false;
  task.start([&] {
    from_owner.wait();
    is_done = true;
  });
  from_owner.count_down();  // not reached if start() waited
  task.finish();
  EXPECT_TRUE(is_done);
}

TEST(BackgroundTaskTest, NothingToWaitForIsNoWaiting) {
  BackgroundTask task;
  task.finish();
  task.start([] {});
  task.finish();
  task.finish();
}

TEST(BackgroundTaskTest, AnExceptionComesOutOnceAndTheNextWorkIsDone) {
  BackgroundTask task;
  task.start([] { throw std::runtime_error("work"); });
  EXPECT_THROW(task.finish(), std::runtime_error);
  task.finish();
  bool is_done = false;
  task.start([&] { is_done = true; });
  task.finish();
  EXPECT_TRUE(is_done);
}

TEST(BackgroundTaskTest, AnOwnerThatEndsWaitsForItsWork) {
  std::atomic<int> done = 0;
  for (int i = 0; i < 100; ++i) {
    BackgroundTask task;
    task.start([&] { ++done; });
  }
  EXPECT_EQ(done, 100);
  BackgroundTask never_started;
}

}  // namespace
}  // namespace classay
