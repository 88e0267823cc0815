// For the tests of values: what bulk/values.h promises of prescribed results.
#pragma once

#include <cmath>

#include "reference/truth/truth.h"

namespace classay::test {

// Does the value say what is prescribed, or nothing?
inline bool agrees(const Truth& prescribed, double value, double epsilon) {
  if (std::isinf(epsilon)) return true;
  switch (prescribed.kind) {
    case Truth::Kind::nan: return std::isnan(value);
    case Truth::Kind::infinite: return std::isinf(value) && std::signbit(value) == prescribed.negative;
    case Truth::Kind::real: return prescribed.is_zero() && value == 0 && std::signbit(value) == prescribed.negative;
    default: return false;
  }
}

}  // namespace classay::test
