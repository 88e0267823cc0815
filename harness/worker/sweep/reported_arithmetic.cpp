#include "harness/worker/sweep/reported_arithmetic.h"

#include <algorithm>

#include "suites/judge_promise.h"

namespace classay {
namespace {

constexpr auto support_of(Type format) {
  return std::ranges::find(kFloatSupports, info(computed_as(format)).name, &NamedSupport::format);
}
constexpr bool is_asked_about(Type format) { return support_of(format) != kFloatSupports.end(); }
static_assert(std::ranges::all_of(kFloatTypes, is_asked_about), "unknown format");

}  // namespace

const FloatSupport& support(const Capabilities& device, Type format) {
  if (!is_float(format)) return device.f32;  // not read for integers
  return device.*support_of(format)->of;
}

Arithmetic reported_arithmetic(const Capabilities& device, Type format) {
  const FloatSupport& said = support(device, format);
  Arithmetic a{.rounding = said.to_nearest ? Rounding::rne : Rounding::rtz, .flushes = !said.denormals};
  // "If CL_FP_INF_NAN is not set ... the value of the result is implementation-defined" (OpenCL API, Embedded Profile; A61).
  if (format == Type::f32 && device.profile == Profile::embedded && !said.infinity_and_nan) a.nans = a.infinities = false;
  return a;
}

Arithmetic reported_arithmetic(const Capabilities& device, const Row& row, Type format) {
  const Arithmetic a = reported_arithmetic(device, format);
  return converts_floats(row, format) ? of_conversion(a, reported_arithmetic(device, row.to)) : a;
}

}  // namespace classay
