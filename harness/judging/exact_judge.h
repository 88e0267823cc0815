// Results of exact functions of patterns, judged at once: those that have the bits of the exact result are right and have no
// error, and only the others are asked of the slow judge.
#pragma once

#include "harness/judging/values_for.h"

namespace classay {

// nullptr: the function has no loop (reference/bulk/exact_results.h), or more is to be said of its results than that.
// `lanes` is one of the widths that are alike.
std::unique_ptr<BatchJudge> exact_judge(const Row& row, Type format, int lanes, const Promise& promise,
                                        const Arithmetic& arithmetic);

}  // namespace classay
