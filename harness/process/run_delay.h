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

 private:
  pid_t process_;
  std::map<std::uint64_t, std::uint64_t> waited_;  // of each thread, in all
};

}  // namespace classay
