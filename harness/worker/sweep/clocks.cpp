#include "harness/worker/sweep/clocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <utility>

#include "harness/journal/case_result.h"
#include "harness/process/host.h"
#include "reference/cpu/processor_time.h"

namespace classay {
namespace {

double seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

// Two clocks differ slightly in speed, and a device's clock may be coarse.
constexpr double kDrift = 1.1;
constexpr double kCoarseness = 0.01;  // seconds

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

// False for a NaN, the time of a device that reports ticks of no length.
bool is_credible(double device, double host) { return device >= 0 && device <= kDrift * host + kCoarseness; }

void AbsurdTimes::note(double device_seconds, double host_seconds) {
  if (launches++ > 0) return;
  // A checkpoint cannot hold infinities and NaNs.
  constexpr double kMost = std::numeric_limits<double>::max();
  device = std::isnan(device_seconds) ? kMost : std::clamp(device_seconds, -kMost, kMost);
  host = host_seconds;
}

void AbsurdTimes::add(const AbsurdTimes& later) {
  if (launches == 0) *this = {.launches = 0, .device = later.device, .host = later.host};
  launches += later.launches;
}

std::string text(const AbsurdTimes& times) {
  if (times.launches == 0) return "";
  const std::string how = times.device < 0
                              ? "ended before it began"
                              : fmt::format("took {:.3g} s, and the host waited {:.3g} s for it", times.device, times.host);
  const std::string more = times.launches > 1 ? fmt::format(" (the first of {} such launches)", times.launches) : "";
  return std::string(kClockReason) + "by it a launch " + how + more + "; these times are not used";
}

}  // namespace classay
