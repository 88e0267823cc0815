#include "reference/certified/wide/errors.h"

#include "reference/bulk/loops.h"
#include "reference/cpu/versions.h"

namespace classay::certified {

void errors_of(const WideBlock& block, std::span<const Bits> results, std::span<const double> head,
               std::span<const double> tail, std::span<double> error, std::span<double> uncertainty) {
  best<bulk::Loops>().wide.errors(bulk::wide_scale(block.scale, block.epsilon), results.data(), head.data(), tail.data(),
                                  results.size(), error.data(), uncertainty.data());
}

WideError error_of(const WideValue& value, Bits result) {
  WideError e;
  best<bulk::Loops>().wide.errors(bulk::wide_scale(value.scale, value.epsilon), &result, &value.head, &value.tail, 1,
                                  &e.error, &e.uncertainty);
  return e;
}

}  // namespace classay::certified
