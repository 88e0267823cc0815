// Estimates how long a case would take on an idle machine: the elapsed time, less the time in which this process was ready
// to run but had no processor (harness/process/run_delay.h). A busy machine thus does not make a case longer.
#pragma once

#include "harness/process/run_delay.h"
#include "harness/worker/sweep/stopwatch.h"

namespace classay {

// An interval of time, in seconds.
struct Elapsed {
  double wall = 0;
  double processor = 0;  // processor time of all threads, including ended ones
  double ran = 0;        // time of existing threads on a processor
  double waited = 0;     // time in which these threads were ready to run, without one
};

// With r = ran / (ran + waited), work of `processor` seconds was ready to run for processor / r. Concurrent threads can be
// ready for longer than `wall`: then all of `wall` was work at the rate r. If they are not, the rest of `wall` was spent
// waiting for a device, and counts in full.
double worked(const Elapsed& elapsed);

class WorkTime {
 public:
  WorkTime();
  double operator()();  // Returns the seconds worked since the last call.

 private:
  Stopwatch since_last_;
  double processor_;
  RunDelay delay_;
};

}  // namespace classay
