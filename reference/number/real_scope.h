// Sets the thread-local state on which computations with MPFR depend, without MPFR's header: most callers of the reference
// hold a RealScope and never see a Real.
#pragma once

#include <cstdint>
#include <string>

#include "reference/number/format.h"

namespace classay {

// Sets the exponent range of this thread, clears the flags, and restores both. In this range, no exact f64 operation
// overflows or underflows, and gamma of a huge argument ends at once (MPFR's default range makes it run for hours).
class RealScope {
 public:
  RealScope();
  ~RealScope();
  RealScope(const RealScope&) = delete;
  RealScope& operator=(const RealScope&) = delete;

 private:
  std::int64_t emin_;
  std::int64_t emax_;
  std::uint32_t flags_;
};

// Returns the C99 hexadecimal form of a finite pattern, or inf/nan with sign.
std::string hex_float(const Format& f, Bits b);

}  // namespace classay
