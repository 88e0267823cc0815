// Tells which calls of integer operators overflow, so that C leaves them undefined (C99, 6.5p5).
#pragma once

#include "reference/truth/call.h"

namespace classay::exact_functions {

// Takes a call of one lane. Scalars narrower than int are promoted to int, vectors are not. A signed result overflows if its
// type does not hold it, at all widths. An unsigned one overflows if its promoted type does not hold it.
using Overflows = bool (*)(const Call& call);

// Returns null if the operator cannot overflow, or if the specifications say that it wraps.
Overflows overflows_of(Evaluate integers);

// Returns whether the call is a remainder of the least number by -1, whose quotient overflows.
bool remainder_overflows(const Call& call);

}  // namespace classay::exact_functions
