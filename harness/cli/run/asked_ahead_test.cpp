// Each child runs once, in order, with its own result, and no more run at a time than allowed. The destructor waits for
// running children and starts no others.
#include "harness/cli/run/asked_ahead.h"

#include <gtest/gtest.h>

#include <barrier>
#include <mutex>
#include <stdexcept>

namespace classay {
namespace {

std::vector<Question> questions(int count) {
  std::vector<Question> all;
  for (int i = 0; i < count; ++i) all.push_back({"case " + std::to_string(i), {"child", std::to_string(i)}});
  return all;
}

TEST(AskedAheadTest, EachHasItsOwnAnswerHoweverManyAreAskedAtOnce) {
  for (const int at_once : {1, 2, 7}) {
    AskedAhead asked(questions(5), at_once,
                     [](const Question& q) { return ChildAnswer{.answer = {}, .misfortune = q.child[1]}; });
    for (const char* number : {"3", "0", "4", "1", "2"}) EXPECT_EQ(asked.of({"child", number}).misfortune, number);
  }
}

// Two children wait for each other, so running one at a time would deadlock.
TEST(AskedAheadTest, SoManyAreAskedAtATime) {
  std::barrier meet(2);
  std::mutex mutex;
  int now = 0;
  int most = 0;
  const auto count = [&](int step) {
    const std::lock_guard lock(mutex);
    most = std::max(most, now += step);
  };
  AskedAhead asked(questions(6), 2, [&](const Question&) {
    count(1);
    meet.arrive_and_wait();
    meet.arrive_and_wait();
    count(-1);
    return ChildAnswer();
  });
  for (const Question& q : questions(6)) asked.of(q.child);
  EXPECT_EQ(most, 2);
}

TEST(AskedAheadTest, OneAtATimeIsInTheirOrder) {
  std::vector<std::string> order;
  {
    AskedAhead asked(questions(4), 1, [&](const Question& q) {
      order.push_back(q.case_name);
      return ChildAnswer();
    });
    asked.of({"child", "3"});
  }
  EXPECT_EQ(order, (std::vector<std::string>{"case 0", "case 1", "case 2", "case 3"}));
}

TEST(AskedAheadTest, WhoStopsWaitsForThoseThatAreAskedAndBeginsNoOther) {
  std::atomic<int> begun = 0;
  std::atomic<int> done = 0;
  std::atomic<bool> is_stopping = false;
  {
    AskedAhead asked(questions(100), 2, [&](const Question&) {
      // The first two return; some later ones start and wait for the end.
      if (++begun > 2) {
        while (!is_stopping) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
      ++done;
      return ChildAnswer();
    });
    asked.of({"child", "0"});
    asked.of({"child", "1"});
    is_stopping = true;
  }
  EXPECT_EQ(begun, done);
  EXPECT_LT(begun, 100);
}

TEST(AskedAheadTest, WhatAskingThrowsIsThrownToWhoWaits) {
  AskedAhead asked(questions(2), 2, [](const Question& q) -> ChildAnswer {
    if (q.child[1] == "1") throw std::runtime_error("no such child");
    return {};
  });
  EXPECT_NO_THROW(asked.of({"child", "0"}));
  EXPECT_THROW(asked.of({"child", "1"}), std::runtime_error);
}

}  // namespace
}  // namespace classay
