// Measures processor time, which other load on the machine hardly changes, for benchmarks and time limits of cases.
#pragma once

#include <ctime>

namespace classay {

// CLOCK_PROCESS_CPUTIME_ID covers all threads, CLOCK_THREAD_CPUTIME_ID the current one.
inline double processor_seconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace classay
