// Computes the errors of a device's f64 results against the values of a block. Errors are in ulp of the exact value, as the
// specifications measure it, and have an uncertainty. A result is right if |error| + uncertainty is within the limit, and
// wrong if |error| - uncertainty exceeds it. All other results are left to the MPFR fallback. This includes prescribed
// results, signs of zeros, and results that flushing may excuse, which are not known here.
#pragma once

#include <span>

#include "reference/certified/wide/block.h"

namespace classay::certified {

enum class Standing : std::uint8_t { within, beyond, open };

constexpr Standing standing(double error, double uncertainty, double limit) {
  if (error + uncertainty <= limit) return Standing::within;
  return error - uncertainty > limit ? Standing::beyond : Standing::open;
}

// Computes error[i], results[i] minus the exact value in ulp of the exact value, and its uncertainty. head and tail are the
// output of WideModel::values for the block.
//
// An infinite result represents 2^1024, and its distance from larger values is zero. If a number is right and the result is
// a NaN or at least 2^200 ulp away, the error is infinite. If the value is zero or not a number, the error is 0 if the
// result has the bits of head (any NaN for a NaN). For other results the uncertainty is then infinite.
void errors_of(const WideBlock& block, std::span<const Bits> results, std::span<const double> head,
               std::span<const double> tail, std::span<double> error, std::span<double> uncertainty);

// Does the same for a single value.
struct WideError {
  double error = 0;
  double uncertainty = 0;
};
WideError error_of(const WideValue& value, Bits result);

}  // namespace classay::certified
