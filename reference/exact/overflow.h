// Tells which calls of integer operators overflow, so that C leaves them undefined (C99, 6.5p5).
#pragma once

#include "reference/truth/truth.h"

namespace classay::exact_functions {

// Takes a call of one lane. Scalars narrower than int are promoted to int, and vectors are not: of signed types of all
// widths a result that the type does not hold overflows, and of unsigned types one that their promotion does not hold.
using Overflows = bool (*)(const Call& call);

// Null: the operator is not one of those that can overflow, or the specifications define it by wrapping.
Overflows overflows_of(Evaluate integers);

// The quotient of the least number by -1, on the way to its remainder.
bool remainder_overflows(const Call& call);

}  // namespace classay::exact_functions
