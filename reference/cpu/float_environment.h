// Controls the state of a thread on which host arithmetic depends: rounding mode, flushing of subnormals, the precision of
// x87, and exceptions that trap. Drivers and libraries in this process are known to change it. It is restored after each
// call of them, and required where results are judged.
//
// Reading it costs a few nanoseconds; it is written only if it differs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace classay {

// Control bits only: the flags of past exceptions stay unchanged.
struct FloatEnvironment {
  std::uint32_t vectors = 0;  // x86: MXCSR; aarch64: FPCR; elsewhere: the rounding mode of <cfenv>
  std::uint32_t x87 = 0;      // x86: the control word; elsewhere: 0
  bool operator==(const FloatEnvironment&) const = default;
};

FloatEnvironment default_float_environment();  // to nearest, nothing flushed, double extended, no traps
FloatEnvironment float_environment();          // environment of this thread
void set_float_environment(FloatEnvironment to);

// Restores the default environment of this thread. Returns the previous environment if it was different.
std::optional<FloatEnvironment> restore_float_environment();

// Throws std::runtime_error if this thread does not have the default environment. `before` names the operation that must not
// start in it.
void require_float_environment(std::string_view before);

// Returns the environment at program start if it was not the default one. It was replaced before any code of the program
// ran. Preloaded libraries run earlier.
const std::optional<FloatEnvironment>& float_environment_at_start();

// Describes how it differs from the default: "flushes subnormal results to zero, rounds toward zero".
std::string text_of(FloatEnvironment environment);

// Sets the default environment during its lifetime.
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
