// For how long this process worked, or waited for a device: the time that went by less that in which a thread was ready to
// run and got no processor (harness/process/run_delay.h). A busy machine makes no case longer.
#pragma once

#include "harness/process/run_delay.h"
#include "harness/sweep/stopwatch.h"

namespace classay {

class WorkTime {
 public:
  WorkTime();
  double operator()();  // seconds since it was called last

 private:
  Stopwatch since_last_;
  RunDelay delay_;
};

}  // namespace classay
