// What of OpenCL C a plant puts before programs: for a builtin f of its row functions planted_f, one for each format and
// vector width, that call the device's own f and then change what it gave by the plant's snippet; and macros by which f is
// planted_f from there on, whoever wrote the program. So a program's calls get the wrong builtin without knowing of it.
//
// A snippet is OpenCL C. `lane` is asked once for each lane and may change r:
//     x y z    what the lane of the call was given          lane width   which, of how many
//     r        what the device gave                          s            the same of a second result
//     space    what the pointer points to: in_private, in_local, in_global, in_constant or in_generic
//     T R U I  the types of x and of r, and the unsigned and signed integers as wide as r
//     bits(v)  the pattern of a number      value(b)  the number of type R with a pattern      ulps(v, n)  n patterns
//     further
// `vector` is asked once for a call, and has arrays in place of numbers: r[0] to r[lanes - 1], x[0] to x[width - 1]. `after`
// is asked once all is stored: m points to the first element that the call stored.
//
// Operators have no name that a macro could take. Where programs have them as the kernels of classay do, on the arguments x,
// y and z, they are replaced in the text.
#pragma once

#include "harness/planted/plant.h"

namespace classay::planted {

// Can it be planted by a snippet? Not what takes scalars beside vectors always (bit fields, dot products).
bool takes_snippets(const Row& row);

// All that the layer has to know. Precondition: the row takes snippets, if there are any.
LayerFile layer_file(const Plant& plant);

}  // namespace classay::planted
