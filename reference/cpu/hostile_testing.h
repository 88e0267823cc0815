// Provides floating-point environments that a driver or library may leave behind, for tests: each rounding mode, with and
// without flushing, and the precision of x87. None of them traps.
#pragma once

#include <cfenv>
#include <vector>

#include "reference/cpu/float_environment.h"

namespace classay {

// Sets the environment during its lifetime.
class HostileScope {
 public:
  explicit HostileScope(FloatEnvironment hostile) : before_(float_environment()) { set_float_environment(hostile); }
  ~HostileScope() { set_float_environment(before_); }
  HostileScope(const HostileScope&) = delete;
  HostileScope& operator=(const HostileScope&) = delete;

 private:
  FloatEnvironment before_;
};

inline std::vector<FloatEnvironment> hostile_float_environments() {
  std::vector<FloatEnvironment> all;
  for (const int mode : {FE_TONEAREST, FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    const HostileScope scope(default_float_environment());
    std::fesetround(mode);
    FloatEnvironment one = float_environment();
    if (mode != FE_TONEAREST) all.push_back(one);
#if defined(__x86_64__)
    one.vectors |= 0x8040;  // flush to zero, denormals are zero
    all.push_back(one);
    one.x87 &= ~0x300U;  // single precision
    all.push_back(one);
#elif defined(__aarch64__)
    one.vectors |= 0x03000000;  // flush to zero, default NaN
    all.push_back(one);
#endif
  }
  return all;
}

}  // namespace classay
