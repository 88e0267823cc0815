// The state of a thread that host arithmetic depends on: rounding mode, flushing of subnormals, the precision of x87, and
// which exceptions trap. Drivers and libraries that are loaded into this process have been seen to change it, so that it is
// restored after each call of them, and required where results are judged.
//
// Reading it costs some nanoseconds; it is written only where it differs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace classay {

// Control bits only: flags of exceptions that have happened are left as they are.
struct FloatEnvironment {
  std::uint32_t vectors = 0;  // x86: MXCSR; aarch64: FPCR; elsewhere: the rounding mode of <cfenv>
  std::uint32_t x87 = 0;      // x86: the control word; elsewhere: 0
  bool operator==(const FloatEnvironment&) const = default;
};

FloatEnvironment default_float_environment();  // to nearest, nothing flushed, double extended, no traps
FloatEnvironment float_environment();          // of this thread
void set_float_environment(FloatEnvironment to);

// Restores the default environment of this thread. Returns the environment that it found, if that was a different one.
std::optional<FloatEnvironment> restore_float_environment();

// Throws std::runtime_error where this thread does not have the default one. `before`: what must not begin in it.
void require_float_environment(std::string_view before);

// The environment in which the program began, if it was not the default one. It was replaced before any code of the program
// ran; libraries that are preloaded run earlier.
const std::optional<FloatEnvironment>& float_environment_at_start();

// "flushes subnormal results to zero, rounds toward zero": how it differs from the default one.
std::string text_of(FloatEnvironment environment);

// The default one for as long as this lives.
class DefaultFloatEnvironment {
 public:
  DefaultFloatEnvironment() : before_(restore_float_environment()) {}
  ~DefaultFloatEnvironment() {
    if (before_) set_float_environment(*before_);
  }
  DefaultFloatEnvironment(const DefaultFloatEnvironment&) = delete;
  DefaultFloatEnvironment& operator=(const DefaultFloatEnvironment&) = delete;

 private:
  std::optional<FloatEnvironment> before_;
};

}  // namespace classay
