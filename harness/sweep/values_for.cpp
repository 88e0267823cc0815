#include "harness/sweep/values_for.h"

#include "reference/bulk/exact_values.h"

namespace classay {

std::unique_ptr<Values> values_for(const Row& row, Type format) {
  if (row.signature != Signature::unary || !is_float(format)) return nullptr;
  return exact_values(row.truth, classay::format(format));
}

}  // namespace classay
