#include "harness/sweep/values_for.h"

#include "reference/bulk/exact_values.h"
#include "reference/certified/narrow/model.h"

namespace classay {

std::unique_ptr<Values> values_for(const Row& row, Type format) {
  const bool is_narrow = format == Type::f16 || format == Type::f32;
  if (row.signature != Signature::unary || !is_narrow || row.truth == nullptr) return nullptr;
  if (const certified::Function* f = certified::function_of(row.truth)) {
    return std::make_unique<certified::Model>(*f, classay::format(format));
  }
  return exact_values(row.truth, classay::format(format));
}

}  // namespace classay
