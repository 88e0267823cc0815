// Measures elapsed time.
#pragma once

#include <chrono>

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

}  // namespace classay
