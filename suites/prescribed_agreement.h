// Checks the guarantees of bulk/values.h for prescribed results, in tests of values.
#pragma once

#include <cmath>

#include "reference/truth/truth.h"

namespace classay::test {

// Returns whether the value equals the prescribed one or is missing. `is_prescribed` is that of Known.
inline bool agrees(const Truth& prescribed, double value, double epsilon, bool is_prescribed = false) {
  if (std::isinf(epsilon)) return true;
  switch (prescribed.kind) {
    case Truth::Kind::nan: return std::isnan(value);
    case Truth::Kind::infinite: return std::isinf(value) && std::signbit(value) == prescribed.negative;
    case Truth::Kind::real:
      if (prescribed.is_zero()) return value == 0 && std::signbit(value) == prescribed.negative;
      return is_prescribed && prescribed.is_exact() && mpfr_cmp_d(prescribed.value->low, value) == 0;
    default: return false;
  }
}

}  // namespace classay::test
