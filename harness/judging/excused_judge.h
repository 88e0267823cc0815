// Results of functions of real arguments in modes that excuse arithmetic (relaxed, unsafe and finite math, no signed zeros),
// judged at once. What is right by the strictest reading is right in all of them; where nothing is promised of an argument
// or a value, nothing has to be known of the result; all other lanes go to the slow judge.
#pragma once

#include "harness/judging/values_for.h"
#include "reference/promise/arithmetic.h"

namespace classay {

// nullptr: nobody knows values, or the limit is none that can be told beforehand.
std::unique_ptr<BatchJudge> excused_judge(const Row& row, Type format, const Promise& promise, const Arithmetic& arithmetic);

}  // namespace classay
