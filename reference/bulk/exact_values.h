// Provides values of the exact functions of one argument in f16 and f32: rounding to integers, fabs, logb, sign, negation,
// assignment, and functions with two results. The values have no error, and results must be equal to them,
// including the signs of zeros.
#pragma once

#include <memory>

#include "reference/bulk/values.h"
#include "reference/truth/call.h"

namespace classay {

namespace bulk {
struct Loops;
}

// `truth` is the same function in integer arithmetic (reference/exact), and selects the function. Returns nullptr for any
// other function. `loops` selects an instruction set for tests.
std::unique_ptr<Values> exact_values(Evaluate truth, const Format& f, const bulk::Loops* loops = nullptr);

// The values of a function with two results: fract, frexp, modf. In the first, unspecified results are left open, such as
// the sign of a zero. The second is always one number, a NaN, or a zero with its sign.
struct ExactPair {
  std::unique_ptr<Values> first;
  std::unique_ptr<Values> second;
};
// Returns nullptrs for any other function.
ExactPair exact_pair(Evaluate truth, const Format& f, const bulk::Loops* loops = nullptr);

// The second result of lgamma_r; NaN where any result is right.
std::unique_ptr<Values> sign_of_gamma_values(const Format& f, const bulk::Loops* loops = nullptr);

}  // namespace classay
