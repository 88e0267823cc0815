// Functions whose result needs no rounding, or whose rounding is the whole point: in integer arithmetic on patterns, never
// by a host cast under fesetround. Each is an Evaluate that ignores the precision and returns exact truths; an
// out-of-range conversion that the documents leave open is Kind::any. Families live in exact_*.cpp.
#pragma once

#include "reference/truth/truth.h"

namespace classay::exact_functions {

using Truths = std::vector<Truth>;

#define CLASSAY_EXACT(name) Truths name(const Call& call, Precision p);
#include "reference/exact/exact.def"
#undef CLASSAY_EXACT

}  // namespace classay::exact_functions
