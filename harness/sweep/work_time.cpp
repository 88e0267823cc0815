#include "harness/sweep/work_time.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace classay {

WorkTime::WorkTime() : delay_(::getpid()) { delay_.since_last(); }

double WorkTime::operator()() {
  const double waited = std::chrono::duration<double>(delay_.since_last()).count();
  return std::max(0.0, std::exchange(since_last_, Stopwatch()).seconds() - waited);
}

}  // namespace classay
