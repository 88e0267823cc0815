// Whether a device's clock can be believed. The host knows how long a launch took at most: from before it was submitted
// until it was waited for. A time that contradicts this is not used: it would decide how much of a case is run
// (case_time.h).
#pragma once

#include <cstdint>
#include <string>

namespace classay {

// `device`, `host`: seconds, by the device's clock and by the host's, which covers the launch. 0 is believed: it is what a
// device without a clock reports, and what one with a coarse clock may.
bool is_credible(double device, double host);

// Launches whose time is not credible: how many, and the first of them.
struct AbsurdTimes {
  std::uint64_t launches = 0;
  double device = 0;
  double host = 0;
  void note(double device_seconds, double host_seconds);
  void add(const AbsurdTimes& later);
  bool operator==(const AbsurdTimes&) const = default;
};

// A sentence; empty if there are none.
std::string text(const AbsurdTimes& times);

}  // namespace classay
