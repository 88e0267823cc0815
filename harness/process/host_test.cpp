// Tests that waiting for a processor is distinguished from sleeping. On a defect the tests run forever, because no fixed
// time is enough on every machine.
#include "harness/process/host.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <filesystem>
#include <thread>
#include <vector>

namespace classay {
namespace {

using namespace std::chrono_literals;

class RunDelayTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists("/proc/self/schedstat")) GTEST_SKIP() << "this kernel does not count it";
  }
  void TearDown() override {
    for (const pid_t child : children_) {
      ::kill(child, SIGKILL);
      ::waitpid(child, nullptr, 0);
    }
  }
  template <class F>
  pid_t child(F does) {
    const pid_t pid = ::fork();
    if (pid == 0) {
      for (;;) does();
    }
    children_.push_back(pid);
    return pid;
  }

 private:
  std::vector<pid_t> children_;
};

// Binds the process to one processor, so that both children wait for each other.
void share_a_processor() {
  cpu_set_t ours;
  ::sched_getaffinity(0, sizeof(ours), &ours);
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (!CPU_ISSET(cpu, &ours)) continue;
    CPU_ZERO(&ours);
    CPU_SET(cpu, &ours);
    break;
  }
  ::sched_setaffinity(0, sizeof(ours), &ours);
}

TEST_F(RunDelayTest, WhoSharesAProcessorWaits) {
  // The compiler removes a loop without side effects.
  const auto works = [turns = std::uint64_t{0}]() mutable {
    if (turns == 0) share_a_processor();
    static_cast<volatile std::uint64_t&>(turns) = turns + 1;
  };
  const pid_t first = child(works);
  const pid_t second = child(works);
  RunDelay one(first);
  // A busy machine may take long.
  std::chrono::nanoseconds waited{};
  while (waited < 50ms) {
    std::this_thread::sleep_for(5ms);
    waited += one.since_last();
    ASSERT_EQ(::waitpid(first, nullptr, WNOHANG), 0);
    ASSERT_EQ(::waitpid(second, nullptr, WNOHANG), 0);
  }
}

TEST_F(RunDelayTest, WhoSleepsDoesNot) {
  const pid_t sleeper = child([] { ::pause(); });
  RunDelay delay(sleeper);
  // Before it sleeps it may wait for a processor.
  do std::this_thread::sleep_for(50ms);
  while (delay.since_last() > 0ns);
}

TEST_F(RunDelayTest, WhoIsGoneDoesNot) {
  const pid_t gone = ::fork();
  if (gone == 0) ::_exit(0);
  ::waitpid(gone, nullptr, 0);
  EXPECT_EQ(RunDelay(gone).since_last(), 0ns);
}

}  // namespace
}  // namespace classay
