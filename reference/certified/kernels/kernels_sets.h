// One for each instruction set that the loops are compiled for.
#pragma once

#include "reference/certified/kernels/kernels.h"

namespace classay::certified {

Kernels baseline_kernels();
Kernels avx2_kernels();
Kernels avx512_kernels();

}  // namespace classay::certified
