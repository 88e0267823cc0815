// What a driver says of its arithmetic, in the words of the judge.
#pragma once

#include "harness/devices/backend.h"
#include "reference/judge/judge.h"
#include "reference/number/type.h"

namespace classay {

const FloatSupport& support(const DeviceIdentity& device, Type format);
// How the driver says that it computes.
Arithmetic arithmetic_said(const DeviceIdentity& device, Type format);

}  // namespace classay
