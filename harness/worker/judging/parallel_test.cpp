// Tests that every number of the range is processed once, for any length, run after run. An exception of any part is
// rethrown, and the next run is not affected. Possible faults: a helper sleeps through a run, or does a part twice; a run
// returns before its parts are done.
#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "harness/worker/judging/threads.h"

namespace classay {
namespace {

TEST(ParallelTest, EveryPartIsDoneOnceRunAfterRun) {
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    Parallel parallel(threads);
    for (std::size_t count = 0; count < 3000; count += count / 3 + 1) {
      std::vector<std::atomic<int>> done(count);
      parallel.run(count, 7, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) ++done[i];
      });
      for (const std::atomic<int>& n : done) ASSERT_EQ(n, 1) << threads << " threads, " << count;
    }
  }
}

TEST(ParallelTest, ThreadsAreAtWorkAtOnce) {
  Parallel parallel(3);
  std::atomic<int> arrived = 0;
  // Each part waits for the others: two threads that took three parts in turn would hang.
  parallel.run(3, 1, [&](std::size_t, std::size_t) {
    ++arrived;
    while (arrived < 3) std::this_thread::yield();
  });
  EXPECT_EQ(arrived, 3);
}

TEST(ParallelTest, LittleWorkIsDoneByTheCaller) {
  Parallel parallel(4);
  std::vector<std::thread::id> by;
  parallel.run(100, 100, [&](std::size_t, std::size_t) { by.push_back(std::this_thread::get_id()); });
  EXPECT_EQ(by, std::vector{std::this_thread::get_id()});
}

TEST(ParallelTest, AnExceptionOfAnyPartComesOutAndTheNextRunWorks) {
  Parallel parallel(4);
  for (std::size_t bad = 0; bad < 4; ++bad) {
    std::atomic<int> parts = 0;
    const auto work = [&](std::size_t begin, std::size_t) {
      ++parts;
      if (begin == bad) throw std::runtime_error("part");
    };
    EXPECT_THROW(parallel.run(4, 1, work), std::runtime_error);
    EXPECT_EQ(parts, 4);
    parallel.run(4, 1, [&](std::size_t, std::size_t) { ++parts; });
    EXPECT_EQ(parts, 8);
  }
}

}  // namespace
}  // namespace classay
