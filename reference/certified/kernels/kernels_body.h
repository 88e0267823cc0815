// All loops of an instruction set. Included by kernels_*.cpp only.
#pragma once

#include "reference/certified/kernels/kernels.h"
#include "reference/certified/kernels/kernels_loops.h"
#include "reference/certified/kernels/kernels_sets.h"
#include "reference/certified/wide/loops.h"

namespace {

inline classay::certified::Kernels kernels_for(const char* name) {
  return {.name = name,
          .polynomial = polynomial,
          .alternating = alternating,
          .sine = sum_of_angles<parts_of_sine>,
          .cosine = sum_of_angles<parts_of_cosine>,
          .tangent = tangent,
          .wide = kWideKernels};
}

}  // namespace
