#include "reference/certified/wide/errors.h"

#include <algorithm>
#include <cmath>

namespace classay::certified {
namespace {

// The loop's factors are normal numbers whatever is done with them. Where one is cut off here, it would matter only for
// results that are farther than kFarInUlps from the value.
double power_of_two(int exponent) { return std::ldexp(1.0, std::clamp(exponent, -960, 960)); }

WideScale scale_of(int scale, double epsilon) {
  return {.down_1 = power_of_two(-scale / 2),
          .down_2 = power_of_two(-scale - -scale / 2),
          .floor = power_of_two(kF64.emin() - scale),
          .top = power_of_two(kF64.emax - scale),
          .epsilon = epsilon};
}

}  // namespace

void errors_of(const WideBlock& block, std::span<const Bits> results, std::span<const double> head,
               std::span<const double> tail, std::span<double> error, std::span<double> uncertainty) {
  kernels().wide.errors(scale_of(block.scale, block.epsilon), results.data(), head.data(), tail.data(), results.size(),
                        error.data(), uncertainty.data());
}

WideError error_of(const WideValue& value, Bits result) {
  WideError e;
  kernels().wide.errors(scale_of(value.scale, value.epsilon), &result, &value.head, &value.tail, 1, &e.error,
                        &e.uncertainty);
  return e;
}

}  // namespace classay::certified
