// Results of functions that give two, judged at once. Of fract, frexp, modf, lgamma_r and remquo the second is exact: where
// it is just what it must be, the first decides, and it has a value; all other lanes go to the slow judge whole. Of sincos
// both have values, and the larger error decides.
#pragma once

#include "harness/judging/values_for.h"
#include "harness/lanes/answer_packing.h"

namespace classay {

// nullptr: it is none of these, or its results are too long to be looked at so.
std::unique_ptr<BatchJudge> two_results_judge(const Row& row, Type format, const Promise& promise,
                                              const Arithmetic& arithmetic);

}  // namespace classay
