// Processor time, which other work on the machine hardly changes: benchmarks and limits on the time of a case go by it.
#pragma once

#include <ctime>

namespace classay {

// CLOCK_PROCESS_CPUTIME_ID: of all threads; CLOCK_THREAD_CPUTIME_ID: of this one.
inline double processor_seconds(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

}  // namespace classay
