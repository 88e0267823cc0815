#include "reference/certified/kernels/kernels_body.h"

namespace classay::certified {

Kernels avx2_kernels() { return kernels_for("avx2"); }

}  // namespace classay::certified
