// Tests that each child runs once, in order, and that no more run at a time than allowed. The destructor waits for running
// children and starts no others.
#include "harness/cli/run/probes_ahead.h"

#include <gtest/gtest.h>

#include <barrier>
#include <mutex>
#include <stdexcept>

namespace classay {
namespace {

using Cases = ProbesAhead::Cases;

// Each child has two cases.
std::vector<Cases> children(int count) {
  std::vector<Cases> all;
  for (int i = 0; i < count; ++i) all.push_back({std::to_string(i), std::to_string(i) + "b"});
  return all;
}

void report_all(const Cases& cases, const ReportProbe& report) {
  for (const std::string& c : cases) report(c, {.answer = {}, .misfortune = c});
}

TEST(ProbesAheadTest, EachCaseHasItsOwnReport) {
  for (const int at_once : {1, 2, 7}) {
    ProbesAhead ahead(children(5), at_once, report_all);
    for (const char* c : {"3", "0", "4b", "1", "2", "0b"}) EXPECT_EQ(ahead.of(c).misfortune, c);
  }
}

TEST(ProbesAheadTest, AReportArrivesBeforeItsChildEnds) {
  std::promise<void> received;
  ProbesAhead ahead(children(1), 1, [&](const Cases& cases, const ReportProbe& report) {
    report(cases[0], {.answer = {}, .misfortune = "first"});
    received.get_future().wait();
    report(cases[1], {.answer = {}, .misfortune = "second"});
  });
  EXPECT_EQ(ahead.of("0").misfortune, "first");
  received.set_value();
  EXPECT_EQ(ahead.of("0b").misfortune, "second");
}

// Two children wait for each other, so running one at a time would deadlock.
TEST(ProbesAheadTest, NoMoreChildrenRunAtATimeThanAllowed) {
  std::barrier meet(2);
  std::mutex mutex;
  int now = 0;
  int most = 0;
  const auto count = [&](int step) {
    const std::lock_guard lock(mutex);
    most = std::max(most, now += step);
  };
  ProbesAhead ahead(children(6), 2, [&](const Cases& cases, const ReportProbe& report) {
    count(1);
    meet.arrive_and_wait();
    meet.arrive_and_wait();
    count(-1);
    report_all(cases, report);
  });
  for (const Cases& cases : children(6)) ahead.of(cases[0]);
  EXPECT_EQ(most, 2);
}

TEST(ProbesAheadTest, OneAtATimeRunsInOrder) {
  std::vector<std::string> order;
  {
    ProbesAhead ahead(children(4), 1, [&](const Cases& cases, const ReportProbe& report) {
      order.push_back(cases[0]);
      report_all(cases, report);
    });
    ahead.of("3");
  }
  EXPECT_EQ(order, (std::vector<std::string>{"0", "1", "2", "3"}));
}

TEST(ProbesAheadTest, TheDestructorWaitsForRunningChildrenAndStartsNoOther) {
  std::atomic<int> begun = 0;
  std::atomic<int> done = 0;
  std::atomic<bool> is_stopping = false;
  {
    ProbesAhead ahead(children(100), 2, [&](const Cases& cases, const ReportProbe& report) {
      // The first two return; some later ones start and wait for the end.
      if (++begun > 2) {
        while (!is_stopping) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
      ++done;
      report_all(cases, report);
    });
    ahead.of("0");
    ahead.of("1");
    is_stopping = true;
  }
  EXPECT_EQ(begun, done);
  EXPECT_LT(begun, 100);
}

TEST(ProbesAheadTest, AnExceptionConcernsTheCasesThatWereNotReported) {
  ProbesAhead ahead(children(2), 2, [](const Cases& cases, const ReportProbe& report) {
    report(cases[0], {});
    if (cases[0] == "1") throw std::runtime_error("no such child");
    report(cases[1], {});
  });
  EXPECT_NO_THROW(ahead.of("0b"));
  EXPECT_NO_THROW(ahead.of("1"));
  EXPECT_THROW(ahead.of("1b"), std::runtime_error);
}

}  // namespace
}  // namespace classay
