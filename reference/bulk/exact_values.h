// Values of the functions of one argument that are exact, in f16 and f32: rounding to integers, fabs, logb. They are given
// without an error, and the results have to be those numbers, zeros with their signs.
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

}  // namespace classay
