// Judges functions with two results in bulk. The second result of fract, frexp, modf, lgamma_r and remquo is exact. If it is
// right, the first result is compared with its value. If it is wrong, the lane goes to the MPFR fallback. Both results of
// sincos have values, and the larger error decides.
#pragma once

#include "harness/worker/judging/values_for.h"
#include "harness/worker/lanes/answer_packing.h"

namespace classay {

// Returns nullptr for any other function, or if its results are too long.
std::unique_ptr<BatchJudge> two_results_judge(const Row& row, Type format, const Promise& promise,
                                              const Arithmetic& arithmetic);

}  // namespace classay
