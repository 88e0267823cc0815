// How long a case would have taken on a machine that is not busy: the time that went by, less that in which this process was
// ready to run and got no processor (harness/process/run_delay.h). A busy machine makes no case longer.
#pragma once

#include "harness/process/run_delay.h"
#include "harness/sweep/stopwatch.h"

namespace classay {

// A stretch of time, in seconds.
struct Elapsed {
  double wall = 0;
  double processor = 0;  // processor time of all threads, ended ones included
  double ran = 0;        // by the threads that still exist, on a processor
  double waited = 0;     // by the same threads, ready to run without a processor
};

// With r = ran / (ran + waited), what took `processor` was ready to run for processor / r. Several threads at once are ready
// for longer than the wall's time: then all of it was work at the rate r. What is left of the wall's time otherwise was
// spent waiting for a device, and counts in full.
double worked(const Elapsed& elapsed);

class WorkTime {
 public:
  WorkTime();
  double operator()();  // seconds worked since it was called last

 private:
  Stopwatch since_last_;
  double processor_;
  RunDelay delay_;
};

}  // namespace classay
