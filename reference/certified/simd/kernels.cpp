// Contains all loops of an instruction set; compiled once per set.
#include "reference/certified/simd/kernels.h"

#include "reference/certified/simd/kernels_loops.h"
#include "reference/certified/wide/loops.h"

namespace classay::certified {

constinit const Kernels Kernels::CLASSAY_SET = {.set = InstructionSet::CLASSAY_SET,
                                                .polynomial = ::polynomial,
                                                .alternating = ::alternating,
                                                .sine = sum_of_angles<parts_of_sine>,
                                                .cosine = sum_of_angles<parts_of_cosine>,
                                                .tangent = ::tangent,
                                                .wide = kWideKernels};

}  // namespace classay::certified
