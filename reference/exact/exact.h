// Declares functions whose result is exact, or whose purpose is a rounding. They use integer arithmetic on patterns, and
// never a host cast under fesetround. Each is an Evaluate that ignores the precision and returns exact truths. An
// out-of-range conversion that the specifications leave open is Kind::any.
#pragma once

#include "reference/truth/call.h"

namespace classay::exact_functions {

using Truths = std::vector<Truth>;

#define CLASSAY_EXACT(name) Truths name(const Call& call, Precision p);
#include "reference/exact/exact.def"
#undef CLASSAY_EXACT

}  // namespace classay::exact_functions
