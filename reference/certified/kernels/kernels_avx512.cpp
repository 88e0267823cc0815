#include "reference/certified/kernels/kernels_body.h"

namespace classay::certified {

Kernels avx512_kernels() { return kernels_for("avx512"); }

}  // namespace classay::certified
