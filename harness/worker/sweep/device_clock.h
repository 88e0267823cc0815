// Checks whether a device's times are credible. The host knows an upper bound for a launch: from before its submission to
// the end of the wait. A time that contradicts the bound is ignored, since times decide how much of a case runs
// (case_time.h).
#pragma once

#include <cstdint>
#include <string>

namespace classay {

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
