#include "harness/sweep/said.h"

namespace classay {

const FloatSupport& support(const DeviceIdentity& device, Type format) {
  return format == Type::f16 ? device.f16 : format == Type::f64 ? device.f64 : device.f32;
}

Arithmetic arithmetic_said(const DeviceIdentity& device, Type format) {
  const FloatSupport& said = support(device, format);
  Arithmetic a{.rounding = said.to_nearest ? Rounding::rne : Rounding::rtz, .flushes = !said.denormals};
  // "If CL_FP_INF_NAN is not set ... the value of the result is implementation-defined" (OpenCL API, Embedded Profile; A61).
  if (format == Type::f32 && device.profile == "EMBEDDED_PROFILE" && !said.infinity_and_nan) a.nans = a.infinities = false;
  return a;
}

}  // namespace classay
