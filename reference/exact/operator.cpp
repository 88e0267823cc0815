// Implements comparison operators of integers and floating-point numbers, and the unordered ones of SPIR-V
// (OpFUnordLessThan), which are true if an operand is a NaN. Results are as those of relational functions.
#include <compare>

#include "reference/exact/support.h"
#include "reference/truth/truth.h"

namespace classay::exact_functions {
namespace {

std::partial_ordering order(Value x, Value y) {
  if (!is_float(x.type)) return integer(x) <=> integer(y);
  if (is_nan(x) || is_nan(y)) return std::partial_ordering::unordered;
  const Format& f = format(x.type);
  return ordered(f, x.bits) <=> ordered(f, y.bits);
}

template <class Holds>
Truths compared(const Call& call, Holds&& holds) {
  return each<2>(call, [&](Value x, Value y) { return answer(call, x.type, holds(order(x, y))); });
}

bool unordered(std::partial_ordering o) { return o == std::partial_ordering::unordered; }

}  // namespace

Truths operator_equal(const Call& call, Precision) {
  return compared(call, [](auto o) { return o == 0; });
}
Truths operator_not_equal(const Call& call, Precision) {
  return compared(call, [](auto o) { return o != 0; });
}
Truths operator_less(const Call& call, Precision) {
  return compared(call, [](auto o) { return o < 0; });
}
Truths operator_less_equal(const Call& call, Precision) {
  return compared(call, [](auto o) { return o <= 0; });
}
Truths operator_greater(const Call& call, Precision) {
  return compared(call, [](auto o) { return o > 0; });
}
Truths operator_greater_equal(const Call& call, Precision) {
  return compared(call, [](auto o) { return o >= 0; });
}

Truths unordered_equal(const Call& call, Precision) {
  return compared(call, [](auto o) { return unordered(o) || o == 0; });
}
Truths unordered_less(const Call& call, Precision) {
  return compared(call, [](auto o) { return unordered(o) || o < 0; });
}
Truths unordered_less_equal(const Call& call, Precision) {
  return compared(call, [](auto o) { return unordered(o) || o <= 0; });
}
Truths unordered_greater(const Call& call, Precision) {
  return compared(call, [](auto o) { return unordered(o) || o > 0; });
}
Truths unordered_greater_equal(const Call& call, Precision) {
  return compared(call, [](auto o) { return unordered(o) || o >= 0; });
}

}  // namespace classay::exact_functions
