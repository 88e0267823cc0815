// Judges results of exact functions of bit patterns in bulk. Results with the bits of the exact result are right without
// error; all others go to the MPFR fallback.
#pragma once

#include "harness/worker/judging/values_for.h"

namespace classay {

// Returns nullptr if the function has no loop (reference/bulk/exact_results.h), or if exact bits are not the only criterion.
// `lanes` is one of the widths that are alike.
std::unique_ptr<BatchJudge> exact_judge(const Row& row, Type format, int lanes, const Promise& promise,
                                        const Arithmetic& arithmetic);

}  // namespace classay
