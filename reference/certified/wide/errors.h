// How far a device's f64 results are from a block's values, in ulp of the exact value as the documents measure it, with what
// that is uncertain by: a result is right where |error| + uncertainty is within the limit, wrong where |error| - uncertainty
// is not, and what lies between is left to the slow judge. So is everything that is no number: prescribed results, signs of
// zeros, and what flushing may excuse are not known here.
#pragma once

#include <span>

#include "reference/certified/wide/block.h"

namespace classay::certified {

enum class Standing : std::uint8_t { within, beyond, open };

constexpr Standing standing(double error, double uncertainty, double limit) {
  if (error + uncertainty <= limit) return Standing::within;
  return error - uncertainty > limit ? Standing::beyond : Standing::open;
}

// error[i], which is results[i] minus the exact value in ulp of the exact value, and what it is uncertain by, from head and
// tail as WideModel::values gave them for the block. An infinite result stands for 2^1024, and is at distance zero from what
// lies beyond that. Where a number is right and the result is a NaN, or 2^200 ulp away, the error is infinite. Where the
// value is no number, or zero, the error is 0 if the result's bits are those of head (any NaN for a NaN), else the
// uncertainty is infinite.
void errors_of(const WideBlock& block, std::span<const Bits> results, std::span<const double> head,
               std::span<const double> tail, std::span<double> error, std::span<double> uncertainty);

// The one of a single value.
struct WideError {
  double error = 0;
  double uncertainty = 0;
};
WideError error_of(const WideValue& value, Bits result);

}  // namespace classay::certified
