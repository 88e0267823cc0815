#include "reference/certified/kernels/kernels_body.h"

namespace classay::certified {

Kernels baseline_kernels() { return kernels_for("baseline"); }

}  // namespace classay::certified
