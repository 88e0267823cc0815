// For how long a process was ready to run and did not get a processor: the time of a busy machine, which is no fault of what
// waits.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>

namespace classay {

class RunDelay {
 public:
  explicit RunDelay(pid_t process) : process_(process) {}

  // Since it was asked last: what the thread that waited most has waited. Threads that came in between have waited since
  // they began; nothing where the kernel does not count (/proc/PID/task/TID/schedstat: time on a processor, time in its
  // queue).
  std::chrono::nanoseconds since_last();

  // Of all its threads since the call before: time on a processor, and time in which they were ready and had none. Threads
  // that ended meanwhile are left out.
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
  // Calls `take` with what each thread ran and waited since the call before.
  template <class Take>
  void look(Take take);

  pid_t process_;
  std::map<std::uint64_t, Times> threads_;  // in all
};

}  // namespace classay
