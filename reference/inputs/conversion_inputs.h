// Makes hard inputs for conversions: half-way between two neighbours of the destination, at a number of the destination, at
// its limits, and at the smallest number that rounds beyond a limit; each with its neighbours in the source format.
#pragma once

#include "reference/inputs/inputs.h"

namespace classay {

// A pattern of `from`, at most two steps from such a place of `to`, where the source has numbers there at all.
// Precondition: no boolean.
Bits near_place_of_conversion(Type from, Type to, CounterRandom& random);

}  // namespace classay
