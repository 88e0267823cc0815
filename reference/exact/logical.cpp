// Implements the logical operators: "the operands are compared with 0" (OpenCL C, "Logical Operators"), for all types. A NaN
// is not equal to 0, so it is true. Zeros of both signs are false. Results are as those of relational functions.
#include "reference/exact/support.h"
#include "reference/truth/truth.h"

namespace classay::exact_functions {
namespace {

bool is_true(Value x) {
  const Bits sign = is_float(x.type) ? format(x.type).sign_bit() : 0;
  return (x.bits & mask(x.type) & ~sign) != 0;
}

template <class Holds>
Truths of_two(const Call& call, Holds&& holds) {
  return each<2>(call, [&](Value x, Value y) { return answer(call, x.type, holds(is_true(x), is_true(y))); });
}

}  // namespace

Truths logical_and(const Call& call, Precision) {
  return of_two(call, [](bool x, bool y) { return x && y; });
}
Truths logical_or(const Call& call, Precision) {
  return of_two(call, [](bool x, bool y) { return x || y; });
}
Truths logical_equal(const Call& call, Precision) {
  return of_two(call, [](bool x, bool y) { return x == y; });
}
Truths logical_not_equal(const Call& call, Precision) {
  return of_two(call, [](bool x, bool y) { return x != y; });
}
Truths logical_not(const Call& call, Precision) {
  return each<1>(call, [&](Value x) { return answer(call, x.type, !is_true(x)); });
}

}  // namespace classay::exact_functions
