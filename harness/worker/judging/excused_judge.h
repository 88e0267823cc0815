// Judges functions of real arguments in bulk, in modes that excuse arithmetic (relaxed, unsafe and finite math, no signed
// zeros). Results that are right by the strictest interpretation are right in all modes. Where nothing is promised of an
// argument or a value, the result is not checked. All other lanes go to the MPFR fallback.
#pragma once

#include "harness/worker/judging/values_for.h"
#include "reference/promise/arithmetic.h"

namespace classay {

// Returns nullptr if there are no values, or if the limit cannot be computed beforehand.
std::unique_ptr<BatchJudge> excused_judge(const Row& row, Type format, const Promise& promise, const Arithmetic& arithmetic);

}  // namespace classay
