// Measures how long a process was ready to run but had no processor. A busy machine causes this time, not the process.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>

namespace classay {

class RunDelay {
 public:
  explicit RunDelay(int process) : process_(process) {}

  // Returns the longest wait of any thread since the last call. A new thread counts from its start. Zero if the kernel does
  // not count (/proc/PID/task/TID/schedstat: time on a processor, time in its queue).
  std::chrono::nanoseconds since_last();

  // Sums over all threads since the last call: time on a processor, and time ready without one. Threads that ended in
  // between are left out.
  struct Shares {
    std::chrono::nanoseconds ran{};
    std::chrono::nanoseconds waited{};
  };
  Shares shares_since_last();

 private:
  struct Times {
    std::uint64_t ran = 0;
    std::uint64_t waited = 0;
  };
  // Calls `take` with each thread's time on a processor and in the queue since the last call.
  template <class Take>
  void look(Take take);

  int process_;
  std::map<std::uint64_t, Times> threads_;  // totals
};

}  // namespace classay
