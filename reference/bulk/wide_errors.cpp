#include "reference/bulk/wide_errors.h"

#include <algorithm>
#include <cmath>

#include "reference/number/format.h"

namespace classay::bulk {
namespace {

// The loop's factors must be normal numbers after any operation. The clamp only affects results that are farther than
// kFarInUlps from the value.
double power_of_two(int exponent) { return std::ldexp(1.0, std::clamp(exponent, -960, 960)); }

}  // namespace

WideScale wide_scale(int scale, double epsilon) {
  return {.down_1 = power_of_two(-scale / 2),
          .down_2 = power_of_two(-scale - -scale / 2),
          .floor = power_of_two(kF64.emin() - scale),
          .top = power_of_two(kF64.emax - scale),
          .epsilon = epsilon};
}

}  // namespace classay::bulk
