// Translates what a driver reports of its arithmetic into the judge's terms.
#pragma once

#include "harness/device/backend.h"
#include "reference/number/type.h"
#include "reference/promise/arithmetic.h"
#include "suites/row.h"

namespace classay {

const FloatSupport& support(const Capabilities& device, Type format);
Arithmetic reported_arithmetic(const Capabilities& device, Type format);
// For a row: a conversion has operands of one format and results of another.
Arithmetic reported_arithmetic(const Capabilities& device, const Row& row, Type format);

}  // namespace classay
