#include "harness/worker/sweep/work_time.h"

#include <ctime>
#include <utility>

#include "harness/process/host.h"
#include "reference/cpu/processor_time.h"

namespace classay {
namespace {

double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

double worked(const Elapsed& e) {
  if (e.ran <= 0) return e.wall;
  const double rate = e.ran / (e.ran + e.waited);
  const double ready = e.processor / rate;
  return ready >= e.wall ? e.wall * rate : e.wall - ready + e.processor;
}

WorkTime::WorkTime() : processor_(processor_seconds(CLOCK_PROCESS_CPUTIME_ID)), delay_(own_process()) {
  delay_.shares_since_last();
}

double WorkTime::operator()() {
  const RunDelay::Shares shares = delay_.shares_since_last();
  const double before = std::exchange(processor_, processor_seconds(CLOCK_PROCESS_CPUTIME_ID));
  return worked({.wall = std::exchange(since_last_, Stopwatch()).seconds(),
                 .processor = processor_ - before,
                 .ran = seconds(shares.ran),
                 .waited = seconds(shares.waited)});
}

}  // namespace classay
