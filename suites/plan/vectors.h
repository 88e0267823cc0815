// Makes vectors for builtins whose result depends on several lanes: geometric functions, any and all, shuffles. The lanes of
// a vector are related: squares near an end of the range, products that cancel, one large lane among small ones, masks
// beyond the number of elements.
#pragma once

#include <vector>

#include "suites/plan/tuple.h"
#include "suites/row.h"

namespace classay {

// Returns vector number i, lane by lane: a tuple holds one lane of each argument. A pure function.
std::vector<Tuple> vector_input(const Row& row, Type format, int lanes, std::uint64_t seed, std::uint64_t i);

}  // namespace classay
