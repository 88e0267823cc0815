// Compares each loop compiled for an instruction set with the plain one, bit by bit. Its fixed blocks contain numbers of all
// kinds, and end with partial vectors. It takes milliseconds, so that every run can begin with it.
#pragma once

#include <string>
#include <vector>

#include "harness/worker/lanes/lane_loops.h"
#include "harness/worker/selfcheck/trace.h"
#include "reference/bulk/loops.h"
#include "reference/bulk/remainders.h"
#include "reference/certified/simd/kernels.h"

namespace classay {

// Return the outputs of every loop of a table.
Traces traces(const bulk::Loops& loops);
Traces traces(const bulk::Remainders& loops);
Traces traces(const certified::Kernels& loops);
Traces traces(const LaneLoops& loops);

// Returns the names of the loops whose outputs differ from the plain ones. Precondition: traces of the same table type.
std::vector<std::string> differing(const Traces& plain, const Traces& others);

}  // namespace classay
