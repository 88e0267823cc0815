// Measures the properties of a device's arithmetic with a short kernel in OpenCL C or SPIR-V: whether subnormals survive
// moves, additions, multiplications and fma; whether infinities and NaNs exist; whether fma rounds once; and the rounding
// mode. Compares the results with the driver's report and with the requirements.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "harness/device/backend.h"
#include "harness/journal/read_json.h"
#include "reference/number/rounding.h"
#include "suites/cases.h"

namespace classay {

struct Traits {
  Type format = Type::f32;
  // True if a subnormal is kept unchanged, or is the result of the operation.
  bool moved = false;
  bool added = false;
  bool multiplied_from = false;  // a subnormal operand
  bool multiplied_to = false;    // a subnormal result
  bool fused_from = false;
  bool fused_to = false;
  bool infinite = false;             // an infinity plus a number is infinite, and so is a sum beyond the range
  bool not_a_number = false;         // a NaN stays a NaN, and inf - inf and 0 * inf give one
  bool rounds_once = false;          // fma
  std::optional<Rounding> rounding;  // of addition; nullopt: none of the four
  bool operator==(const Traits&) const = default;

  bool keeps_subnormals() const { return moved && added && multiplied_from && multiplied_to && fused_from && fused_to; }
};

// Runs the kernel. Throws DeviceError.
Traits measure_traits(Device& device, FrontEnd front_end, Type format);

Json to_json(const Traits& traits);

// The functions below compare CL_DEVICE_*_FP_CONFIG with the measured arithmetic, and both with the minimum for every
// device. They return three kinds of sentences. A property that is reported but missing is a failure, and so is a missing
// minimum. A property that exists but is not reported is a note, not a failure.

// Returns where the driver's report contradicts the measurement; empty if they agree.
std::vector<std::string> contradictions(const FloatSupport& said, const Traits& measured);

// Returns which requirements of the device's profile, version and type are missing in the driver's report or in the
// measurement, each with its clause. Empty for a custom device, which has no requirements.
std::vector<std::string> below_minimum(const Capabilities& device, const FloatSupport& said, const Traits& measured);

// Returns the properties that the device has and its driver does not report.
std::vector<std::string> unclaimed(const FloatSupport& said, const Traits& measured);

}  // namespace classay
