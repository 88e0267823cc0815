#include "harness/sweep/said.h"

namespace classay {

const FloatSupport& support(const DeviceIdentity& device, Type format) {
  return format == Type::f16 ? device.f16 : format == Type::f64 ? device.f64 : device.f32;
}

Arithmetic arithmetic_said(const DeviceIdentity& device, Type format) {
  const FloatSupport& said = support(device, format);
  return {.rounding = said.to_nearest ? Rounding::rne : Rounding::rtz, .flushes = !said.denormals};
}

}  // namespace classay
