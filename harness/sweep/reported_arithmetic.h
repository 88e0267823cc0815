// Translates what a driver reports of its arithmetic into the judge's terms.
#pragma once

#include "harness/devices/backend.h"
#include "reference/judge/judge.h"
#include "reference/number/type.h"

namespace classay {

const FloatSupport& support(const Capabilities& device, Type format);
Arithmetic reported_arithmetic(const Capabilities& device, Type format);

}  // namespace classay
