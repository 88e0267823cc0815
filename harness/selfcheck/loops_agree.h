// Each loop that is compiled for an instruction set against the plain one, bit by bit, on fixed blocks: numbers of all
// kinds, ends that are no multiple of a vector. Takes milliseconds, so that every run can begin with it.
#pragma once

#include <string>
#include <vector>

#include "harness/lanes/lane_loops.h"
#include "harness/selfcheck/trace.h"
#include "reference/bulk/loops.h"
#include "reference/bulk/remainders.h"
#include "reference/certified/simd/kernels.h"

namespace classay {

// What every loop of a table leaves.
Traces traces(const bulk::Loops& loops);
Traces traces(const bulk::Remainders& loops);
Traces traces(const certified::Kernels& loops);
Traces traces(const LaneLoops& loops);

// The names of the loops that leave something else than the plain ones. Precondition: of the same table.
std::vector<std::string> differing(const Traces& plain, const Traces& others);

}  // namespace classay
