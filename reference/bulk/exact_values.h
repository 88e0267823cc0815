// Values of the functions of one argument that are exact, in f16 and f32: rounding to integers, fabs, logb, and those with
// two results. They are given without an error, and the results have to be those numbers, zeros with their signs.
#pragma once

#include <memory>

#include "reference/bulk/values.h"
#include "reference/truth/truth.h"

namespace classay {

namespace bulk {
struct Loops;
}

// `truth`: the same function in integer arithmetic (reference/exact), by which it is known. nullptr: it is none of these.
// `loops`: those of another instruction set than the best, for tests.
std::unique_ptr<Values> exact_values(Evaluate truth, const Format& f, const bulk::Loops* loops = nullptr);

// Of a function with two results: fract, frexp, modf. What there is no document for, the sign of a zero among it, is open in
// the first; the second is one number, a NaN, or a zero with its sign, always.
struct ExactPair {
  std::unique_ptr<Values> first;
  std::unique_ptr<Values> second;
};
ExactPair exact_pair(Evaluate truth, const Format& f, const bulk::Loops* loops = nullptr);  // nullptrs: it is none of these

// Of the second result of lgamma_r; a NaN where any will do.
std::unique_ptr<Values> sign_of_gamma_values(const Format& f, const bulk::Loops* loops = nullptr);

}  // namespace classay
