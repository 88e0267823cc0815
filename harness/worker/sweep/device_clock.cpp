#include "harness/worker/sweep/device_clock.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "harness/journal/case_reasons.h"

namespace classay {
namespace {

// Two clocks differ slightly in speed, and a device's clock may be coarse.
constexpr double kDrift = 1.1;
constexpr double kCoarseness = 0.01;  // seconds

}  // namespace

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
