// Measures the elapsed time, and the time that a case would take on an idle machine. Checks the times of a device.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "harness/process/host.h"

namespace classay {

class Stopwatch {
 public:
  // `before`: seconds counted before the last stop.
  explicit Stopwatch(double before = 0) : before_(before) {}

  double seconds() const { return before_ + std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  double before_;
  Clock::time_point start_ = Clock::now();
};

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

// Estimates how long a case would take on an idle machine: the elapsed time, less the time in which this process was ready
// to run but had no processor (harness/process/host.h). A busy machine thus does not make a case longer.
class WorkTime {
 public:
  WorkTime();
  double operator()();  // Returns the seconds worked since the last call.

 private:
  Stopwatch since_last_;
  double processor_;
  RunDelay delay_;
};

// Returns whether a device's time is credible. The host knows an upper bound for a launch: from before its submission to the
// end of the wait. A time that contradicts the bound is ignored, since times decide how much of a case runs (case_time.h).
// `device`, `host`: seconds by the device's clock, and by the host's clock, which covers the launch. 0 is credible: a device
// without a clock reports it, and one with a coarse clock may.
bool is_credible(double device, double host);

// Counts launches whose time is not credible, and keeps the first.
struct AbsurdTimes {
  std::uint64_t launches = 0;
  double device = 0;
  double host = 0;
  void note(double device_seconds, double host_seconds);
  void add(const AbsurdTimes& later);
  bool operator==(const AbsurdTimes&) const = default;
};

// Returns a sentence; empty if there are none.
std::string text(const AbsurdTimes& times);

}  // namespace classay
