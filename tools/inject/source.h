// Generates the OpenCL C that a defect inserts before programs. For a builtin f of its row it defines functions planted_f,
// one per format and vector width. They call the device's f and change the result by the defect's snippet. Macros then
// replace f by planted_f in the rest of the program.
//
// A snippet is OpenCL C. `lane` runs once for each lane and may change r:
//     x y z    the lane of the call's arguments          lane width   index and number of lanes
//     r        the device's result                       s            the same for a second result
//     space    the pointer's address space: in_private, in_local, in_global, in_constant or in_generic; by_unsigned in a
//              select with an unsigned mask
//     T R U I  the types of x and of r, and the unsigned and signed integers as wide as r
//     bits(v)  the pattern of a number      value(b)  the number of type R with a pattern
//     ulps(v, n)  the number n patterns after v
// `vector` runs once for a call, and has arrays in place of numbers: r[0] to r[lanes - 1], x[0] to x[width - 1]. `after`
// runs once after all results are stored: m points to the first element that the call stored.
//
// A macro cannot replace an operator. Programs that write operators as the kernels of classay do, on the arguments x, y and
// z, are changed in their text.
#pragma once

#include "tools/inject/plant.h"

namespace classay::planted {

// Returns whether a snippet can change the row. Rows that always mix scalars and vectors (bit fields, dot products) cannot
// be changed.
bool takes_snippets(const Row& row);

// Returns all data for the layer. Precondition: the row accepts snippets, if there are any.
LayerFile layer_file(const Plant& plant);

}  // namespace classay::planted
