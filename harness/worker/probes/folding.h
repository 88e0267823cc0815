// Calculates the results of operations on specialization constants, without a device.
#pragma once

#include "kernels/il/folding.h"

namespace classay {

// Returns the result for numbers for which the operation is defined: exact, or rounded to nearest. A boolean is 0 or 1.
Bits folded_value(const il::FoldedOperation& operation, Type type, const il::FoldedNumbers& numbers);

}  // namespace classay
