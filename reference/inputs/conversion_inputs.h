// Where conversions are hard: half-way between two neighbours of the destination, at a number of it, at its limits and at
// the place from which on numbers round beyond them, each with the numbers of the source beside it.
#pragma once

#include "reference/inputs/inputs.h"

namespace classay {

// A pattern of `from`, at most two steps from such a place of `to`, where the source has numbers there at all.
// Precondition: no boolean.
Bits near_place_of_conversion(Type from, Type to, CounterRandom& random);

}  // namespace classay
